/** What retcons leave of a fact at a moment: the second implementation of model §5, for one line after another. */
import { canonOrder } from '../secondReading/order';
import type { Page as PlainPage } from '../secondReading/page';
import { type Retcon, inForce, isEnded, viewAt, type View } from '../secondReading/retcons';
import { EVER, LINES, type Moment, NEVER, type When, YEARS } from './moments';
import { type Declares, type Page, REVISIONS, type Stated } from './secretWorlds';

export interface Fact {
  readonly page: Page;
  readonly stated: Stated;
}

export interface Declaration {
  readonly page: Page;
  readonly declares: Declares;
}

/** `effective`, else for a retraction always, else the date of the page, else always. */
export function effectiveOf({ page, declares }: Declaration): Moment | 'always' {
  if (declares.effective !== null) return declares.effective;
  return declares.kind === 'retracts' ? 'always' : (page.date ?? 'always');
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
  const effects = new Map(
    declared.map((one) => [keyOf(one.declares.kind, one.page.id, one.declares.old), effectiveOf(one)]),
  );
  const dayOf = (effective: Moment | 'always'): number =>
    effective === 'always' ? -Infinity : effective.line === line ? effective.year : Infinity;
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
        .map((one) => ({
          key: one.declares.kind,
          name: one.declares.old,
          effective: { day: dayOf(effectiveOf(one)), text: '' },
        })),
    }),
  );
  const view = viewAt({ pages: plain, revisions: REVISIONS.map((id) => ({ id })), kinds: {}, tiers: [] }, 'latest');
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
