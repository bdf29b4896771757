/** What retcons leave of a fact at a moment: the second implementation of model §5, for one line after another. */
import { canonOrder } from '../secondReading/order';
import type { Page as PlainPage } from '../secondReading/page';
import { type Retcon, inForce, isEnded, undoneAnywhere, viewAt, type View } from '../secondReading/retcons';
import { EVER, LINES, type Moment, NEVER, type When, YEARS } from './moments';
import { type Declares, fileOf, type Page, REVISIONS, type Stated } from './secretWorlds';

export interface Fact {
  readonly page: Page;
  readonly stated: Stated;
}

export interface Declaration {
  readonly page: Page;
  readonly declares: Declares;
}

/**
 * `effective`, else of a supersession the date of the page, else always; of a restoration where the earliest of the retcons that it undoes
 * took effect. @param declared all that counts
 */
export function effectiveOf(
  one: Declaration,
  pages: readonly Page[],
  facts: readonly Fact[],
  declared: readonly Declaration[],
): Moment | 'always' {
  const { page, declares } = one;
  if (declares.effective !== null) return declares.effective;
  if (declares.kind === 'supersedes') return page.date ?? 'always';
  if (declares.kind === 'retracts') return 'always';
  const view = viewOf(pages, facts, declared, () => 0);
  const restoration = retconIn(view, one);
  const undone = restoration ? undoneAnywhere(view, restoration) : [];
  const effects = declared
    .filter((other) => undone.some((retcon) => retcon === retconIn(view, other)))
    .sort(
      (a, b) =>
        Number(a.declares.kind === 'restores') - Number(b.declares.kind === 'restores') ||
        (fileOf(a.page) < fileOf(b.page) ? -1 : 1),
    )
    .map((other) => effectiveOf(other, pages, facts, declared));
  if (effects.length === 0 || effects.includes('always')) return 'always';
  const moments = effects.filter((effect) => effect !== 'always');
  return moments.reduce((first, other) => (other.line === first.line && other.year < first.year ? other : first));
}

export const retconIn = (view: View, { page, declares }: Declaration): Retcon | undefined =>
  view.retcons.find(({ kind, by, of }) => kind === declares.kind && by.id === page.id && of.id === declares.old);

export function viewOf(
  pages: readonly Page[],
  facts: readonly Fact[],
  declared: readonly Declaration[],
  dayOf: (one: Declaration) => number,
): View {
  const plain = pages.map(
    (page): PlainPage => ({
      file: page.id,
      id: page.id,
      aliases: [],
      canon: page.canon ?? undefined,
      facts: facts
        .filter((fact) => fact.page === page)
        .map(({ stated }) => stated)
        .map(({ entity, attribute, value }) => ({ entity, attribute, value })),
      declares: declared
        .filter((one) => one.page === page)
        .map((one) => ({ key: one.declares.kind, name: one.declares.old, effective: { day: dayOf(one), text: '' } })),
    }),
  );
  return viewAt({ pages: plain, revisions: REVISIONS.map((id) => ({ id })), kinds: {}, tiers: [] }, 'latest');
}

/** Some facts and declarations as they lie on one line: on others nothing of it ever takes effect. */
export interface OnLine {
  readonly line: string;
  readonly view: View;
  readonly effects: ReadonlyMap<string, Moment | 'always'>;
}

const keyOf = (kind: string, by: string, old: string): string => `${kind} ${by} ${old}`;

export function onLine(
  line: string,
  pages: readonly Page[],
  facts: readonly Fact[],
  declared: readonly Declaration[],
): OnLine {
  const effectOf = (one: Declaration): Moment | 'always' => effectiveOf(one, pages, facts, declared);
  const effects = new Map(
    declared.map((one) => [keyOf(one.declares.kind, one.page.id, one.declares.old), effectOf(one)]),
  );
  const view = viewOf(pages, facts, declared, (one) => {
    const effective = effectOf(one);
    return effective === 'always' ? -Infinity : effective.line === line ? effective.year : Infinity;
  });
  return { line, view, effects };
}

/** What is left of a fact, as it is seen from a moment. */
export interface Left {
  /** null: undated. */
  readonly from: number | null;
  readonly until: number;
  /** It ends on another line: until when it holds is unknown. */
  readonly isUnsure: boolean;
}

/**
 * null: nothing. Undefined: whatever is left can't be placed on the line. @param begins where the fact does @param end
 * its own, as far as that is seen
 */
export function leftOf(
  { line, view, effects }: OnLine,
  { page, stated }: Fact,
  begins: When,
  end: When,
  year: number,
): Left | null | undefined {
  const own = view.known.find(({ id }) => id === page.id);
  if (!own) return null;
  const pair = { entity: `the name ${stated.entity}`, attribute: stated.attribute };
  if (isEnded(view, own, pair, year)) return null;
  // What lies on no line yet gets the line of the first that cuts it off.
  let lies = begins?.line ?? end?.line ?? null;
  let until = end && end.line === lies ? end.year : NEVER;
  for (const clip of inCanonOrder(
    view,
    inForce(view, pair, year).filter(({ of }) => of === own),
  )) {
    const effective = effects.get(keyOf(clip.kind, clip.by.id, clip.of.id));
    if (effective === 'always' || effective === undefined) return null;
    lies ??= effective.line;
    if (effective.line === lies) until = Math.min(until, effective.year);
  }
  if (begins && until <= begins.year) return null;
  if (lies !== null && lies !== line) return undefined;
  const isUnsure = begins !== null && end !== null && begins.line !== end.line;
  return { from: begins && begins.year, until, isUnsure };
}

function inCanonOrder(view: View, clips: readonly Retcon[]): readonly Retcon[] {
  if (clips.length < 2) return clips;
  const order = canonOrder(view);
  return clips.toSorted((a, b) => order.indexOf(a.by) - order.indexOf(b.by));
}

export const isWithin = ({ from, until }: Left, year: number): boolean => (from ?? EVER) <= year && year < until;

/** Whether anything is left of a fact, anywhere. */
export const isLeftAnywhere = (at: (line: string) => OnLine, fact: Fact, begins: When, end: When): boolean =>
  LINES.some((line) => {
    const there = at(line);
    return YEARS.some((year) => {
      const left = leftOf(there, fact, begins, end, year);
      return left && isWithin(left, year);
    });
  });
