/**
 * The facts about an entity on a page with so many facts that they are indexed, compared with looking at each of them.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allEntries, factsAbout, factsOn, knownAt, LATEST, readCanonPoint } from '../../../server/src/core/canon';
import { statesMany } from '../../../server/src/core/canon/model/indexKeys';
import { entityOfFact } from '../../../server/src/core/canon/model/known';
import { codexOf } from '../../support/codex';

const NAMES = [
  'vyr',
  'Vyr',
  'House Vyr',
  'houses/vyr',
  'houses/vyr.md',
  'other',
  'Other',
  'far/other',
  'nobody',
  'NOBODY',
];
const ATTRIBUTES = ['seat', 'ruler'];

const stated = fc.array(
  fc.record({ entity: fc.option(fc.constantFrom(...NAMES)), attribute: fc.constantFrom(...ATTRIBUTES) }),
  { minLength: 4, maxLength: 12 },
);

const others = fc.subarray([
  ['houses/vyr.md', '---\nid: vyr\ntitle: House Vyr\n---\n'],
  ['aside/other.md', '---\ncanon: r2\n---\n'],
  ['described.md', '---\nentity: vyr\nfacts: {ruler: one}\n---\n'],
] as const);

it('is the same as what is found by looking at each fact', () => {
  fc.assert(
    fc.property(stated, others, fc.option(fc.constantFrom(...NAMES)), (facts, pages, entity) => {
      const lines = Array.from({ length: 600 }, (_, i) => {
        const one = facts[i % facts.length];
        const name = one?.entity ? `entity: "${one.entity}", ` : '';
        return `  - {${name}attribute: ${one?.attribute}, value: v${i}}\n`;
      });
      const page = `---\ncanon: r1\n${entity ? `entity: "${entity}"\n` : ''}facts:\n${lines.join('')}---\n`;
      const codex = codexOf({ 'codex.yaml': 'revisions: [r1, r2]\n', 'p.md': page, ...Object.fromEntries(pages) });
      const read = readCanonPoint(codex.canon, 'r1');
      if (!read.ok) throw new Error(read.message);
      const before = read.point;
      for (const known of [knownAt(codex.canon, LATEST), knownAt(codex.canon, before)]) {
        const entries = allEntries(known.canon).filter(known.has);
        expect(entries.some(statesMany)).toBe(true);
        const all = entries.flatMap((entry) =>
          entry.facts.map((fact) => ({ entry, fact, of: entityOfFact(known, entry, fact) })),
        );
        for (const of of new Set(all.map((one) => one.of))) {
          const about = all.filter((one) => one.of === of).map(({ entry, fact }) => ({ entry, fact }));
          expect(factsAbout(known, of)).toEqual(about);
          for (const attribute of ATTRIBUTES)
            expect(factsOn(known, of, attribute)).toEqual(
              about.filter(({ fact }) => fact.attribute.text === attribute),
            );
        }
      }
    }),
  );
});
