/** Where code actions come from: what each source of them is asked, and what it has to give. */
import type { CodeAction, CodeActionContext, WorkspaceEdit } from 'vscode-languageserver';
import type { Span } from '../../core/text/span';
import type { Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';

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
  /** Only for requests that name the kind: a menu of everything that can be done here does not. */
  readonly onlyByName?: true;
  /** One that has neither an edit nor a command, nor anything to make them of, is done by the server. */
  readonly actions: (selected: Selected) => CodeAction[];
  /** The edit of an action that was sent without one, with `data` in its place. */
  readonly resolve?: (where: Pick<Selected, 'desk' | 'codex'>, data: ActionData) => WorkspaceEdit | null;
}

/** What an action without an edit needs to be resolved. */
export interface ActionData {
  /** The document for which it was asked. */
  readonly uri: string;
  /** The problems that it mends. */
  readonly code: string;
}
