/** How the server says that a folder is not set up, so that whoever asked can offer it. */

/** The code of an error: no codex.yaml, and no note that uses Retcon's keys, so there is nothing to answer from. */
export const NOT_SET_UP = 4001;

/** Requests as `Requests` has them. */
export interface SetUpRequests {
  /** True; refused with `NOT_SET_UP` where the folder in use, or that of a document, is not set up. */
  'retcon/isSetUp': [{ readonly uri?: string }, true];
}
