/** What client and server say to each other beyond LSP: the names of the messages, and the shapes of what they carry. */

/** How far the server is. `dormant`: folders without codex.yaml in which no file uses Retcon's keys. */
export interface Status {
  readonly state: 'reading' | 'ready' | 'dormant' | 'failed';
  readonly entries: number;
  readonly retcons: number;
  readonly message?: string;
  /** The folder of the codex, where there is only one. */
  readonly root?: string;
}

/** Something facts are about. `file` is relative to its codex, null where no entry describes it. */
export interface Entity {
  readonly id: string;
  readonly title: string;
  readonly type?: string;
  readonly file: string | null;
  readonly aliases: readonly string[];
}

/** An entry that can be looked up, each version by itself; `standing` is in words. `file` is relative to its codex. */
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
export interface CanonPoint {
  readonly label: string;
  readonly value: string;
  readonly detail?: string;
}

/** `text` is the date as Retcon reads it. */
export type DateCheck = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

export interface CanonPointCheck {
  readonly ok: boolean;
  readonly message?: string;
}

/** Without `at`, at the codex's present; without `asOf`, as known now. */
export interface WasTrueAt {
  readonly entity: string;
  readonly at?: string;
  readonly asOf?: string;
}

/** A page to read: its title, and its text as markdown. */
export interface Answer {
  readonly title: string;
  readonly markdown: string;
}

/** The codex.yaml that would fit a folder, in a sentence too; `exists` when the folder has one already. */
export interface InitPreview {
  readonly codexYaml: string;
  readonly summary: string;
  readonly exists: boolean;
}

/** A viewpoint as it is chosen: without `at`, at the codex's present; without `asOf`, as everything is known now. */
export interface Chosen {
  readonly at?: string;
  readonly asOf?: string;
}

/** The viewpoint of a codex, as Retcon reads it; null where nothing is chosen. `problem`: why it is of now in spite of a choice. */
export interface ViewpointState {
  readonly at: string | null;
  readonly asOf: string | null;
  readonly present: string | null;
  readonly problem?: string;
}

export const STATUS = 'retcon/status';

/** Each request with what it asks and what it is answered. */
export interface Requests {
  'retcon/entities': [object, Entity[]];
  'retcon/entries': [object, EntryChoice[]];
  'retcon/canonPoints': [object, CanonPoint[]];
  'retcon/checkDate': [{ readonly text: string }, DateCheck];
  'retcon/checkCanonPoint': [{ readonly text: string }, CanonPointCheck];
  'retcon/wasTrueAt': [WasTrueAt, Answer];
  'retcon/lookup': [{ readonly name: string }, Answer];
  'retcon/log': [object, Answer];
  /** Of the codex of an open document, or of the one in use; null where there is none that is awake. */
  'retcon/viewpoint': [{ readonly uri?: string }, ViewpointState | null];
  'retcon/setViewpoint': [Chosen & { readonly uri?: string }, ViewpointState];
  'retcon/initPreview': [{ readonly folder: string }, InitPreview];
}
