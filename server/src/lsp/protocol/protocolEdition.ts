/** What client and server say to each other of editions. */

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
      readonly isUpToDate: boolean;
      readonly isWritten: boolean;
    };

export interface EditionRequests {
  /** Shows what would be written to a folder, a path of the server's machine; `write`: and writes it. */
  'retcon/edition': [
    {
      readonly uri?: string;
      readonly for: string;
      readonly at?: string;
      readonly folder: string;
      /** As one page of HTML. */
      readonly html?: boolean;
      readonly write?: boolean;
      /** Whether an edition for somebody else may be written over. */
      readonly replace?: boolean;
    },
    EditionShown,
  ];
}
