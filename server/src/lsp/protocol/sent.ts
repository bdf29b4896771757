/** What the core answers, as it is sent: words that lead to an entry lead to a URI instead. */

type Plain = string | number | boolean | null | undefined;

/** Some words; with a URI, what they name can be opened there. */
export type Phrase = string | Named;

interface Named {
  readonly text: string;
  readonly uri?: string;
  readonly isStrong?: boolean;
}

/** An answer of the core (`core/tools`) without its entries. Words that may lead to one are a `Part` there, and a `Phrase` here. */
export type Sent<T> = T extends Plain
  ? T
  : T extends readonly (infer One)[]
    ? readonly Sent<One>[]
    : 'entry' extends keyof T
      ? Named
      : { readonly [Key in keyof T]: Sent<T[Key]> };
