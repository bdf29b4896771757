/** What is left of a fact is the same, whether or not the retcons that took the rest are requested. */
import { expect, it } from 'vitest';
import { allEntries } from '../../server/src/core/canon/model/canon';
import { knownAt, readCanonPoint } from '../../server/src/core/canon/model/canonPoint';
import { entityOfFact } from '../../server/src/core/canon/model/known';
import { clip } from '../../server/src/core/canon/retcons/clips';
import { leftOfFact } from '../../server/src/core/canon/retcons/leftOfFact';
import { codex, type Files } from './model/answers';

/** What is left of each fact at two canon points, computed in both ways. */
function leftIn(files: Files): [quick: string[], whole: string[]] {
  const canon = codex({ 'codex.yaml': 'revisions: [r1, r2, r3]', ...files });
  const left = (text: string, leftOf: typeof clip) => {
    const read = readCanonPoint(canon, text);
    if (!read.ok) throw new Error(read.message);
    const known = knownAt(canon, read.point);
    return allEntries(canon)
      .filter(known.has)
      .flatMap((entry) =>
        entry.facts.map((fact) => {
          const { segments, begins } = leftOf(known, { entry, fact }, entityOfFact(known, entry, fact));
          const stretches = segments.map(({ from, until }) => `[${from?.text}, ${until?.text})`);
          return `${text} ${fact.attribute.text} from ${begins?.text}: ${stretches.join(' ')}`;
        }),
      );
  };
  const points = ['r2', 'latest'];
  return [points.flatMap((point) => left(point, leftOfFact)), points.flatMap((point) => left(point, clip))];
}

const facts = ['lord, value: maric, from: 10 TA', 'seat, value: hold', 'motto, value: ash, from: 10 XX'];
const a = `facts:\n${facts.map((one) => `  - {entity: x, attribute: ${one}}`).join('\n')}`;
const PAIRS = [
  ['always', '20 TA'],
  ['20 TA', '5 TA'],
  ['5 TA', '20 TA'],
  ['20 XX', '20 TA'],
  ['20 TA', '20 XX'],
] as const;

const retcon = (kind: string, effective: string, more = '') =>
  `${kind}: [{id: a, effective: ${effective}, reason: no${more}}]`;

function expectSame(files: Files): void {
  const [quick, whole] = leftIn(files);
  expect(quick).toEqual(whole);
}

it.each([
  ['the same', '', 'supersedes'],
  ['the second of which retracts', '', 'retracts'],
  ['the second of which restores', '', 'restores'],
  ['the first of which is soft', ', soft: true', 'supersedes'],
  ['the first of which is limited', ', only: [x.seat]', 'supersedes'],
])('of two retcons, %s', (_, more, kind) => {
  for (const [one, other] of PAIRS)
    expectSame({ a, b: `canon: r2\n${retcon('supersedes', one, more)}`, c: `canon: r3\n${retcon(kind, other)}` });
});

it('where the old end declares it', () => {
  for (const [one, other] of PAIRS)
    expectSame({ a: `${a}\nsuperseded_by: [{id: b, effective: ${one}}]`, b: '', c: retcon('supersedes', other) });
});

it('of what supersedes itself, and of what no retcon touches', () =>
  expectSame({ a: `${a}\nsupersedes: a`, b: 'date: 3 TA\nfacts: {y: {lord: orm}}' }));
