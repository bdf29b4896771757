/** What client and server say to each other beyond LSP: the names of the notices, and the shapes that several requests carry. */
import type { ViewRowData } from '../../core/views/row';

/** The questions that an assistant in the editor can ask: what a writer needs, of the pages as they stand on the screen. */
export const ASSISTANT_QUESTIONS = ['was_true_at', 'lookup', 'lore', 'chain', 'brief', 'verify'] as const;

/** What only the editor knows: the page that the author looks at, as it stands there, and the viewpoint. */
export const OPEN_PAGE = 'open_page';

/** By which VS Code knows a tool. */
export const toolName = (name: string): string => `retcon_${name}`;

/** What an editor can say of itself as it starts the server, in `initializationOptions`. */
export interface Options {
  /** It outlines the headings of markdown itself, so ours leave them out. */
  readonly outlinesHeadings?: boolean;
  /** The command by which it shows the next list of choices, once one has been taken. */
  readonly suggestCommand?: string;
  /** It has the commands `retcon.open`, `retcon.apply`, `retcon.compare` and `retcon.lookAtFork`; else the server runs what it can itself. */
  readonly opensPlaces?: boolean;
  /** False: the author has not said that the folder is to be trusted, and no other program may be run in it. */
  readonly isTrusted?: boolean;
  /** It opens what was committed: `COMMITTED`. */
  readonly opensCommitted?: boolean;
  /** It has the dialogs of `retcon.declare`, `retcon.retract`, `retcon.restore`, `retcon.extractFact`, `retcon.rewrite`, `retcon.makeSecret` and `retcon.reveal`. */
  readonly hasDialogs?: boolean;
  /** It listens to `STATUS` and `WAITING`, which the server sends unasked. */
  readonly hearsStatus?: boolean;
  /** It has commands of its own for what depends on what, so that hierarchies would only lengthen its menus. */
  readonly hasOwnChains?: boolean;
  /** The folder that it has for what is kept between starts; none: that of the user is taken. */
  readonly storage?: string;
}

/** How far the server is. `dormant`: folders without codex.yaml in which no file uses Retcon's keys. */
export interface Status {
  readonly state: 'reading' | 'ready' | 'dormant' | 'failed';
  readonly entries: number;
  /** null until they are counted, when nobody types. */
  readonly retcons: number | null;
  readonly hasSecrets: boolean;
  readonly message?: string;
  /** The folder of the codex, where there is only one. */
  readonly root?: string;
  /** Nothing is set up here, and the notes look like a world all the same. */
  readonly looksLikeWorld?: boolean;
  /** There are codices, and one has no codex.yaml: its notes use Retcon's keys all the same. */
  readonly lacksSetUp?: boolean;
}

/** Something facts are about. `file` is relative to its codex, null where no entry describes it. */
export interface Entity {
  readonly id: string;
  readonly title: string;
  readonly type?: string;
  readonly file: string | null;
  readonly aliases: readonly string[];
}

/** An entry that can be looked up, one for each version; `standing` is in words. `file` is relative to its codex. */
export interface EntryChoice {
  readonly id: string;
  readonly title: string;
  readonly type?: string;
  readonly date?: string;
  readonly standing: string;
  /** Superseded or retracted. */
  readonly isReplaced: boolean;
  readonly file: string;
  readonly aliases: readonly string[];
}

/** A point of canon time that can be asked about; `value` is what `asOf` takes. */
export interface CanonPointChoice {
  readonly label: string;
  readonly value: string;
  readonly detail?: string;
  /** The table whose session it is, where its players are a circle. */
  readonly table?: { readonly id: string; readonly title: string };
}

/** `text` is the date as Retcon reads it, `remark` what is to be known of that. */
export type DateCheck =
  | { readonly ok: true; readonly text: string; readonly remark?: string }
  | { readonly ok: false; readonly message: string };

export interface CanonPointCheck {
  readonly ok: boolean;
  readonly message?: string;
}

/** A question by its name, with its parameters. @param uri a file of the codex that is meant */
export interface AskParams {
  readonly question: string;
  readonly given: Readonly<Record<string, string>>;
  readonly uri?: string;
}

/** A page to read: its title, and its text as markdown. */
export interface AnswerPage {
  readonly title: string;
  readonly markdown: string;
}

/** The trees beside the editor. */
export const VIEWS = ['versions', 'decide', 'retcons', 'secrets'] as const;
export type ViewName = (typeof VIEWS)[number];

