/** Answers what can be done at a place: each kind of code action comes from a source of its own. */
import type { CodeAction, CodeActionContext } from 'vscode-languageserver/node';
import { lineIndex } from '../../core/text/lines';
import type { ActionData, ActionSource } from './actionSource';
import { type Area, type Desk, guarded } from '../session/desk';
import { ADDING, FIXING, FIXING_ALL } from './fixing';
import type { LiveCodex } from '../session/liveCodex';
import { ORGANISING } from './organising';
import { pathOf } from '../convert/places';
import { REFACTORING } from './refactorActions';

const SOURCES: readonly ActionSource[] = [FIXING, ADDING, FIXING_ALL, ORGANISING, REFACTORING];

export const answerActions: Area = (desk) => {
  desk.connection.onCodeAction(
    guarded(desk, 'code actions', ({ textDocument: { uri }, range, context }): CodeAction[] | null => {
      desk.settle();
      const text = desk.documents.get(uri)?.getText();
      const codex = desk.codices.of(uri);
      if (text === undefined || !codex) return null;
      const lines = lineIndex(text);
      const span = { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
      const selected = { desk, codex, uri, file: pathOf(uri) ?? uri, text, span, context };
      return SOURCES.filter(
        ({ kinds, onlyByName }) =>
          !(onlyByName && context.only === undefined) && kinds.some((kind) => isAsked(kind, context)),
      ).flatMap((source) => source.actions(selected).map((action) => whole(desk, codex, source, action)));
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

/** An action as the editor can take it: with its edit at once, where it would not ask for that later. */
function whole(desk: Desk, codex: LiveCodex, source: ActionSource, action: CodeAction): CodeAction {
  const { resolveSupport } = desk.editor.textDocument?.codeAction ?? {};
  const isLater = action.edit || action.command || resolveSupport?.properties.includes('edit');
  return isLater ? action : withEdit(desk, codex, source, action);
}

function withEdit(desk: Desk, codex: LiveCodex, source: ActionSource, action: CodeAction): CodeAction {
  const edit = source.resolve?.({ desk, codex }, action.data as ActionData);
  return edit ? { ...action, edit } : action;
}

/** Kinds are nested: who asks for `refactor` is given `refactor.extract` too. */
const isAsked = (kind: string, { only }: CodeActionContext): boolean =>
  only === undefined || only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`));
