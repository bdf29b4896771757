/** The requests that the client makes of the server beyond LSP, each with what it asks and what it is answered. */
import type {
  AnswerPage,
  AskParams,
  CanonPointCheck,
  CanonPointChoice,
  DateCheck,
  DeletionLoss,
  Entity,
  EntryChoice,
  FadingAnswer,
  FileEdits,
  LoreFound,
  Mentions,
  PlaceRange,
  RowNamed,
  SpanOf,
  ViewAnswer,
  ViewParams,
} from './protocol';
import type { BriefRequests, ViewpointRequests } from './protocolViewpoint';
import type { EditionRequests, HookRequests, SetUpRequests } from './protocolFolder';
import type { RippleRequests } from './protocolRipples';
import type { RetconRequests } from './protocolRetcons';
import type { ReadingRequests } from './protocolReading';
import type { SecretRequests } from './protocolSecrets';
import type { ReviewRequests, KinRequests, TimelineRequests } from './protocolPictures';

interface AssistantRequests {
  /** As `retcon/ask`; a refusal is an answer as well. */
  'retcon/askAsTool': [AskParams, string];
  /** @param unsaved the files whose text on the screen is not on the disk */
  'retcon/openPage': [{ readonly uri: string; readonly unsaved: readonly string[] }, string];
}

/** Each request with what it asks and what it is answered. */
export interface Requests
  extends AssistantRequests,
    BriefRequests,
    EditionRequests,
    RetconRequests,
    HookRequests,
    ReadingRequests,
    KinRequests,
    ReviewRequests,
    RippleRequests,
    SecretRequests,
    SetUpRequests,
    TimelineRequests,
    ViewpointRequests {
  /** `asSeen`: only what can be asked about through the eyes of the viewpoint. `drawnAs`: only what can be drawn so. */
  'retcon/entities': [{ readonly asSeen?: boolean; readonly drawnAs?: 'family' | 'succession' }, Entity[]];
  'retcon/entries': [{ readonly asSeen?: boolean }, EntryChoice[]];
  /** Asked of the codex of a file, or of the one in use. */
  'retcon/canonPoints': [{ readonly uri?: string }, CanonPointChoice[]];
  'retcon/checkDate': [{ readonly text: string }, DateCheck];
  'retcon/checkCanonPoint': [{ readonly text: string; readonly uri?: string }, CanonPointCheck];
  /** A question of the list (`core/tools/asked/questionList.ts`), with its parameters by name, of the codex of a file or of the one in use. */
  'retcon/ask': [AskParams, AnswerPage];
  /** How the answers about the entry of a file differ now. */
  'retcon/diffOfEntry': [{ readonly from: string; readonly uri: string }, AnswerPage];
  /** What an open page would change if it were saved as it is. */
  'retcon/whatIf': [{ readonly uri: string }, AnswerPage];
  /** The URI of a committed file; null where there was none, and at a point that is not a commit. */
  'retcon/committedFile': [{ readonly uri: string; readonly asOf: string }, string | null];
  /** @param uri of the file, as if it were there. @param commit its full hash */
  'retcon/committedText': [{ readonly uri: string; readonly commit: string }, string | null];
  'retcon/view': [ViewParams, ViewAnswer];
  'retcon/rangeOf': [SpanOf, PlaceRange];
  /** Null where a file can't take it. */
  'retcon/settle': [RowNamed, FileEdits | null];
  'retcon/fading': [{ readonly uri: string }, FadingAnswer];
  /** Of the thing at a position, else of the entry itself; null where there is no entry. */
  'retcon/mentions': [{ readonly uri: string; readonly position?: PlaceRange['start'] }, Mentions | null];
  /** `uris` of files and folders. */
  'retcon/restsOn': [{ readonly uris: readonly string[] }, DeletionLoss[]];
  /** An LSP edit (`WorkspaceEdit`), or why there is none; null for a file that is not an entry. */
  'retcon/organiseFrontmatter': [{ readonly uri: string }, object | 'in order' | 'unreadable' | null];
  /** From the viewpoint of the codex in use. `all`: passages of superseded and retracted entries too. */
  'retcon/lore': [{ readonly text: string; readonly all?: boolean }, LoreFound];
}
