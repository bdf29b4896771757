/** Answers what can be done at a place: each kind of code action comes from a source of its own. */
import {
  type CodeAction,
  CodeActionKind,
  type WorkspaceEdit,
  type CodeActionContext,
  type CodeActionParams,
  type Command,
} from 'vscode-languageserver';
import { forkOf, entryNamed } from '../../core/canon';
import {
  mendContextFor,
  fixesIn,
  type QuickFix,
  countSure,
  mendAll,
  SLIPS,
  titleOfAll,
} from '../../core/edits/fixes/fixesAt';
import { dateKeyOffers } from '../../core/edits/fixes/dateKeyFix';
import { additionsIn } from '../../core/edits/fixes/retconFixes';
import { textsAfter, type MendBaseline } from '../../core/edits/fixes/mend';
import type { Offer } from '../../core/edits/fixes';
import { ERRATA_FILE } from '../../core/codex/errata';
import { CODEX_FILE } from '../../core/host';
import { lineIndex, spanTouches } from '../../core/text/span';
import type { Problem } from '../../core/text/problem';
import { type ActionSource, type Selected, showing, type ActionData, ANY_EDIT, doing, type ToDo } from './commands';
import { runsCommands, showsDocuments, resolvesActions, takesEdits, takesLiterals } from '../convert/announced';
import { editOf } from '../convert/diagnostics';
import { documentProblems } from '../diagnostics/reports';
import type { LiveCodex } from '../session/liveCodex';
import { rangeOf, uriIn, pathOfUri } from '../convert/uris';
import type { RetconMade } from '../protocol/protocolRetcons';
import { disk } from './retconRequests';
import { isoDay } from '../../core/codex/canonTime';
import { type Area, type Desk, guarded } from '../session/desk';
import { ORGANISING, REFACTORING } from './refactorActions';

/** Quick fixes as code actions: of one problem, of all of its kind, of all slips of a file. */
const mendContextOf = ({ codex, file }: Selected) => {
  const own = codex.pathOf(file) === ERRATA_FILE ? ERRATA_FILE : CODEX_FILE;
  return mendContextFor(codex.known, codex.entryAt(file)?.path ?? own, codex.currentText, mendBaselineOf(codex));
};

/** The baseline of a codex, for the mends of what differs from it. */
const mendBaselineOf = (codex: LiveCodex): MendBaseline | null => {
  const { baseline, compared } = codex;
  return (
    baseline && compared && { compared, textThen: baseline.snapshot.textOf, ...disk(codex), today: isoDay(Date.now()) }
  );
};

const FIXING: ActionSource = {
  kinds: [CodeActionKind.QuickFix],
  actions(selected) {
    const { codex, file, span } = selected;
    const problems = documentProblems(codex, file);
    const fixes = fixesIn(mendContextOf(selected), problems, span);
    return [
      ...lookAt(selected, problems),
      ...fixes.flatMap((fix) => actionOf(selected, fix)),
      ...forAll(selected, fixes),
    ];
  },
  resolve: ({ desk, codex }, { code }) =>
    editOf(codex, mended(codex, desk.filesWith(codex, code), new Set([code])), desk),
};

const mended = (codex: LiveCodex, files: readonly string[], codes: ReadonlySet<string>) =>
  mendAll(
    codex.known,
    codex.currentText,
    files.filter((file) => !codex.losesLetters(file)),
    codes,
  );

function actionOf(selected: Selected, { problem, fix, isPreferred }: QuickFix): CodeAction[] {
  const { desk, codex, text, context } = selected;
  const edit = editOf(codex, fix, desk);
  const start = lineIndex(text).placeAt(problem.span.start);
  const diagnostics = context.diagnostics.filter(
    ({ code, range }) =>
      code === problem.code && range.start.line === start.line && range.start.character === start.character,
  );
  const done = edit && doingFix(selected, fix, edit);
  return [{ title: fix.title, kind: CodeActionKind.QuickFix, diagnostics, isPreferred, ...done }];
}

