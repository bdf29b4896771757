/** Refactorings as code actions: by the client's own dialogs where it has them, else as edits with the likeliest answers. */
import { type CodeAction, CodeActionKind, CodeActionTriggerKind } from 'vscode-languageserver';
import { extractFact, factAt } from '../../core/edits/refactor/extract';
import { isRefusal, type Outcome } from '../../core/edits/refactor/page';
import { type Act, decidedForValue, questionsAbout, refusedTo } from '../../core/edits/refactor/retconQuestions';
import { revealTarget, makeSecret, secretTarget } from '../../core/edits/refactor/secret';
import { namedValue } from '../../core/edits/refactor/restated';
import { isEstablished, retconValues } from '../../core/edits/refactor/retconValue';
import type { Entry } from '../../core/entry/entry';
import { linkTarget } from '../../core/entry/entryShapes';
import { lineIndex, spanTouches } from '../../core/text/span';
import { type ActionSource, type Selected, showing } from './commands';
import { editOf, lossIn } from '../convert/diagnostics';
import { rangeOf, uriIn } from '../convert/uris';
import { showsDocuments } from '../convert/announced';
import { disk, outcomeOf, proposedTo } from './retconRequests';
import { isoDay } from '../../core/codex/canonTime';
import { describedValue, targetAt, valueAt } from './retconValueRequests';
import { organised } from '../../core/edits/organise';
import { type Area, lookAt } from '../session/desk';
import type { Requests } from '../protocol/requests';
import { allFactsOf, presentEntry } from '../../core/entry/versions';

const ACTS = [
  { act: 'declare', title: 'Retcon this page', command: 'retcon.declare' },
  { act: 'retract', title: 'Remove this note from canon', command: 'retcon.retract' },
  { act: 'restore', title: 'Bring this note back', command: 'retcon.restore' },
] as const;

export const REFACTORING: ActionSource = {
  kinds: [CodeActionKind.RefactorRewrite, CodeActionKind.RefactorExtract],
  actions(selected) {
    const { codex, file, span, context } = selected;
    const entry = codex.isReady && !codex.isOne ? codex.entryAt(file) : undefined;
    if (!entry) return [];
    // Moving the caret alone shows no light bulb.
    const isAsked = context.triggerKind !== CodeActionTriggerKind.Automatic || isAtName(entry, span.start);
    return [
      ...valueRetcon(selected, entry),
      ...extraction(selected, entry),
      ...everywhere(selected, entry),
      ...(isAsked ? retcons(selected, entry) : []),
      ...secrets(selected, entry, isAsked),
    ];
  },
};

const isAtName = ({ writtenId, titleSpan }: Entry, offset: number): boolean =>
  [writtenId?.span, titleSpan].some((span) => span && spanTouches(span, offset));

function retcons(selected: Selected, entry: Entry): CodeAction[] {
  const { desk, codex, uri } = selected;
  const kind = CodeActionKind.RefactorRewrite;
  return ACTS.flatMap(({ act, title, command }): CodeAction[] => {
    if (refusedTo(codex.known, entry, act)) return [];
    if (desk.options.hasDialogs) return [{ title: `${title}…`, kind, command: { title, command, arguments: [uri] } }];
    return byEdit(selected, title, kind, byDefault(selected, entry, act));
  });
}

/** A selection of prose can always be made a secret; a page or a fact where somebody asks. */
function secrets(selected: Selected, entry: Entry, isAsked: boolean): CodeAction[] {
  const { desk, codex, uri, text, span } = selected;
  const kind = CodeActionKind.RefactorRewrite;
  const range = rangeOf(lineIndex(text), span);
  const by = (title: string, command: string): CodeAction[] =>
    desk.options.hasDialogs ? [{ title: `${title}…`, kind, command: { title, command, arguments: [uri, range] } }] : [];
  const target = secretTarget(entry, text, span);
  // Without a dialog it is nobody's, which is seldom what somebody wants of a page that they are in the middle of.
  const isNear = target.kind !== 'page' || desk.options.hasDialogs || isAtName(entry, span.start);
  const canHide = target.kind === 'passage' || (isAsked && isNear);
  const hidden = `Make this ${target.kind === 'page' ? 'note' : target.kind} secret`;
  const hide = desk.options.hasDialogs
    ? by(hidden, 'retcon.makeSecret')
    : byEdit(selected, `${hidden} from everybody`, kind, makeSecret(codex.known, entry, text, span, []));
  const isHidden = revealTarget(codex.known, entry, text, span) !== null;
  return [...(canHide ? hide : []), ...(isAsked && isHidden ? by('Reveal', 'retcon.reveal') : [])];
}

