/** The links of an entry, in its prose and in its frontmatter, that lead to another entry. */
import { describerOf } from '../canon';
import type { Entry } from '../entry/entry';
import { type Naming, namingsIn } from '../entry/naming';
import type { Span } from '../text/span';
import { standingWords } from './entryCard';
import { entityAtViewpoint, resolveAtViewpoint, subjectAtViewpoint } from './atViewpoint';
import type { Viewpoint } from './viewpoint';

export interface EntryLink {
  /** What is between the brackets; in the frontmatter, the name. */
  readonly span: Span;
  readonly entry: Entry;
  /** The link's own text after the `#`. */
  readonly heading: string | null;
  /** Title and standing, in words that are no markup. */
  readonly tooltip: string;
}

/** Wikilinks only: editors follow relative links by themselves, and a bare id in the frontmatter is no link. In the order of places. */
export function linksOf(view: Viewpoint, entry: Entry): EntryLink[] {
  return namingsIn(entry)
    .filter(({ linked }) => linked)
    .flatMap((naming) => {
      const target = targetOf(view, entry, naming);
      if (!target) return [];
      const { link } = naming;
      const span = link ? { start: link.span.start + (link.embed ? 3 : 2), end: link.span.end - 2 } : naming.span;
      const tooltip = `${target.title} · ${standingWords(view, target)}`;
      return [{ span, entry: target, heading: link?.heading ?? null, tooltip }];
    })
    .sort((a, b) => a.span.start - b.span.start);
}

/** The named entry at the viewpoint; in the frontmatter also the one that describes the entity of that name. */
export function targetOf(view: Viewpoint, entry: Entry, naming: Naming): Entry | undefined {
  const subject = subjectAtViewpoint(view, entry, naming);
  if (subject?.kind === 'entry') return subject.entry;
  if (!subject || naming.link || resolveAtViewpoint(view, subject.name).kind === 'many') return undefined;
  return describerOf(view.known, entityAtViewpoint(view, subject.name), view.present);
}
