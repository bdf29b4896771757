/** The links of an entry, in its prose and in its frontmatter, that lead to another entry. */
import { entityNamed, type Known, resolve } from '../canon/known';
import { describerOf } from '../canon/standing';
import type { Entry } from '../entry/entry';
import { leadsTo } from '../rules/links';
import type { Span } from '../text/span';
import { standingWords } from './card';
import { type Mention, mentionsOf } from './mentions';

export interface EntryLink {
  /** What is between the brackets. */
  readonly span: Span;
  readonly entry: Entry;
  /** As the link has it, behind the `#`. */
  readonly heading: string | null;
  /** Title and standing, in words that are no markup. */
  readonly tooltip: string;
}

/** Wikilinks only: editors follow relative links by themselves, and a bare id in the frontmatter is no link. */
export function linksOf(known: Known, entry: Entry, text: string): EntryLink[] {
  const seen = new Set<number>();
  const links: EntryLink[] = [];
  for (const mention of mentionsOf(entry, known.canon.codex, text)) {
    const link = linkOf(known, entry, mention);
    // An entity that several facts are about is mentioned once for each.
    if (!link || seen.has(link.span.start)) continue;
    seen.add(link.span.start);
    const tooltip = `${link.entry.title} · ${standingWords(known, link.entry)}`;
    links.push({ ...link, tooltip });
  }
  return links;
}

type Found = Omit<EntryLink, 'tooltip'> | null;

function linkOf(known: Known, entry: Entry, mention: Mention): Found {
  switch (mention.kind) {
    case 'link': {
      const { link } = mention;
      const found = link.kind === 'wiki' ? leadsTo(known, entry, link) : null;
      if (found?.kind !== 'one') return null;
      const span = { start: link.span.start + (link.embed ? 3 : 2), end: link.span.end - 2 };
      return { span, entry: found.entry, heading: link.heading ?? null };
    }
    case 'entry':
    case 'entity':
      return mention.ref.linked ? named(known, mention.ref.text, mention.span) : null;
    case 'value':
      return mention.fact.value.linked ? named(known, mention.fact.value.text, mention.span) : null;
    case 'self':
    case 'attribute':
    case 'only':
    case 'date':
    case 'revision':
    case 'key':
      return null;
  }
}

/** A link by the name of an entity leads to what describes it. */
function named(known: Known, name: string, span: Span): Found {
  const found = resolve(known, name);
  if (found.kind === 'many') return null;
  const { present } = known.canon.codex;
  const entry = found.kind === 'one' ? found.entry : describerOf(known, entityNamed(known, name), present);
  return entry ? { span, entry, heading: null } : null;
}
