/** Where editions are written: folders on the machine of the language server. */
import type { Codex } from '../core/codex/codex';

/** What would change in a folder, and how that is done. */
export interface PlannedEdition {
  readonly added: readonly string[];
  readonly changed: readonly { readonly file: string; readonly lines: readonly string[] }[];
  readonly removed: readonly string[];
  readonly inTheWay: readonly string[];
  /** What has to be moved away first, in words; null: nothing. */
  readonly whatIsInTheWay: string | null;
  readonly isUpToDate: boolean;
  /** What a file that is to be changed holds now; null where there is none. */
  readonly textToChange: (file: string) => string | null;
  readonly write: () => void;
}

/** Folders are absolute. */
export interface EditionsPort {
  /** Why none can lie in a folder, in words; null: it can. */
  whyNoPlace(root: string, folder: string, codex: Codex): string | null;
  /** The paths of some files of a codex. */
  filesThat(root: string, isWanted: (path: string) => boolean): readonly string[];
  canReadPicture(root: string, file: string): boolean;
  /** Where another tool cuts a page. */
  cutByOthers(text: string): { readonly yaml: string; readonly body: string } | null;
  /** What one page of HTML is made with: its script and its style, the name of the codex's folder, prose as HTML, and pictures of a codex as addresses that hold them. */
  htmlParts(root: string): {
    readonly script: string;
    readonly style: string;
    readonly folder: string;
    /** @param place what the names of places in it begin with, the level of the heading above, and the names of headings in places */
    renderMarkdown(
      text: string,
      place: { readonly anchor: string; readonly level: number; readonly headingId: (words: string) => string },
    ): string;
    pictureData(from: string): string;
  };
  /** Finishes what a command was stopped in that wrote to a folder: before something is written there, and not before. */
  finishWriting(folder: string): unknown;
  /** For whom the edition in a folder was written; null: there is none, or it does not say. */
  readerOf(folder: string): string | null;
  /** Writes nothing yet. @param reader whom it is for. @param pictures those that are copied, and where to */
  plan(
    root: string,
    folder: string,
    reader: string,
    pages: ReadonlyMap<string, string>,
    pictures: readonly { readonly from: string; readonly path: string }[],
  ): PlannedEdition;
}
