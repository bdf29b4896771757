/** What client and server say to each other of folders: their files, hooks, set-up, editions and imports. */
import type { PlaceRange } from './protocol';

/** How a server that can open no file by itself asks the editor for files: many in one request. */
export const FILES = 'retcon/files';

/** By their URIs. */
export interface FilesParams {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** In the order in which they were asked for: what was found, null where there is nothing of the kind, or why it can't be read. */
export interface FilesAnswer {
  /** What each folder holds: names, and what they are: 1 a file, 2 a folder; with 64, by a link. */
  readonly folders: readonly ((readonly [name: string, kind: number])[] | string | null)[];
  readonly files: readonly (Uint8Array | string | null)[];
}

/** Lists the repositories with a codex.yaml, in trusted folders, whose commits no hook of ours checks. Carries `HookOffer[]`. */
export const HOOK_OFFERED = 'retcon/hookOffered';

export interface HookOffer {
  /** Where git keeps the repository: the same for all its working trees. */
  readonly repository: string;
  /** The folder of the codex. */
  readonly root: string;
}

/** Each request with what it asks and what it is answered. */
export interface HookRequests {
  /**
   * Asked of the codex with a root, of that of an open document, or of the one in use; answered with a sentence about what was
   * done.
   */
  'retcon/hook': [{ readonly does: 'install' | 'uninstall'; readonly uri?: string; readonly root?: string }, string];
}

/** The code of an error: no codex.yaml, and no note that uses Retcon's keys, so there is nothing to answer from. */
export const NOT_SET_UP = 4001;

/** One thing that was found, to be taken or left. */
export interface SetUpFinding {
  readonly id: string;
  readonly label: string;
  readonly remark: string;
  readonly isTaken: boolean;
}

/** Findings of one kind, with what is taken of them in words. */
export interface SetUpPart {
  readonly title: string;
  readonly text: string;
  readonly findings: readonly SetUpFinding[];
}

/** A date that can't be read, in the file of that URI. */
export interface SetUpUnread {
  readonly uri: string;
  readonly file: string;
  readonly date: string;
  readonly why: string;
}

/** The codex.yaml that would be written; `exists` when the folder has one already. */
export interface InitPreview {
  /** The file that would be written: codex.yaml, or settings.yaml in a folder of several worlds. */
  readonly file: string;
  readonly text: string;
  readonly summary: string;
  readonly exists: boolean;
  readonly parts: readonly SetUpPart[];
  readonly unread: readonly SetUpUnread[];
}

/** A place in a note, and what stands there. */
export interface WorldPlace {
  readonly uri: string;
  readonly range: PlaceRange;
  /** Of the note. */
  readonly title: string;
  readonly text: string;
}

/** What was understood of a world, as `core/views/yourWorld.ts` finds it; of long lists the first. */
export interface WorldAnswer {
  /** The URI of its codex.yaml. */
  readonly codexFile: string;
  /** Of its folder. */
  readonly name: string;
  readonly notes: number;
  readonly types: readonly (readonly [type: string, notes: number])[];
  readonly dated: number;
  readonly date: (WorldPlace & { readonly readAs: readonly string[] }) | null;
  readonly facts: number;
  readonly properties: readonly {
    readonly name: string;
    readonly kind: 'constant' | 'state' | 'set';
    readonly facts: number;
    readonly example: WorldPlace;
  }[];
  readonly propertyCount: number;
  /** How many properties could count, and do not. */
  readonly otherProperties: number;
  readonly contradictions: number;
  readonly firstContradiction: string | null;
  readonly secrets: number;
  readonly unreadDates: readonly WorldPlace[];
  readonly unreadCount: number;
  readonly broken: readonly { readonly uri: string; readonly title: string }[];
  readonly brokenCount: number;
  readonly openLinks: number;
}

/** Requests as `Requests` has them. */
export interface SetUpRequests {
  /** Null while the folder is being read. Without one, of the world in use. */
  'retcon/yourWorld': [{ readonly folder?: string }, WorldAnswer | null];
  /** The properties that may be facts and do not count yet. The notes are looked at. */
  'retcon/factChoices': [object, readonly SetUpFinding[]];
  /** Has some of the properties of the last `retcon/factChoices` count: an LSP edit (`WorkspaceEdit`), null where codex.yaml can't be changed. */
  'retcon/countFacts': [{ readonly taken: readonly string[] }, object | null];
  /** True; refused with `NOT_SET_UP` where the folder in use, or that of a document, is not set up. */
  'retcon/isSetUp': [{ readonly uri?: string }, true];
  /** The worlds that are open, by name; the one in use first. */
  'retcon/settings': [object, readonly string[]];
  /** Has the questions that name no file be about a world from now on. */
  'retcon/useSetting': [{ readonly name: string }, true];
  /** A question of each world that is open, each for itself. */
  'retcon/askAll': [
    { readonly question: string; readonly given: Readonly<Record<string, string>> },
    { readonly title: string; readonly markdown: string },
  ];
  /** `taken`: the ids of what is to count; without it, what is sure. The notes are looked at only where it is left out. */
  'retcon/initPreview': [{ readonly folder: string; readonly taken?: readonly string[] }, InitPreview];
}

/**
 * An edition that has been looked at. `refusal`: why there is none, in words; `needsDate`: it has to be said when; `reader`: the folder holds
 * an edition for somebody else.
 */
export type EditionShown =
  | { readonly refusal: string; readonly needsDate: boolean; readonly reader?: string }
  | {
      /** What is newly visible, what no longer is, and what is left out and why, as lines. */
      readonly preview: string;
      /** The same with all of each; null: that is all. */
      readonly whole: string | null;
      readonly pages: number;
      /** Nothing is kept from these readers: no page, fact or passage. */
      readonly isEverything: boolean;
      /** Nothing is kept secret from these readers, though some pages may be unfinished or not marked for publishing. */
      readonly hasNoSecrets: boolean;
      /** How many pages are left out because others are marked for publishing and they are not. */
      readonly unmarked: number;
      readonly isUpToDate: boolean;
      readonly isWritten: boolean;
    };

/** Another tool's world, looked at. */
export type ImportShown =
  | { readonly refusal: string }
  | {
      readonly preview: string;
      /** Of a table: the columns that may become facts. */
      readonly columns: readonly string[];
      /** What this goes by: what was chosen, now or for the last import. */
      readonly choices: { readonly facts: readonly string[]; readonly isHidden: boolean };
      readonly files: number;
      readonly isWritten: boolean;
    };

export interface EditionRequests {
  /** Shows what of an export would be written to a folder, both paths of the server's machine; `write`: and writes it. */
  'retcon/import': [
    {
      readonly file: string;
      readonly folder: string;
      /** Of a table: the columns that become facts; without it all do. */
      readonly facts?: readonly string[];
      /** Whether all pages are for their author alone. */
      readonly isHidden?: boolean;
      readonly write?: boolean;
    },
    ImportShown,
  ];
  /** Shows what would be written to a folder, a path of the server's machine; `write`: and writes it. */
  'retcon/edition': [
    {
      readonly uri?: string;
      readonly for: string;
      readonly at?: string;
      readonly folder: string;
      /** As one page of HTML. */
      readonly html?: boolean;
      /** As pages for a site generator. */
      readonly site?: boolean;
      /** As journals for Foundry; with `gm` the rest of the codex too, for the game master alone. */
      readonly foundry?: boolean;
      readonly gm?: boolean;
      readonly write?: boolean;
      /** Whether an edition for somebody else may be written over. */
      readonly replace?: boolean;
      /** Whether pages that no key marks for publishing are shared too, where others are marked. */
      readonly all?: boolean;
    },
    EditionShown,
  ];
}
