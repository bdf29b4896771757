/** Setting up a folder as a world: how it is said that one is not set up, what was understood of its notes, and what can be chosen. */

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
  readonly codexYaml: string;
  readonly summary: string;
  readonly exists: boolean;
  readonly parts: readonly SetUpPart[];
  readonly unread: readonly SetUpUnread[];
}

/** Requests as `Requests` has them. */
export interface SetUpRequests {
  /** True; refused with `NOT_SET_UP` where the folder in use, or that of a document, is not set up. */
  'retcon/isSetUp': [{ readonly uri?: string }, true];
  /** `taken`: the ids of what is to count; without it, what is sure. The notes are looked at only where it is left out. */
  'retcon/initPreview': [{ readonly folder: string; readonly taken?: readonly string[] }, InitPreview];
}
