/** Fixes of references to superseded entries, and of links that lead nowhere or to several entries. */
import { pageEnd, withoutPageEnd } from '../../text/pageFile';
import { reviewNames, staleSourcesOf, staleSummariesOf, idOf, nearEntries, standingOf, takenBy } from '../../canon';
import { addTopItems } from '../../entry/frontmatter';
import type { Link } from '../../entry/body';
import type { Entry } from '../../entry/entry';
import { leadsTo, nameLike } from '../../rules/rule';
import type { Problem } from '../../text/problem';
import { spanContains } from '../../text/span';
import { listFirst } from '../../text/words';
import { pageAudience, unclearAudience } from '../refactor/knownByText';
import { newFrontmatter } from '../refactor/page';
import { type MendContext, fromRule, type Mend, type Offer, offer, entryText } from './mend';

/** Replaces a stale source by its successor, or marks it as reviewed. */
export const mendStaleSource: Mend = (context, problem) => {
  const { known, entry, present } = context;
  const stale = staleSourcesOf(known, entry, present).find(({ ref }) => ref.span.start === problem.span.start);
  if (!stale) return [];
  const id = idOf(known, stale.by);
  const edit = addTopItems(entryText(context), known.canon.codex, 'reviewed', [id]);
  return [
    ...fromRule(context, problem).map((fix) => ({ ...fix, title: `Rest this on ${id} instead`, isPreferred: true })),
    ...offer(`Nothing changes here: reviewed ${id}`, entry.path, edit, { isPreferred: false }),
  ];
};

/** Marks all changes of what a page sums up as reviewed. */
export const mendStaleSummary: Mend = (context, problem) => {
  const { known, entry, present } = context;
  const stale = staleSummariesOf(known, entry, present).find(({ ref }) => ref.span.start === problem.span.start);
  const ids = reviewNames(known, stale?.by ?? []);
  if (ids.length === 0) return [];
  const edit = addTopItems(entryText(context), known.canon.codex, 'reviewed', ids);
  return offer(`Mark reviewed as of now: ${listFirst(MOST_NAMED, ids, 'and')}`, entry.path, edit, {
    isPreferred: false,
  });
};

const MOST_NAMED = 3;

const linkAt = ({ entry }: MendContext, { span }: Problem): Link | undefined =>
  entry.links.find(({ targetSpan }) => targetSpan.start === span.start);

/** Points a link at the page that superseded its target. */
export const mendStaleLink: Mend = (context, problem) => {
  const { known, entry, present } = context;
  const link = linkAt(context, problem);
  const found = link && leadsTo(known, entry, link);
  if (!link || found?.kind !== 'one' || standingOf(known, found.entry, present) !== 'superseded') return [];
  const by = takenBy(known, found.entry, present)?.retcon.by;
  return by && by !== entry ? ledTo(context, link, by, `Link to ${idOf(known, by)} instead`) : [];
};

/** Points a link at the nearest existing page, or creates the page beside this one. */
export const mendUnknownLink: Mend = (context, problem) => {
  const { known, entry } = context;
  const link = linkAt(context, problem);
  if (!link) return [];
  const near = nearEntries(known, link.target).filter((other) => other !== entry);
  const file = fileFor(entry, link);
  const text = file !== null && context.textOf(file) === null ? pageFor(context, link, file) : null;
  return [
    ...near.flatMap((other) => ledTo(context, link, other, `Change to ${idOf(known, other)}`, near.length === 1)),
    ...(file !== null && text !== null
      ? [{ title: `Create ${file}`, creates: [{ file, text }], edits: [], isPreferred: false }]
      : []),
  ];
};

/** The text of a new page for a link, with the audience of the link; null if that is unclear. */
function pageFor(context: MendContext, { target, targetSpan }: Link, file: string): string | null {
  const { known, entry } = context;
  const { codex } = known.canon;
  const isSecret = entry.knowledge?.secrets.some(({ span }) => spanContains(span, targetSpan)) === true;
  if (isSecret || unclearAudience(known, entry) !== null) return null;
  const keys = pageAudience(codex, entry, entryText(context), file);
  const front = Object.keys(keys).length > 0 ? newFrontmatter(codex, keys, '\n') : '';
  return front === null ? null : `${front}# ${withoutPageEnd(target.slice(target.lastIndexOf('/') + 1))}\n`;
}

/** Names one of several entries by its id, and keeps the name as the label. */
export const mendAmbiguous: Mend = (context, problem) => {
  const { known, entry } = context;
  const link = linkAt(context, problem);
  const found = link && leadsTo(known, entry, link);
  if (!link || found?.kind !== 'many' || link.kind !== 'wiki') return fromRule(context, problem);
  const ids = found.entries.map((one) => idOf(known, one));
  if (new Set(ids).size < ids.length) return [];
  const text = entryText(context);
  const hasLabel = text.slice(link.targetSpan.end, link.span.end).includes('|');
  const rest = { start: link.targetSpan.start, end: link.targetSpan.end };
  const label = hasLabel || link.heading !== undefined ? '' : `|${link.target}`;
  return ids.flatMap((id) =>
    offer(`Change to ${id}`, entry.path, { span: rest, text: id + label }, { isPreferred: false }),
  );
};

/** Gives a link another target: a wikilink a name, a markdown link a path. */
function ledTo(context: MendContext, link: Link, other: Entry, title: string, isPreferred = true): Offer[] {
  const { known, entry } = context;
  const name = link.kind === 'wiki' ? nameLike(known, { linked: true }, other) : pathTo(entry.path, other.path);
  if (link.kind === 'wiki' && /[[\]|#^]/.test(name)) return [];
  return offer(title, entry.path, { span: link.targetSpan, text: name }, { isPreferred });
}

/** The relative path from one file to another, encoded for a markdown link. */
function pathTo(from: string, to: string): string {
  const [base, parts] = [from.split('/').slice(0, -1), to.split('/')];
  let same = 0;
  while (same < base.length && base[same] === parts[same]) same++;
  const path = [...base.slice(same).map(() => '..'), ...parts.slice(same)].join('/');
  return path
    .replace(/[\s()<>\\%#?]|(?<=^[^/]*):/g, encodeURIComponent)
    .replace(/[()]/g, (one) => (one === '(' ? '%28' : '%29'));
}

/** The file that an unresolved link would lead to; null if that is not a valid file name. */
function fileFor({ path }: Entry, { kind, target }: Link): string | null {
  const name = withoutPageEnd(target.normalize('NFC').trim());
  if (name === '' || /[\\:*?"<>|#^[\]]|(?:^|\/)\.|^\/|\/$/.test(name)) return null;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const file = name + (pageEnd(target.trim()) || '.md');
  // Written with a folder, a wikilink begins at the root; a markdown link always at the page.
  return kind === 'wiki' && name.includes('/') ? file : folder + file;
}
