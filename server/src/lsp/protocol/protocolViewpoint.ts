/** What client and server say to each other of the viewpoint: from when a codex is read, and through whose eyes. */
import type { KnowerFound } from '../../core/reading/viewpoint';

/** A viewpoint as it is chosen: without `at`, at the codex's present; without `asOf`, as everything is known now; without `for`, as the author sees it. */
export interface Chosen {
  readonly at?: string;
  readonly asOf?: string;
  readonly for?: string;
}

/**
 * The viewpoint of a codex, as Retcon reads it; null where nothing is chosen. `forTitle` is what the author calls the knower. `problem`:
 * why it is of now in spite of a choice.
 */
export interface ViewpointState {
  readonly at: string | null;
  readonly asOf: string | null;
  readonly for: string | null;
  readonly forTitle: string | null;
  readonly present: string | null;
  readonly problem?: string;
}

/** Notifies the client that the viewpoint has changed since it was last asked for. */
export const VIEWPOINT_CHANGED = 'retcon/viewpointChanged';

/** What a viewpoint is chosen from; `here` is the date of the open document's entry. */
export interface ViewpointChoices {
  readonly here: string | null;
  /** With the dates used in each, and the title of an entry that has that date. */
  readonly eras: readonly {
    readonly name: string;
    readonly dates: readonly { readonly text: string; readonly title?: string }[];
  }[];
}

/** Somebody through whose eyes one can look; `name` is what `for` takes. */
export type KnowerChoice = KnowerFound;

/** Each request with what it asks and what it is answered. */
export interface ViewpointRequests {
  /** Asked of the codex of an open document, or of the one in use; null where no codex is awake. */
  'retcon/viewpoint': [{ readonly uri?: string }, ViewpointState | null];
  'retcon/setViewpoint': [Chosen & { readonly uri?: string }, ViewpointState];
  'retcon/viewpointChoices': [{ readonly uri?: string }, ViewpointChoices];
  /** Circles first, then those who are named as knowers, then characters. */
  'retcon/knowers': [{ readonly uri?: string }, KnowerChoice[]];
  /** Whether somebody of this name can look; null: they can, else what is wrong, in words. */
  'retcon/checkKnower': [{ readonly text: string; readonly uri?: string }, string | null];
}

/** A brief, to be handed on as it is. */
export interface BriefCopied {
  readonly text: string;
  readonly tokens: number;
}

export interface BriefRequests {
  /** Of the scene in a file, or of a topic where there is none. `for`: who it is for, where the author says it. */
  'retcon/brief': [{ readonly uri?: string; readonly topic?: string; readonly for?: string }, BriefCopied];
}
