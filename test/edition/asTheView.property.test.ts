/** An edition shows what its readers hold: read as a codex of its own, it answers as the view from which it was made. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allOf, clippedOf, entityNamed, isShown, type Known, pairOf, heldOf } from '../../server/src/core/canon';
import type { Entry } from '../../server/src/core/entry/entry';
import { filesOfPages } from '../../server/src/core/edition/edition';
import { knownTo } from '../../server/src/core/edition/readership';
import { codexOf } from '../support/codex';
import { dateOf, moment } from '../canon/whoKnows/moments';
import { askable, ATTRIBUTES, ENTITIES, filesOf, KNOWERS, WORLDS, type World } from '../canon/whoKnows/secretWorlds';
import '../support/seed';
import { editionOf } from './editing';

const RUNS = Number(process.env.FUZZ_RUNS ?? 60);

/** An edition shows beliefs next to the truth: which of them somebody holds is decided where they meet. */
const withoutBeliefs = (world: World): World => ({
  ...world,
  pages: world.pages.map((page) => ({
    ...page,
    believedBy: null,
    facts: page.facts.map((fact) => ({ ...fact, believedBy: null })),
  })),
});

const ANY_WORLD = fc.oneof(WORLDS['one line'] as fc.Arbitrary<World>, WORLDS['several lines'] as fc.Arbitrary<World>);

/** What is held about an entity, in the order of time: values, and from when until when. */
const heldIn = (known: Known, name: string, attribute: string): unknown[] =>
  heldOf(known, pairOf(entityNamed(known, name), attribute))
    .map(({ clipped, line, segment }) =>
      [clipped.fact.value.text, line, segment.from?.day ?? null, segment.until?.day ?? null].join(),
    )
    .sort();

/** Whether everything that decides an answer is on visible pages, and can be written there. */
function isOnPages(known: Known, name: string, attribute: string): boolean {
  const isOpen = (entry: Entry): boolean => isShown(known, entry);
  return clippedOf(known, pairOf(entityNamed(known, name), attribute)).every(
    ({ entry, fact, begins, clippedBy, periods, segments }) =>
      isOpen(entry) &&
      // A cut by a retcon on another page is written as an end.
      clippedBy.every(({ by, kind }) => isOpen(by) || (kind !== 'restores' && !periods && segments.length < 2)) &&
      // What a page states about its own time can't be taken back for one of its facts: that it has always held, or has
      // no end yet. Nor can an end that is to come be written, which keeps later values from ending the fact.
      (begins !== null || fact.from !== null || entry.date === null) &&
      !fact.endsLater,
  );
}

it(
  'answers as the view does, for everything on its pages',
  () => {
    let compared = 0;
    fc.assert(
      fc.property(ANY_WORLD.map(withoutBeliefs), fc.constantFrom(...KNOWERS), moment, (one, who, until) => {
        const by = dateOf(askable(one, until));
        const { 'codex.yaml': codex = '', ...pages } = filesOf(one);
        const files = { 'codex.yaml': `${codex}shared_keys: [canon]\n`, ...pages };
        const edition = editionOf(files, { for: who, at: by });
        const shared = Object.fromEntries(filesOfPages(edition.pages));
        const view = knownTo(edition.readership);
        const own = allOf(codexOf({ 'codex.yaml': codex.replace(/^audience:.*$/m, ''), ...shared }).canon);
        const drawn = [files, shared].map((some) =>
          Object.entries(some)
            .map(([path, text]) => `//- ${path}\n${text}`)
            .join(''),
        );
        for (const entity of ENTITIES)
          for (const attribute of ATTRIBUTES) {
            if (!isOnPages(view, entity, attribute)) continue;
            const held = heldIn(view, entity, attribute);
            compared += held.length;
            expect(
              heldIn(own, entity, attribute),
              `${attribute} of ${entity} for ${who} by ${by}\n${drawn.join('\n=== as shared\n')}`,
            ).toEqual(held);
          }
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(0);
  },
  60_000 + RUNS * 200,
);
