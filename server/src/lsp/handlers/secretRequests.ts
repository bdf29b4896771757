/** Answers the dialogs in which something is made a secret, or revealed: what is there, and what is made of the answers. */
import { datesNear } from '../../core/edits/refactor/nearDates';
import { revealTarget, revealTo } from '../../core/edits/refactor/reveal';
import { makeSecret, namesInOn, secretTarget } from '../../core/edits/refactor/secret';
import type { Fact } from '../../core/entry/entry';
import { lineIndex } from '../../core/text/lines';
import type { Span } from '../../core/text/span';
import type { SecretPlace, SecretQuestions } from '../protocol/protocolSecrets';
import type { Area } from '../session/desk';
import { answerRequests } from './ownRequests';
import { pointOf } from './questions';
import { appliedResult, dateChoices, entryInQuestion, type EntryInQuestion } from './retconRequests';

export const answerSecrets: Area = (desk) => {
  const on = answerRequests(desk);
  const meant = ({ uri, range }: SecretPlace) => {
    const found = entryInQuestion(desk, uri);
    return { ...found, span: spanOf(found.text, range) };
  };
  on('retcon/secretQuestions', ({ reveal, ...place }) => {
    const { span, ...found } = meant(place);
    return reveal ? revealQuestions(found, span) : secretQuestions(found, span);
  });
  on('retcon/makeSecret', ({ knowers, ...place }) => {
    const { codex, entry, text, span } = meant(place);
    return appliedResult(desk, codex, makeSecret(codex.known, entry, text, span, knowers));
  });
  on('retcon/reveal', ({ name, when, ...place }) => {
    const { codex, entry, text, span } = meant(place);
    return appliedResult(desk, codex, revealTo(codex.known, entry, text, span, { name, when }));
  });
  return {};
};

const spanOf = (text: string, { start, end }: SecretPlace['range']): Span => {
  const { offsetAt } = lineIndex(text);
  return { start: offsetAt(start), end: offsetAt(end) };
};

const wordsOf = ({ attribute, value }: Fact): string => `${attribute.text}: ${value.text}`;

const LEFT = { hasDates: false, dates: [], revisions: [] } as const;

function secretQuestions({ codex, entry, text }: EntryInQuestion, span: Span): SecretQuestions {
  const target = secretTarget(entry, text, span);
  const what = target.kind === 'fact' ? wordsOf(target.fact) : entry.title;
  return { kind: target.kind, what, names: namesInOn(codex.known, entry, target), ...LEFT };
}

function revealQuestions({ codex, entry, text }: EntryInQuestion, span: Span): SecretQuestions {
  const target = revealTarget(codex.known, entry, text, span);
  if (!target) return { kind: 'page', what: entry.title, names: null, ...LEFT };
  return {
    kind: target.kind,
    what: target.kind === 'fact' ? wordsOf(target.fact) : entry.title,
    names: target.names,
    hasDates: target.kind !== 'passage',
    dates: dateChoices(datesNear(codex.known, entry)),
    revisions: codex.canon.codex.revisions.map(pointOf).reverse(),
  };
}
