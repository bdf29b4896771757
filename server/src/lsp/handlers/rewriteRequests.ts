/** Answers the dialog in which a value is changed everywhere: which there are, what is reached, what is made of all answers. */
import type { FactRow } from '../../core/edits/refactor/factText';
import { factAt } from '../../core/edits/refactor/extract';
import { isRefusal } from '../../core/edits/refactor/page';
import { type Rewrite, rewrite, rewriteQuestions } from '../../core/edits/refactor/rewrite';
import {
  rewriteReach,
  type WantedValue,
  readValueQuery,
  valueProblem,
  namedValue,
  statedValues,
} from '../../core/edits/refactor/restated';
import { differencesIn } from '../../core/text/differences';
import { lineIndex } from '../../core/text/span';
import { readWorldDateParam } from '../../core/tools/asked/question';
import { answerRequests } from './renderContext';
import { type Area, requireCodex, type Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { pathOfUri } from '../convert/uris';
import type {
  FactChoice,
  RetconRefused,
  RewriteParams,
  RewriteWanted,
  ValueCheck,
  ValueChoice,
} from '../protocol/protocolRetcons';
import {
  dateChoices,
  revisionChoices,
  disk,
  appliedResult,
  reasonChoices,
  requestError,
  whole,
  words,
} from './retconRequests';
import { isoDay } from '../../core/codex/canonTime';

/** More than anybody looks through. */
const MOST_VALUES = 2000;

export const answerRewriting: Area = (desk) => {
  const on = answerRequests(desk);
  const meant = (uri?: string): LiveCodex => whole(requireCodex(desk, uri));
  on('retcon/statedValues', ({ uri, position }) => valuesIn(meant(uri), uri, position));
  on('retcon/checkNewValue', ({ uri, old, value }) => judged(meant(uri), old, value));
  on('retcon/rewriteQuestions', ({ uri, ...wanted }) => {
    const codex = meant(uri);
    const params = wantedIn(codex, wanted, () => true);
    const reach = rewriteReach(codex.known, params);
    if (reach.restated.length + reach.leftAlone.length === 0) return refused(`No fact says "${wanted.old}" now.`);
    const questions = rewriteQuestions(codex.known, params, reach, isoDay(Date.now()));
    if (isRefusal(questions)) return refused(questions.refusal);
    const { title, dates, decided, reasons } = questions;
    const { rewritten, leftAlone } = rewrite(
      codex.known,
      params,
      { title, canon: null, reason: '', as: 'page' },
      disk(codex),
      codex.currentText,
    );
    const [spared] = leftAlone;
    if (rewritten.length === 0 && spared)
      return refused(`Nothing that says "${wanted.old}" can be changed. ${spared.file}: ${spared.because}`);
    return {
      title,
      dates: dateChoices(dates),
      canon: revisionChoices(decided),
      reasons: reasonChoices(codex, reasons),
      facts: choicesOf(rewritten, leftAlone),
    };
  });
  on('retcon/rewrite', ({ uri, ...answers }) => madeOf(desk, meant(uri), answers));
  return {};
};

const refused = (message: string): RetconRefused => ({ refusal: message, instead: [] });

function valuesIn(
  codex: LiveCodex,
  uri: string | undefined,
  position?: { line: number; character: number },
): ValueChoice[] {
  const file = uri === undefined ? null : pathOfUri(uri);
  const entry = file === null ? undefined : codex.entryAt(file);
  const text = entry && codex.currentText(entry.path);
  const fact = entry && position && text ? factAt(entry, text, lineIndex(text).offsetAt(position)) : null;
  const here = fact && !isRefusal(fact) ? namedValue(codex.known, fact).value : null;
  return statedValues(codex.known)
    .sort((a, b) => Number(b.value === here) - Number(a.value === here))
    .slice(0, MOST_VALUES)
    .map(({ value, title, count, attributes }) => ({
      value,
      title,
      detail: words(count === 1 ? '1 fact' : `${count} facts`, attributes.slice(0, 4).join(', ')),
    }));
}

function judged({ known }: LiveCodex, old: string, value: string): ValueCheck {
  const [before, now] = [readValueQuery(known, old), readValueQuery(known, value)];
  const problem = valueProblem(known, before, now);
  if (problem) return { ok: false, message: problem.message };
  const { entry } = now;
  return { ok: true, message: entry ? words(entry.title, entry.path) : 'A text that is not the name of a note' };
}

function wantedIn(
  { known, canon }: LiveCodex,
  { old, value, date }: RewriteWanted,
  isMeant: WantedValue['isMeant'],
): WantedValue {
  const params = date === '' ? null : readWorldDateParam(canon, date);
  if (params?.ok === false) throw requestError(params.failure.message);
  return {
    old: readValueQuery(known, old),
    value: readValueQuery(known, value),
    from: params?.value ?? null,
    isMeant,
  };
}

const keyOf = ({ file, span }: FactRow): string => `${file}:${span.start}`;

/** Those that can be changed come first. */
function choicesOf(rewritten: Rewrite['rewritten'], leftAlone: Rewrite['leftAlone']): FactChoice[] {
  const choice = (fact: FactRow, to: string): FactChoice => ({
    key: keyOf(fact),
    label: `${fact.entity}.${fact.attribute}: ${fact.value}${to}`,
    detail: words(
      fact.file,
      fact.from === null ? undefined : `from ${fact.from}`,
      fact.until === null ? undefined : `until ${fact.until}`,
    ),
  });
  return [
    ...rewritten.map((fact) => choice(fact, ` → ${fact.to}`)),
    ...leftAlone.map((fact) => ({ ...choice(fact, ''), because: fact.because })),
  ];
}

function madeOf(desk: Desk, codex: LiveCodex, answers: RewriteParams) {
  const facts = new Set(answers.facts);
  const wanted = wantedIn(codex, answers, (fact) => facts.has(keyOf(fact)));
  const { creates, edits } = rewrite(codex.known, wanted, answers, disk(codex), codex.currentText);
  const [first] = [...creates, ...edits];
  if (!first) return refused(`Nothing that says "${answers.old}" can be changed any more.`);
  const change = { creates, edits: edits.flatMap((one) => editsTo(codex, one)) };
  const end = answers.as === 'page' ? first.text.length : 0;
  return appliedResult(desk, codex, { ...first, change, caret: { start: end, end } });
}

/** The differences that make a page a text: one undo, and no other character. */
function editsTo({ currentText }: LiveCodex, { file, text }: { readonly file: string; readonly text: string }) {
  return differencesIn(currentText(file) ?? '', text).map(({ was, is }) => ({
    file,
    span: was,
    text: text.slice(is.start, is.end),
  }));
}
