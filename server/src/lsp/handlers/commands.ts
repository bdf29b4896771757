/** The commands that the server runs for editors that have none of ours: it shows a place, and does a code action itself. */
import {
  type CodeAction,
  type Command,
  CreateFile,
  ErrorCodes,
  MessageType,
  type Range,
  ResponseError,
  ShowMessageNotification,
  type TextEdit,
  type WorkspaceEdit,
  type CodeActionContext,
} from 'vscode-languageserver';
import { pathOfUri } from '../convert/uris';
import { type Announced, showsDocuments } from '../convert/announced';
import type { Area, Desk } from '../session/desk';
import type { Span } from '../../core/text/span';
import type { LiveCodex } from '../session/liveCodex';

const SHOW = 'retcon.show';
const DO = 'retcon.do';

/** A place to be shown. */
interface Shown {
  readonly uri: string;
  readonly range?: Range;
}

/** A code action that the server is to do, by the place where it was offered and what it was called there. */
export interface ToDo {
  readonly uri: string;
  readonly range: Range;
  readonly title: string;
  readonly kind: string;
}

export const showing = (title: string, place: Shown): Command => ({ title, command: SHOW, arguments: [place] });

export const doing = (what: ToDo): Command => ({ title: what.title, command: DO, arguments: [what] });

/** What an action is asked as that the server itself does: by an editor to which any edit can be given. */
export const ANY_EDIT: Announced['editor'] = {
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] } },
};

/**
 * @param actionOf what an action is now; undefined where it is offered no longer
 * @param made called with a file that was made
 */
export const answerCommands =
  (actionOf: (desk: Desk, what: ToDo) => CodeAction | undefined, made: (file: string) => void): Area =>
  (desk) => {
    desk.connection.onExecuteCommand(async ({ command, arguments: [given] = [] }) => {
      if (command === SHOW && isPlace(given)) await show(desk, given);
      else if (command === DO && isToDo(given)) await run(desk, actionOf(desk, given), given, made);
      else throw new ResponseError(ErrorCodes.InvalidParams, `there is no command ${command} with these arguments.`);
      return null;
    });
    return { executeCommandProvider: { commands: [SHOW, DO] } };
  };

// What comes from an editor may be anything.
const isPlace = (given: unknown): given is Shown =>
  typeof given === 'object' && given !== null && 'uri' in given && typeof given.uri === 'string';

const isToDo = (given: unknown): given is ToDo =>
  isPlace(given) && given.range !== undefined && 'title' in given && typeof given.title === 'string';

/** Nothing is asked: it is only shown. */
const say = ({ connection }: Desk, type: MessageType, message: string): Promise<void> =>
  connection.sendNotification(ShowMessageNotification.type, { type, message });

/** Has the editor open a file, or says where it is. */
async function show(desk: Desk, { uri, range }: Shown): Promise<void> {
  if (!showsDocuments(desk)) return say(desk, MessageType.Info, pathOfUri(uri) ?? uri);
  await desk.connection.window.showDocument({ uri, takeFocus: true, ...(range && { selection: range }) });
}

async function run(
  desk: Desk,
  action: CodeAction | undefined,
  { title }: ToDo,
  made: (file: string) => void,
): Promise<void> {
  const refuse = (why: string): Promise<void> => say(desk, MessageType.Error, `${title}: ${why}`);
  if (!action?.edit) return refuse('this can no longer be done here. Ask for the actions again.');
  const { changes, creates } = partsOf(action.edit);
  if (Object.keys(changes).length > 0) {
    const { applied, failureReason } = await desk.connection.workspace.applyEdit({ label: title, edit: { changes } });
    if (!applied) return refuse(failureReason ?? 'the editor did not make the change.');
  }
  for (const [uri, text] of creates) {
    const file = pathOfUri(uri);
    const why = file === null ? 'is not a file here.' : desk.platform.files.create(file, text);
    if (file === null || why !== null) return refuse(`${file ?? uri} ${why}`);
    made(file);
  }
  const [first] = creates.keys();
  const place = action.command?.arguments?.[0] as Shown | undefined;
  if (place ?? first !== undefined) await show(desk, place ?? { uri: first ?? '' });
}

interface Parts {
  /** By URI. */
  readonly changes: Readonly<Record<string, TextEdit[]>>;
  /** The texts of new files, by URI. */
  readonly creates: ReadonlyMap<string, string>;
}

/** An edit as a whole, parted into what is typed into documents and what is made on the disk. */
function partsOf({ changes = {}, documentChanges = [] }: WorkspaceEdit): Parts {
  const typed: Record<string, TextEdit[]> = { ...changes };
  const creates = new Map<string, string>();
  for (const one of documentChanges) {
    if (CreateFile.is(one)) creates.set(one.uri, '');
    else if ('edits' in one) {
      const { uri } = one.textDocument;
      const edits = one.edits.flatMap((edit) => ('newText' in edit ? edit : []));
      if (creates.has(uri)) creates.set(uri, edits.map(({ newText }) => newText).join(''));
      else typed[uri] = [...(typed[uri] ?? []), ...edits];
    }
  }
  return { changes: typed, creates };
}

/** What actions are asked for. */
export interface Selected {
  readonly desk: Desk;
  readonly codex: LiveCodex;
  readonly uri: string;
  /** Absolute, or the URI of a document that is not a file. */
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
