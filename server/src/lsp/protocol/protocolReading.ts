/** What client and server say to each other of the reading view: a note as HTML, as the viewpoint knows it. */

/**
 * In the HTML `#p3` leads to the page of that number, `#p3/heading` to a place of it, and `retcon-picture:3` is the picture of that
 * number. None of its scripts or tags is the author's.
 */
export interface ReadingAnswer {
  readonly title: string;
  readonly html: string;
  /** URIs; the page itself comes first. */
  readonly pages: readonly string[];
  /** URIs. */
  readonly pictures: readonly string[];
  /** Through whose eyes it is read, as its author calls them; null: the author's own. */
  readonly eyes: string | null;
  /** Whether the viewpoint knows nothing of this page: then the rest is empty. */
  readonly isHidden: boolean;
}

/** A few words about a page. */
interface ReadingCardAnswer {
  readonly title: string;
  readonly html: string;
}

export interface ReadingRequests {
  /** Null for a file that is not an entry, or not read yet. */
  'retcon/readingPage': [{ readonly uri: string }, ReadingAnswer | null];
  /** Null where the viewpoint knows nothing of it. */
  'retcon/readingCard': [{ readonly uri: string }, ReadingCardAnswer | null];
}