function byDefault({ codex, text }: Selected, entry: Entry, act: Act): Outcome {
  const params = questionsAbout(codex.known, entry, act, isoDay(Date.now()));
  if (isRefusal(params)) return params;
  return outcomeOf({ codex, entry, text }, act, proposedTo(act, params));
}

function extraction(selected: Selected, entry: Entry): CodeAction[] {
  const { desk, codex, uri, text, span } = selected;
  const title = 'Move fact to its own note';
  const kind = CodeActionKind.RefactorExtract;
  const fact = factAt(entry, text, span.start);
  if (isRefusal(fact)) return [];
  const position = lineIndex(text).placeAt(span.start);
  if (desk.options.hasDialogs)
    return [{ title, kind, command: { title, command: 'retcon.extractFact', arguments: [uri, position] } }];
  return byEdit(selected, title, kind, extractFact(codex.known, entry, text, fact, disk(codex)));
}

/** Of a value that is established. Without a dialog the old value is kept in `formerly`, and the author changes it in place. */
function valueRetcon(selected: Selected, entry: Entry): CodeAction[] {
  const { desk, codex, uri, text, span } = selected;
  const now = presentEntry(entry);
  if (!isEstablished(codex.canon.codex, entry)) return [];
  const kind = CodeActionKind.RefactorRewrite;
  if (desk.options.hasDialogs) {
    const there = valueAt(now, text, span.start);
    if (!there) return [];
    const { label, value } = there;
    const title = `Retcon ${label}: “${linkTarget(value) ?? value}”…`;
    const position = lineIndex(text).placeAt(span.start);
    return [{ title, kind, command: { title, command: 'retcon.retconValue', arguments: [uri, position] } }];
  }
  const target = targetAt(now, text, span.start);
  const decided = target && decidedForValue(codex.known, entry, isoDay(Date.now()));
  if (!decided) return [];
  const { value } = describedValue(now, text, target);
  const answers = { effective: '', canon: decided.proposed, reason: '' };
  const kept = retconValues(codex.known, { entry, text }, [{ target, value }], answers);
  return byEdit(selected, `Keep “${value}” in formerly, and change it here`, kind, kept);
}

/** Only in the dialog: only the author knows the new value. */
function everywhere({ desk, codex, uri, text, span }: Selected, entry: Entry): CodeAction[] {
  const fact = allFactsOf(entry).find(({ value }) => spanTouches(value.span, span.start));
  if (desk.options.hasDialogs !== true || !fact || span.end > fact.value.span.end) return [];
  const title = `Change “${text.slice(fact.value.span.start, fact.value.span.end)}” everywhere…`;
  const { value } = namedValue(codex.known, fact);
  return [
    {
      title,
      kind: CodeActionKind.RefactorRewrite,
      command: { title, command: 'retcon.rewrite', arguments: [uri, value] },
    },
  ];
}

function byEdit({ desk, codex }: Selected, title: string, kind: string, outcome: Outcome): CodeAction[] {
  if (isRefusal(outcome)) return [];
  const { change, file, text, caret } = outcome;
  if (lossIn(codex, change) !== null) return [];
  const edit = editOf(codex, change, desk);
  if (!edit) return [{ title, kind }];
  const place = { uri: uriIn(codex, file), range: rangeOf(lineIndex(text), caret) };
  return [{ title, kind, edit, ...(showsDocuments(desk) && { command: showing(title, place) }) }];
}

/** Puts frontmatter in order: as a source action, and by a command that says why it does nothing. */
const ORGANISE = `${CodeActionKind.Source}.retcon.organiseFrontmatter`;

export const ORGANISING: ActionSource = {
  kinds: [ORGANISE],
  onlyByName: true,
  actions({ desk, codex, file, text }) {
    const path = codex.entryAt(file)?.path;
    const order = path === undefined ? 'unreadable' : organised(codex.canon.codex, text);
    if (path === undefined || order === 'unreadable' || order.edits.length === 0) return [];
    const edit = editOf(codex, { edits: order.edits.map((one) => ({ file: path, ...one })) }, desk);
    return edit ? [{ title: 'Tidy properties', kind: ORGANISE, edit }] : [];
  },
};

/** The answer to the command of the palette. */
export const answerOrganising: Area = (desk) => {
  desk.connection.onRequest<Requests['retcon/organiseFrontmatter'][1], never>(
    'retcon/organiseFrontmatter',
    ({ uri }: { readonly uri: string }) => {
      const looked = lookAt(desk, uri);
      if (!looked) return null;
      const { codex, entry, text } = looked;
      const order = organised(codex.canon.codex, text);
      if (order === 'unreadable') return order;
      if (order.edits.length === 0) return 'in order';
      return editOf(codex, { edits: order.edits.map((one) => ({ file: entry.path, ...one })) }, desk);
    },
  );
  return {};
};
