/** For the stretches of a state, each stop of the canon lists those added and removed there, however many there are. */
import { expect, it } from 'vitest';
import { stopsOf } from '../../../server/src/core/canon/incremental/canonStops';
import { clipsOverCanonTime } from '../../../server/src/core/canon/incremental/clipsOverCanonTime';
import { nameSteps } from '../../../server/src/core/canon/incremental/namesOverCanonTime';
import { openStretches } from '../../../server/src/core/canon/incremental/stretchesNow';
import { allEntries } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import type { Held } from '../../../server/src/core/canon/truth/truth';
import { atOnce } from '../../../server/src/core/text/steps';
import { codex, type Files } from '../model/answers';

const CODEX = 'revisions: [s1, s2, s3, s4]\ntiers: [book, rumour]\n';

/** `v [3 TA, )`; what holds on all lines except some names these. */
const shown = ({ clipped, segment: { from, until }, line, except }: Held): string =>
  `${clipped.fact.value.text} [${from?.text ?? ''}, ${until?.text ?? ''})${line === null ? ` but ${except.join()}` : ''}`;

/** By stop, the removed (`-`) and added (`+`) values of lord. */
function changes(files: Files): string[][] {
  const canon = codex({ 'codex.yaml': CODEX, ...files });
  const [within, entries] = [knownAt(canon, LATEST), allEntries(canon)];
  const stops = atOnce(stopsOf(within, entries, []));
  const [pair] = atOnce(clipsOverCanonTime(within, entries, stops, nameSteps(within, stops))).pairs;
  const facts = (pair?.spans ?? []).map(({ clipped, from, until }, place) => {
    return { from, until, fact: { clipped, ref: undefined, place } };
  });
  const stretches = openStretches(
    within,
    facts.map(({ fact }) => fact.clipped),
    'state',
  );
  const turns = new Set(facts.flatMap(({ from, until }) => [from, until]));
  turns.delete(Infinity);
  return [...turns]
    .sort((a, b) => a - b)
    .map((stop) => {
      for (const { until, fact } of facts) if (until === stop) stretches.take(fact);
      for (const { from, fact } of facts) if (from === stop) stretches.put(fact);
      const { gone, come } = stretches.settle();
      return [...gone.map((held) => `-${shown(held)}`), ...come.map((held) => `+${shown(held)}`)];
    });
}

const page = (canon: string, value: string, dates = ''): string =>
  `canon: ${canon}\nfacts:\n  - {entity: x, attribute: lord, value: ${value}${dates && `, ${dates}`}}`;

it.each<[string, Files, string[][]]>([
  [
    'a value between two others ends the one before it',
    {
      a: page('s1', 'v', 'from: 1 TA'),
      b: page('s1', 'w', 'from: 9 TA'),
      c: page('s2', 'u', 'from: 5 TA'),
      d: 'canon: s3\nretracts: c',
    },
    [
      ['+v [1 TA, 9 TA)', '+w [9 TA, )'],
      ['-v [1 TA, 9 TA)', '+u [5 TA, 9 TA)', '+v [1 TA, 5 TA)'],
      ['-u [5 TA, 9 TA)', '-v [1 TA, 5 TA)', '+v [1 TA, 9 TA)'],
    ],
  ],
  [
    'the gaps of an undated value',
    {
      a: page('s1', 'v'),
      b: page('s2', 'w', 'from: 3 TA, until: 5 TA'),
      c: page('s3', 'u', 'from: 8 TA, until: 9 TA'),
      d: 'canon: s4\nretracts: b',
    },
    [
      ['+v [, ) but '],
      ['-v [, ) but ', '+w [3 TA, 5 TA)', '+v [, 3 TA)', '+v [5 TA, )', '+v [, ) but era:ta'],
      ['-v [5 TA, )', '+u [8 TA, 9 TA)', '+v [5 TA, 8 TA)', '+v [9 TA, )'],
      ['-w [3 TA, 5 TA)', '-v [, 3 TA)', '-v [5 TA, 8 TA)', '+v [, 8 TA)'],
    ],
  ],
  [
    'of the gaps of undated values those that another value makes less',
    {
      a: page('s1', 'v'),
      b: page('s1', 'w'),
      c: page('s1', 't', 'from: 1 TA, until: 2 TA'),
      d: page('s1', 's', 'from: 8 TA'),
      e: page('s2', 'u', 'from: 3 TA, until: 4 TA'),
    },
    [
      [
        '+t [1 TA, 2 TA)',
        '+s [8 TA, )',
        ...['v', 'w'].flatMap((one) => [`+${one} [, 1 TA)`, `+${one} [2 TA, 8 TA)`, `+${one} [, ) but era:ta`]),
      ],
      [
        '-v [2 TA, 8 TA)',
        '-w [2 TA, 8 TA)',
        '+u [3 TA, 4 TA)',
        ...['v', 'w'].flatMap((one) => [`+${one} [2 TA, 3 TA)`, `+${one} [4 TA, 8 TA)`]),
      ],
    ],
  ],
  [
    'nothing for a value that only begins on the same day, nor for a higher tier',
    {
      a: page('s1', 'v'),
      b: page('s1', 'w', 'from: 3 TA'),
      c: page('s2', 'u', 'from: 3 TA'),
      d: `tier: book\n${page('s3', 't')}`,
      e: `tier: rumour\n${page('s4', 's', 'from: 1 TA')}`,
    },
    [
      ['+w [3 TA, )', '+v [, 3 TA)', '+v [, ) but era:ta'],
      ['+u [3 TA, )'],
      ['+t [, 3 TA)', '+t [, ) but era:ta'],
      ['-v [, 3 TA)', '+s [1 TA, 3 TA)', '+v [, 1 TA)'],
    ],
  ],
])('%s', (_, files, expected) => expect(changes(files)).toEqual(expected));
