/** Answers what can be done at a place: each kind of code action comes from a source of its own. */
import type { CodeAction, CodeActionContext } from 'vscode-languageserver/node';
import { lineIndex } from '../core/text/lines';
import type { Span } from '../core/text/span';
import { type Area, type Desk, guarded } from './desk';
import { FIXING } from './fixing';
import type { LiveCodex } from './liveCodex';
import { pathOf } from './places';

/** What actions are asked for. */
export interface Selected {
  readonly desk: Desk;
  readonly codex: LiveCodex;
  readonly uri: string;
  /** Absolute, or the URI of what is no file. */
  readonly file: string;
  readonly text: string;
  readonly span: Span;
  readonly context: CodeActionContext;
}

/** Where code actions of some kinds come from. */
export interface ActionSource {
  readonly kinds: readonly string[];
  readonly actions: (selected: Selected) => CodeAction[];
}

const SOURCES: readonly ActionSource[] = [FIXING];

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
      return SOURCES.filter(({ kinds }) => kinds.some((kind) => isAsked(kind, context))).flatMap(({ actions }) =>
        actions(selected),
      );
    }),
  );
  return { codeActionProvider: { codeActionKinds: SOURCES.flatMap(({ kinds }) => kinds) } };
};

/** Kinds are nested: who asks for `refactor` is given `refactor.extract` too. */
const isAsked = (kind: string, { only }: CodeActionContext): boolean =>
  only === undefined || only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`));
