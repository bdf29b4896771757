/** The sections of an entry's prose, each under its heading. */
import { readBody } from '../entry/body';
import type { Entry } from '../entry/entry';
import { cutFrontmatter } from '../entry/frontmatter';
import { withoutMarkup } from '../entry/readEntry';
import { nameKey, slug } from '../entry/slug';
import { nameSpan } from '../rules/relatedPlaces';
import type { Span } from '../text/span';

export interface Section {
  /** 1 to 6. */
  readonly level: number;
  /** The heading as written. */
  readonly text: string;
  /** From the line of the heading to the last word before the next heading that is no deeper. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly Section[];
}

/** The outermost sections of a file. */
export function sectionsOf(text: string): readonly Section[] {
  const { headings } = readBody(text, cutFrontmatter(text)?.body ?? 0);
  const top: Draft[] = [];
  const open: Draft[] = [];
  const close = (from: number, at: number): void => {
    for (const { span } of open.splice(from)) span.end = Math.max(span.end, text.slice(0, at).trimEnd().length);
  };
  for (const { level, text: words, span } of headings) {
    const start = text.lastIndexOf('\n', span.start - 1) + 1;
    const above = open.findIndex((section) => section.level >= level);
    if (above >= 0) close(above, start);
    const section: Draft = { level, text: words, span: { start, end: span.end }, nameSpan: span, children: [] };
    (open.at(-1)?.children ?? top).push(section);
    open.push(section);
  }
  close(0, text.length);
  return top;
}

/** A section whose end is not known yet. */
interface Draft extends Section {
  readonly span: { readonly start: number; end: number };
  readonly children: Draft[];
}

/** Where a link leads in a file: to the heading that it names, else to where the entry says who it is. */
export const landingIn = (entry: Entry, text: string, heading: string | null): Span =>
  (heading === null ? null : headingNamed(text, heading)) ?? nameSpan(entry);

/** The heading that a link means by `#Youth`, or `#Life#Youth`: by its words, or as an address spells them. */
function headingNamed(text: string, named: string): Span | null {
  const wanted = named.slice(named.lastIndexOf('#') + 1);
  const { headings } = readBody(text, cutFrontmatter(text)?.body ?? 0);
  const by = (key: (words: string) => string) =>
    headings.find((heading) => [heading.text, withoutMarkup(heading.text)].some((words) => key(words) === key(wanted)));
  return (by(nameKey) ?? by(slug))?.span ?? null;
}
