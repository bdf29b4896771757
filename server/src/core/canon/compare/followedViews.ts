/** Views of the canon that follow some retcons: they stay at one until the next is asked for, and then go there. */
import { type Ledger, openLedger, type Staters, statersOf } from '../incremental/ledger';
import { type Moving, movingView } from '../incremental/movingView';
import { type Above, openAbove } from '../incremental/openAbove';
import type { Retcon } from '../model/edges';
import { keptBeside, type Still, upTo } from '../model/known';
import type { Touched } from '../retcons/touchedFacts';

/** The same, and the answers about it, of which the last step is the retcon. */
export interface FollowedPair extends Touched {
  readonly ledger: Ledger;
}

/** An entity in a view that moves from retcon to retcon, and its answers there, by attribute. */
interface Story {
  readonly moving: Moving;
  readonly staters: Staters;
  readonly ledgers: Map<string, Ledger>;
  /** What it leaves out, at which canon point; it has changed with the view, and never else. */
  above: { readonly base: Still; readonly of: Above } | null;
}

/** So many entities are followed, those that were asked for last: mostly the next retcon is about the same. */
export const MOST_FOLLOWED = 128;

const storiesFollowed = keptBeside(() => new Map<string, Story>());

/** Has the view of an entity go to just before an entry. */
function goBefore(story: Story, base: Still, { by, position }: Retcon): void {
  const before = story.above;
  const above = before?.base === base ? before.of : openAbove(base);
  const changed = above.to(by);
  story.above = { base, of: above };
  story.moving.to(position, above.all, before && before.of !== above ? [...before.of.all, ...changed] : changed);
}

/** The views of these entities go to the retcon, and over it. */
export function followed(
  known: Still,
  retcon: Retcon,
  touched: readonly Touched[],
  entities: ReadonlySet<string>,
): readonly FollowedPair[] {
  const all = storiesFollowed(known);
  const stories = [...entities].map((entity): Story => {
    const story = all.get(entity) ?? {
      moving: movingView(known),
      staters: statersOf(known.canon, entity),
      ledgers: new Map(),
      above: null,
    };
    // Behind all others: those that were asked for last are kept.
    all.delete(entity);
    all.set(entity, story);
    return story;
  });
  for (const entity of all.keys()) {
    if (all.size <= MOST_FOLLOWED) break;
    all.delete(entity);
  }
  const pairs = touched.map(({ entity, attribute }): FollowedPair => {
    const { moving, staters, ledgers } = all.get(entity) as Story;
    let ledger = ledgers.get(attribute);
    if (!ledger) ledgers.set(attribute, (ledger = openLedger(moving, staters, attribute)));
    return { entity, attribute, ledger };
  });
  const base = upTo(known.canon, retcon.position);
  for (const story of stories) goBefore(story, base, retcon);
  for (const { ledger } of pairs) ledger.follow();
  for (const { moving } of stories) moving.takeIn(retcon.by);
  for (const { ledger } of pairs) ledger.follow();
  return pairs;
}
