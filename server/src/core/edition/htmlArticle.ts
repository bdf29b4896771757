/** One page of an edition as an article: its name, what it is and when, what replaced it, its facts, its prose. Read from the page as it is shared, which holds nothing else. */
import type { Declaration, Entry, Fact } from '../entry/entry';
import { readEntry } from '../entry/readEntry';
import { escaped } from '../picture/paint/svg';
import { ledTo, linkHtml, type PlacedPages, proseHtml } from './htmlProse';
import type { Readership } from './readership';
import { type SharedPage, textOfPage } from './sharedPage';
import { addTo } from '../text/groups';

/** A shared page with what is written in its keys. */
export interface ReadPage {
  readonly page: SharedPage;
  readonly anchor: string;
  readonly entry: Entry;
}

export const readShared = ({ whole }: Readership, page: SharedPage, anchor: string): ReadPage => ({
  page,
  anchor,
  entry: readEntry(page.path, textOfPage({ yaml: page.yaml, body: '' }), whole.codex),
});

/** What a page says of another, by the path of the other. */
export type DeclaredElsewhere = ReadonlyMap<
  string,
  readonly { readonly by: ReadPage; readonly declaration: Declaration }[]
>;

/** What pages declare of each other, as far as their readers have heard of it. */
export function declaredElsewhere(placed: PlacedPages, pages: readonly ReadPage[]): DeclaredElsewhere {
  const said = new Map<string, { by: ReadPage; declaration: Declaration }[]>();
  for (const by of pages)
    for (const declaration of by.entry.declarations) {
      const other = ledTo(placed, declaration.target.text)?.page.path;
      if (other === undefined) continue;
      addTo(said, other, { by, declaration });
    }
  return said;
}

/** @param level of its heading, 1 to 6 */
export function articleHtml(placed: PlacedPages, read: ReadPage, said: DeclaredElsewhere, level: number): string {
  const { page, anchor, entry } = read;
  const aliases = entry.aliases.map(({ text }) => text).join(', ');
  const parts = [
    `<h${level}>${linkHtml(anchor, page.title)}</h${level}>\n`,
    paragraph('kind', [entry.type?.span ? entry.type.text : '', stretchWords(entry)].filter(Boolean).join(' · ')),
    paragraph('aka', aliases && `Also ${aliases}`),
    retconsHtml(placed, read, said),
    factsHtml(placed, entry, page),
    proseHtml(placed, page, anchor, level),
  ];
  return `<article id="${escaped(anchor)}">\n${parts.join('')}</article>`;
}

const paragraph = (kind: string, words: string): string => words && `<p class="${kind}">${escaped(words)}</p>\n`;

interface Stretch {
  readonly from: { readonly text: string } | null;
  readonly until: { readonly text: string; readonly inclusive: boolean } | null;
}

/** When a page is, in words. */
const stretchWords = ({ date, until, parts }: Entry): string =>
  (parts.length > 0 ? parts : [{ from: date, until }]).map(inWords).filter(Boolean).join(', ');

const inWords = ({ from, until }: Stretch): string =>
  [from?.text, until && `${until.inclusive ? 'through' : 'until'} ${until.text}`].filter(Boolean).join(' ');

/** What a name leads to, by the name that its page has; else as it is written. */
function nameHtml(placed: PlacedPages, written: string): string {
  const to = ledTo(placed, written);
  return to ? linkHtml(to.anchor, to.words) : escaped(written);
}

/** Facts by what they are facts of; each value with its time. */
function factsHtml(placed: PlacedPages, { facts, sources }: Entry, page: SharedPage): string {
  const rows = new Map<string, string[]>();
  for (const fact of facts) addTo(rows, factName(placed, fact, page), factValue(placed, fact));
  if (sources.length > 0) addTo(rows, 'sources', sources.map(({ text }) => nameHtml(placed, text)).join(', '));
  if (rows.size === 0) return '';
  const html = [...rows].map(
    ([name, values]) => `<dt>${name}</dt>\n${values.map((value) => `<dd>${value}</dd>\n`).join('')}`,
  );
  return `<dl>\n${html.join('')}</dl>\n`;
}

function factName(placed: PlacedPages, { entity, attribute }: Fact, page: SharedPage): string {
  const name = escaped(attribute.text.replaceAll('_', ' '));
  const isOwn = !entity || ledTo(placed, entity.text)?.page === page;
  return isOwn ? name : `${name} <span>of ${nameHtml(placed, entity.text)}</span>`;
}

function factValue(placed: PlacedPages, { value, from, until }: Fact): string {
  const when = [from && `from ${from.text}`, until && inWords({ from: null, until })].filter(Boolean).join(' ');
  return `${nameHtml(placed, value.text)}${when === '' ? '' : ` <span>${escaped(when)}</span>`}`;
}

const ACTS = {
  supersedes: ['Replaces', 'Replaced by'],
  retracts: ['Takes back', 'Taken back by'],
  restores: ['Brings back', 'Brought back by'],
} as const;

/** What the page changed in the canon, and what changed it. */
function retconsHtml(placed: PlacedPages, { page, entry }: ReadPage, said: DeclaredElsewhere): string {
  const own = entry.declarations.map((declaration) => {
    const other = nameHtml(placed, declaration.target.text);
    return { end: endHtml(declaration, declaration.fromOldEnd, other), why: declaration.reason?.text };
  });
  const others = (said.get(page.path) ?? []).map(({ by, declaration }) =>
    endHtml(declaration, !declaration.fromOldEnd, linkHtml(by.anchor, by.page.title)),
  );
  // Both ends may say it.
  const saidHere = new Set(own.map(({ end }) => end));
  const all = [...others.filter((end) => !saidHere.has(end)).map((end) => ({ end, why: undefined })), ...own];
  const html = all.map(({ end, why }) => `${end}${why === undefined ? '' : `<p>${escaped(why)}</p>`}</div>\n`);
  return html.length === 0 ? '' : `<div class="retcons">\n${html.join('')}</div>\n`;
}

/**
 * What one end of a retcon has to say of it, in a `div` that is left open for a reason.
 * @param isOld whether the page is the older one of the two
 * @param other the other page, as HTML
 */
function endHtml({ kind, effective, only, soft }: Declaration, isOld: boolean, other: string): string {
  const when = effective?.always ? 'from the beginning' : effective ? `from ${effective.text}` : '';
  const what = only ? `as to ${only.map(({ text }) => text).join(', ')}` : '';
  const more = [what, when, soft ? 'and both stand' : ''].filter(Boolean).join(', ');
  const isGone = isOld && !soft && kind !== 'restores';
  return `<div${isGone ? ' class="gone"' : ''}><p><b>${ACTS[kind][isOld ? 1 : 0]}</b> ${other} ${escaped(more)}</p>`;
}
