/** What client and server say to each other of git's own hook, which stops a commit. */

/** Tells of the repositories with a codex.yaml, in folders that are trusted, whose commits nothing of ours looks at. Carries `HookOffer[]`. */
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
