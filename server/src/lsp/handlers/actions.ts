/** Answers what can be done at a place: each kind of code action comes from a source of its own. */
import type { CodeAction, CodeActionContext, CodeActionParams, Command } from 'vscode-languageserver';
import { lineIndex } from '../../core/text/lines';
import { rangeOf, pathOfUri } from '../convert/uris';
import { resolvesActions, takesEdits, takesLiterals } from '../convert/announced';
import { type Area, type Desk, guarded } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import type { ActionData, ActionSource, Selected } from './actionSource';
import { ANY_EDIT, doing, type ToDo } from './commands';
import { ADDING, FIXING, FIXING_ALL } from './quickFixes';
import { ORGANISING } from './organiseRequests';
import { REFACTORING } from './refactorActions';

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
  ).flatMap((source) => source.actions(selected).map((action) => whole(desk, codex, source, action)));
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