/** All sides of a forked retcon are looked at before one is chosen. */
function lookAt({ desk, codex, file, span, context }: Selected, problems: readonly Problem[]): CodeAction[] {
  const entry = codex.entryAt(file);
  if (desk.options.hasDialogs !== true || !entry) return [];
  const at = problems.filter(({ code, span: place }) => code === 'supersedes/fork' && spanTouches(place, span.start));
  return at.flatMap(({ span: place }): CodeAction[] => {
    const found = entry.declarations.find(({ target }) => target.span.start === place.start);
    const old = found && entryNamed(codex.known, found.target.text);
    const superseded = found?.fromOldEnd === true ? entry : old;
    if (!superseded) return [];
    const by = [...new Set(forkOf(codex.known, superseded).map((retcon) => retcon.by))];
    const given = [
      uriIn(codex, superseded.path),
      by.map(({ path }) => uriIn(codex, path)),
      `${superseded.title}, forked`,
    ];
    const title = by.length === 2 ? 'Compare all three' : `Compare all ${by.length + 1}`;
    const diagnostics = context.diagnostics.filter(({ code }) => code === 'supersedes/fork');
    return [
      {
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics,
        command: { title, command: 'retcon.lookAtFork', arguments: given },
      },
    ];
  });
}

/** Makes the fix, and puts the caret where the author is to write. */
function doingFix({ desk, codex }: Selected, fix: Offer, edit: WorkspaceEdit): Pick<CodeAction, 'edit' | 'command'> {
  const { title, blank, creates = [] } = fix;
  if (!blank || !(runsCommands(desk) || showsDocuments(desk))) return { edit };
  const after = textsAfter(fix, codex.currentText).get(blank.file) ?? '';
  const [uri, range] = [uriIn(codex, blank.file), rangeOf(lineIndex(after), blank.span)];
  if (!runsCommands(desk)) return { edit, command: showing(title, { uri, range }) };
  if (creates.length === 0) return { edit, command: { title, command: 'retcon.open', arguments: [uri, range] } };
  // VS Code forgets the command of an action whose edit takes long, as it does where files are made and saved.
  return { command: { title, command: 'retcon.apply', arguments: [{ edit, uri, range } satisfies RetconMade] } };
}

/** For each kind of problem with a sure fix, one action for all of that kind in the codex. */
function forAll({ desk, codex, uri }: Selected, fixes: readonly QuickFix[]): CodeAction[] {
  const codes = new Set(fixes.flatMap(({ problem, isSure }) => (isSure ? problem.code : [])));
  return [...codes].flatMap((code): CodeAction[] => {
    const title = titleOfAll(code, countSure(codex.known, codex.currentText, desk.filesWith(codex, code), code));
    return title === null
      ? []
      : [{ title: `${title} in the codex`, kind: CodeActionKind.QuickFix, data: { uri, code } }];
  });
}

function additionsAt(selected: Selected): readonly Offer[] {
  const context = mendContextOf(selected);
  return [...additionsIn(context, selected.span), ...dateKeyOffers(context, selected.span.start)];
}

/** What may be added where nothing is wrong. */
const ADDING: ActionSource = {
  kinds: [CodeActionKind.RefactorRewrite],
  actions: (selected) =>
    additionsAt(selected).flatMap((one): CodeAction[] => {
      const edit = editOf(selected.codex, one, selected.desk);
      return edit ? [{ title: one.title, kind: CodeActionKind.RefactorRewrite, edit }] : [];
    }),
};

const FIX_ALL = `${CodeActionKind.SourceFixAll}.retcon`;

/** Only for those who ask for it by name: whenever a file is saved. */
const FIXING_ALL: ActionSource = {
  kinds: [FIX_ALL],
  onlyByName: true,
  actions({ desk, codex, file }) {
    const path = codex.entryAt(file)?.path;
    const edit = path === undefined ? null : editOf(codex, mended(codex, [path], SLIPS), desk);
    return edit?.changes && Object.keys(edit.changes).length > 0
      ? [{ title: 'Correct all slips in this file', kind: FIX_ALL, edit }]
      : [];
  },
};