/** A row of a view. Files are named by their URIs; a span is in offsets, which `retcon/rangeOf` turns into a range. */
export interface ViewRow
  extends Pick<ViewRowData, 'key' | 'label' | 'detail' | 'tooltip' | 'isHere' | 'canSettle' | 'isValue'> {
  /** What it is: its icon goes by it. */
  readonly sort: string;
  readonly opens?: SpanOf;
  readonly compares?: { readonly before: string; readonly after: string; readonly title: string };
  /** The successor of what the row shows. */
  readonly successor?: string;
  /** An entry of which a retcon would settle it. */
  readonly retconnable?: string;
  /** What is under it; `later`: it is asked for with the row's key as `under`. */
  readonly rows?: readonly ViewRow[] | 'later';
}

/** Half-open offsets in the text of a file. */
export interface SpanOf {
  readonly uri: string;
  readonly start: number;
  readonly end: number;
}

/** In LSP's terms: 0-based lines, 0-based characters in UTF-16 units. */
export interface PlaceRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** What is done to some files: by URI, from the first place to the last. */
export type FileEdits = readonly { readonly uri: string; readonly range: PlaceRange; readonly text: string }[];

export interface ViewNamed {
  readonly view: ViewName;
}

/** A row of a view that can be settled. */
export type RowNamed = Pick<ViewRow, 'key'>;

/** What is asked of a view. `uri`, for the versions, is the document that the reader has open; `under` the key of a row. */
export interface ViewParams {
  readonly view: ViewName;
  readonly under?: string;
  readonly uri?: string;
}

/** `about`, of a note, is its title; null where there is none. `facts`: how many there are, where nothing waits for a decision. */
export interface ViewAnswer {
  readonly about: string | null;
  readonly facts?: number;
  readonly rows: readonly ViewRow[];
}

/** How much waits for the author: open disputes; and sources to be reviewed, with the passages that are left to revisit once they have been looked for. */
export interface Waiting {
  readonly disputes: number;
  readonly stale: number;
}

/** Ranges in one document that are shown pale, and references that are struck through. They may overlap. */
export interface FadingAnswer {
  readonly faded: readonly PlaceRange[];
  readonly struck: readonly PlaceRange[];
  /** Through whose eyes nothing is known of the page, in words; null: it is known. */
  readonly unknownTo: string | null;
}

/** Names the documents whose fading is another one now; it carries their URIs. */
export const FADING_CHANGED = 'retcon/fadingChanged';

/** A place that names an entry; `role` says in words what for, `line` is what stands there. */
export interface NamedPlaces {
  readonly role: string;
  readonly uri: string;
  readonly range: PlaceRange;
  /** The entry that names it. */
  readonly title: string;
  readonly line: string;
}

/** Everything that names something, in the order of the roles. */
export interface Mentions {
  readonly title: string;
  readonly named: readonly NamedPlaces[];
}

/** What would be missing if an entry were deleted, each in a sentence. `canRetract`: it still stands. */
export interface DeletionLoss {
  readonly uri: string;
  readonly title: string;
  readonly sentences: readonly string[];
  readonly canRetract: boolean;
}

/** The scheme of a committed file: with the path of the file, and the hash of the commit as its query. */
export const COMMITTED = 'retcon-committed';

/** A passage of prose. `file` is relative to its codex, `fate` says in words what retcons have to do with it; `uri` is null where it can't be opened. */
export interface LorePassage {
  readonly title: string;
  readonly heading: string | null;
  readonly snippet: readonly { readonly text: string; readonly isMarked: boolean }[];
  readonly fate: string;
  readonly isSuperseded: boolean;
  readonly file: string;
  readonly uri: string | null;
  readonly range: PlaceRange;
}

/** The passages that were found, the best first; `leftOut` says how many more there are of what was superseded. */
export interface LoreFound {
  readonly passages: readonly LorePassage[];
  readonly leftOut: string;
}

export const STATUS = 'retcon/status';

/** Sent when the author trusts the folder after all. */
export const TRUSTED = 'retcon/trusted';
/** Notifies the client that a view has changed since the last answer. Carries a `ViewNamed`. */
export const VIEW_CHANGED = 'retcon/viewChanged';
/** Notifies the client how much waits for the author. Carries a `Waiting`. */
export const WAITING = 'retcon/waiting';
/** Notifies the server that a view is no longer visible. Carries a `ViewNamed`. */
export const VIEW_HIDDEN = 'retcon/viewHidden';
