/** What a page of an edition says beside its prose, as data: its dates, its facts, and what became of it. */
import type { Declaration, Entry, Fact } from '../entry/entry';
import { readEntry } from '../entry/readEntry';
import { presentEntry } from '../entry/versions';
import { addTo } from '../text/groups';
import { type LedTo, ledTo, type Places } from './places';
import type { Readership } from './readership';
import type { FormerValue } from './sharedFormerly';
import { type SharedPage, textOfPage } from './sharedPage';

/** A shared page with the values of its keys, as it stands now. */
export interface ReadPage {
  readonly page: SharedPage;
  readonly anchor: string;
  readonly entry: Entry;
}

/** The shared page as an entry, with what it said before. */
export const entryOfShared = ({ whole }: Pick<Readership, 'whole'>, { path, yaml }: SharedPage): Entry =>
  readEntry(path, textOfPage({ yaml, body: '' }), whole.codex);

export const readShared = (readership: Readership, page: SharedPage, anchor: string): ReadPage => ({
  page,
  anchor,
  entry: presentEntry(entryOfShared(readership, page)),
});

/** The declarations of a page on others, by the path of the other. */
export type DeclaredElsewhere = ReadonlyMap<
  string,
  readonly { readonly by: ReadPage; readonly declaration: Declaration }[]
>;

/** The declarations of pages on each other, as far as their readers know them. */
export function declaredElsewhere(placed: Places, pages: readonly ReadPage[]): DeclaredElsewhere {
  const said = new Map<string, { by: ReadPage; declaration: Declaration }[]>();
  for (const by of pages)
    for (const declaration of by.entry.declarations) {
      const other = ledTo(placed, declaration.target.text)?.page.path;
      if (other === undefined) continue;
      addTo(said, other, { by, declaration });
    }
  return said;
}

interface Stretch {
  readonly from: { readonly text: string } | null;
  readonly until: { readonly text: string; readonly inclusive: boolean } | null;
}

/** What a page is, and when: `person · 281 TA through 331 TA`. */
export const kindWords = (entry: Entry): string =>
  [entry.type?.span ? entry.type.text : '', stretchWords(entry)].filter(Boolean).join(' · ');

/** The dates of a page, in words. */
const stretchWords = ({ date, until, parts }: Entry): string =>
  (parts.length > 0 ? parts : [{ from: date, until }]).map(inWords).filter(Boolean).join(', ');

const inWords = ({ from, until }: Stretch): string =>
  [from?.text, until && `${until.inclusive ? 'through' : 'until'} ${until.text}`].filter(Boolean).join(' ');

/** A name: a link if it leads to a shared page, else the words as written. */
export type Named = LedTo | string;

export const named = (places: Places, written: string): Named => ledTo(places, written) ?? written;

/** The values of one attribute of one entity. */
export interface FactRow {
  readonly name: string;
  /** The entity, if it is not the page itself. */
  readonly of: Named | null;
  readonly values: readonly {
    readonly names: readonly Named[];
    readonly when: string;
    /** It is what the page said before. */
    readonly isFormer?: true;
  }[];
}

/**
 * Facts by their entity and attribute, and after them the sources; each value with its time.
 * @param former what the page said before, where that is shown
 */
export function factRows(
  places: Places,
  { facts, sources }: Pick<Entry, 'facts' | 'sources'>,
  page: SharedPage,
  former: readonly FormerValue[] = [],
): readonly FactRow[] {
  const rows = new Map<
    string,
    { readonly fact: Fact; readonly of: Named | null; readonly values: FactRow['values'][number][] }
  >();
  const add = (fact: Fact, value: FactRow['values'][number]): void => {
    const { entity, attribute } = fact;
    const of = entity ? named(places, entity.text) : null;
    const isOwn = of === null || (typeof of !== 'string' && of.page === page);
    const key = JSON.stringify([attribute.text, isOwn ? null : typeof of === 'string' ? of : of.anchor]);
    const row = rows.get(key) ?? { fact, of: isOwn ? null : of, values: [] };
    row.values.push(value);
    rows.set(key, row);
  };
  for (const fact of facts) {
    const { value, from, until } = fact;
    const when = [from && `from ${from.text}`, until && inWords({ from: null, until })].filter(Boolean).join(' ');
    add(fact, { names: [named(places, value.text)], when });
  }
  for (const { facts: values, version } of former) {
    const { effective, change } = version;
    const when = [effective?.date && `until ${effective.text}`, change?.reason && `(${change.reason.text})`];
    const names = values.map(({ value }) => named(places, value.text));
    add(values[0], { names, when: when.filter(Boolean).join(' '), isFormer: true });
  }
  const names = sources.map(({ text }) => named(places, text));
  return [
    ...[...rows.values()].map(({ fact, of, values }) => ({
      name: fact.attribute.text.replaceAll('_', ' '),
      of,
      values,
    })),
    ...(names.length > 0 ? [{ name: 'sources', of: null, values: [{ names, when: '' }] }] : []),
  ];
}

const ACTS = {
  supersedes: ['Replaces', 'Replaced by'],
  retracts: ['Takes back', 'Taken back by'],
  restores: ['Brings back', 'Brought back by'],
} as const;

/** One end's account of a retcon: "Replaced by House Vyr from 300 TA". */
interface RetconRow {
  readonly act: string;
  readonly other: Named;
  /** As to what, and from when. */
  readonly more: string;
  /** Whether the page that says it is what was replaced. */
  readonly isGone: boolean;
  readonly why: string | undefined;
}

/** The retcons that are made of a page, and after them those that it makes. */
export function retconRows(places: Places, { page, entry }: ReadPage, said: DeclaredElsewhere): readonly RetconRow[] {
  const own = entry.declarations.map((declaration) => ({
    ...retconRow(declaration, declaration.fromOldEnd, named(places, declaration.target.text)),
    why: declaration.reason?.text,
  }));
  // Both ends may declare it.
  const wordsOf = ({ act, other, more }: Omit<RetconRow, 'why'>): string =>
    JSON.stringify([act, typeof other === 'string' ? other : other.anchor, more]);
  const saidHere = new Set(own.map(wordsOf));
  const others = (said.get(page.path) ?? []).map(({ by, declaration }) =>
    retconRow(declaration, !declaration.fromOldEnd, { page: by.page, anchor: by.anchor, words: by.page.title }),
  );
  return [...others.filter((row) => !saidHere.has(wordsOf(row))).map((row) => ({ ...row, why: undefined })), ...own];
}

/** @param isOld whether the page is the older one of the two */
function retconRow({ kind, effective, only, soft }: Declaration, isOld: boolean, other: Named): Omit<RetconRow, 'why'> {
  const when = effective?.always ? 'from the beginning' : effective ? `from ${effective.text}` : '';
  const what = only ? `as to ${only.map(({ text }) => text).join(', ')}` : '';
  const more = [what, when, soft ? 'and both stand' : ''].filter(Boolean).join(', ');
  return { act: ACTS[kind][isOld ? 1 : 0], other, more, isGone: isOld && !soft && kind !== 'restores' };
}
