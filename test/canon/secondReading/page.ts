/**
 * The plain values that the second implementation of model.md reads: a codex without files, YAML or calendars, whose days
 * are small integers.
 */

/**
 * A world date: its first day, and its spelling on the page. The product sees only `text`, and the second implementation
 * only `day`.
 */
export interface When {
  readonly day: number;
  readonly text: string;
}

/**
 * An end, exclusive (model §1). `through` says that the page gives it inclusively; `day` is the first day after it all
 * the same.
 */
export interface End extends When {
  readonly key: 'until' | 'through';
}

/** Before every day: where an undated fact begins, and what `always` means. */
export const ALWAYS = -Infinity;
/** After every day: where what is open ends. */
export const FOREVER = Infinity;
/** The end of time, at which a question without `at` is asked (model §3): a day after all that pages name. */
export const LAST_DAY = 99;

/** An attribute of an entity, under the name that some page gives it. */
export interface Named {
  readonly entity: string;
  readonly attribute: string;
}

/** A fact as a page states it (model §4). */
export interface Statement extends Named {
  readonly value: string;
  readonly from?: When | undefined;
  readonly end?: End | undefined;
}

/** One item under `supersedes`, `retracts`, `restores` or `superseded_by` (model §5). */
export interface Declaration {
  readonly key: 'supersedes' | 'retracts' | 'restores' | 'superseded_by';
  readonly name: string;
  readonly effective?: When | undefined;
  readonly soft?: boolean | undefined;
  readonly only?: readonly Named[] | undefined;
}

/** One markdown file (model §2). */
export interface Page {
  /** The file's name without `.md`. */
  readonly file: string;
  readonly id: string;
  readonly title?: string | undefined;
  readonly aliases: readonly string[];
  readonly entity?: string | undefined;
  readonly date?: When | undefined;
  readonly end?: End | undefined;
  readonly canon?: string | undefined;
  readonly tier?: string | undefined;
  readonly facts: readonly Statement[];
  readonly declares: readonly Declaration[];
}

export interface Codex {
  readonly pages: readonly Page[];
  /** Oldest first; a date is an ISO date (model §7). */
  readonly revisions: readonly { readonly id: string; readonly date?: string }[];
  /** An attribute that is not listed is a state (model §4). */
  readonly kinds: Readonly<Record<string, 'state' | 'constant' | 'set'>>;
  /** Highest first. */
  readonly tiers: readonly string[];
}