const SOURCES: readonly ActionSource[] = [FIXING, ADDING, FIXING_ALL, ORGANISING, REFACTORING];

export const answerActions: Area = (desk) => {
  desk.connection.onCodeAction(
    guarded(desk, 'code actions', (params): (CodeAction | Command)[] | null => {
      const selected = selectedBy(desk, params);
      return selected && actionsFor(selected).flatMap((action) => takenBy(selected, action));
    }),
  );
  desk.connection.onCodeActionResolve((action) => {
    desk.settle();
    const source = SOURCES.find(({ kinds, resolve }) => resolve && kinds.includes(action.kind ?? ''));
    const { uri } = (action.data ?? {}) as Partial<ActionData>;
    const codex = uri === undefined ? null : desk.codices.of(uri);
    return source && codex ? withEdit(desk, codex, source, action) : action;
  });
  return { codeActionProvider: { codeActionKinds: SOURCES.flatMap(({ kinds }) => kinds), resolveProvider: true } };
};

function selectedBy(desk: Desk, { textDocument: { uri }, range, context }: CodeActionParams): Selected | null {
  desk.settle();
  const text = desk.documents.get(uri)?.getText();
  const codex = desk.codices.of(uri);
  if (text === undefined || !codex) return null;
  const lines = lineIndex(text);
  const span = { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
  return { desk, codex, uri, file: pathOfUri(uri) ?? uri, text, span, context };
}

const actionsFor = (selected: Selected): CodeAction[] => {
  const { desk, codex, context } = selected;
  return SOURCES.filter(
    ({ kinds, onlyByName }) =>
      !(onlyByName && context.only === undefined) && kinds.some((kind) => isKindWanted(kind, context)),
  ).flatMap((source) =>
    source
      .actions(selected)
      .filter(({ kind = '' }) => isKindWanted(kind, context))
      .map((action) => whole(desk, codex, source, action)),
  );
};

/** An action with its edit at once, where the editor would not ask for that later. */
function whole(desk: Desk, codex: LiveCodex, source: ActionSource, action: CodeAction): CodeAction {
  return action.edit || action.command || resolvesActions(desk) ? action : withEdit(desk, codex, source, action);
}

function withEdit(desk: Desk, codex: LiveCodex, source: ActionSource, action: CodeAction): CodeAction {
  const { data, ...rest } = action;
  const edit = data === undefined ? null : source.resolve?.({ desk, codex }, data as ActionData);
  return edit ? { ...rest, edit } : action;
}

/** An action as the editor can take it: as a command that the server runs, where it could not make the change itself. */
function takenBy({ desk, uri, text, span }: Selected, action: CodeAction): (CodeAction | Command)[] {
  const { title, kind = '', isPreferred, ...rest } = action;
  const can = takesLiterals(desk);
  const isDoable = action.edit !== undefined || action.command !== undefined || action.data !== undefined;
  if (can && isDoable) {
    const isTold = desk.editor.textDocument?.codeAction?.isPreferredSupport === true && isPreferred !== undefined;
    return [{ title, kind, ...(isTold && { isPreferred }), ...rest }];
  }
  if (!takesEdits(desk)) return [];
  const command = doing({ uri, range: rangeOf(lineIndex(text), span), title, kind });
  return [can ? { title, kind, ...rest, command } : command];
}

/** What an action is that was offered at a place, with an edit in which all is said; undefined where it is offered no longer. */
export function actionOffered(desk: Desk, { uri, range, title, kind }: ToDo): CodeAction | undefined {
  const params = { textDocument: { uri }, range, context: { diagnostics: [], only: [kind] } };
  const { window } = desk.editor;
  const selected = selectedBy({ ...desk, editor: { ...ANY_EDIT, ...(window && { window }) } }, params);
  return selected ? actionsFor(selected).find((action) => action.title === title) : undefined;
}

/** Kinds are nested: a request for `refactor` includes `refactor.extract`. */
const isKindWanted = (kind: string, { only }: CodeActionContext): boolean =>
  only === undefined || only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`));
