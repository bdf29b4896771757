/** A page that remembers answers as the same page with each of its versions written out as a page of its own (model §5). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonOf } from './world';
import { askWasTrueAt } from '../support/ask';

const CODEX = `revisions: [r1, r2, r3, r4]
attributes: {founder: constant, ruler: state, member: set}
`;
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);

/** One attribute over canon time: what was said of it at first, and what each change made of it. */
interface Story {
  readonly attribute: string;
  readonly first: readonly string[];
  readonly changes: readonly {
    readonly values: readonly string[];
    readonly canon: number;
    readonly effective: string | undefined;
    readonly soft: boolean;
  }[];
}

const VALUES = ['u', 'v', 'w', 'z'];
const change = (most: number) =>
  fc.record({
    values: fc.uniqueArray(fc.constantFrom(...VALUES), { maxLength: most }),
    canon: fc.integer({ min: 1, max: 4 }),
    effective: fc.constantFrom(undefined, undefined, 'always', '15 TA', '20 TA', '25 TA', '5 TA'),
    soft: fc.constantFrom(false, false, false, false, true),
  });
const story = (attribute: string, most: number): fc.Arbitrary<Story> =>
  fc.record({
    attribute: fc.constant(attribute),
    first: fc.uniqueArray(fc.constantFrom(...VALUES), { maxLength: most }),
    changes: fc
      .array(change(most), { maxLength: 4 })

      // Beside a soft change the older value stands, whatever later ones say: written out, nothing says so.
      .map((all) =>
        all
          .toSorted((a, b) => a.canon - b.canon)
          .map((one, i) => ({ ...one, soft: one.soft && i === all.length - 1 && one.values.length > 0 })),
      ),
  });
const stories = fc.tuple(story('founder', 1), story('ruler', 1), story('member', 3));
const date = fc.constantFrom(undefined, '10 TA');
/** Another page that names the one that remembers. */
const another = fc.constantFrom(
  '',
  'canon: r3\nfacts: {x: {ruler: q, member: v}}\nsupersedes: [{id: x, effective: 22 TA, reason: so}]',
  'canon: r3\nfacts: {x: {ruler: q}}\nsupersedes: [{id: x, effective: always, only: [x.ruler], reason: so}]',
  'canon: r2\nretracts: [{id: x, effective: 28 TA, reason: so}]',
  'canon: r4\ndate: 18 TA\nfacts: {x: {ruler: q, founder: v}}',
);

const list = (values: readonly string[]): string => `[${values.join(', ')}]`;

/** The page as its author keeps it. @param moves items of its date or its end */
function remembering(all: readonly Story[], dated: string | undefined, moves: readonly string[] = []): string {
  const lines = ['---', 'id: x', 'canon: r1', ...(dated ? [`date: ${dated}`] : [])];
  const now = all.flatMap(({ attribute, first, changes }) => {
    const values = changes.at(-1)?.values ?? first;
    return values.length > 0 ? `${attribute}: ${list(values)}` : [];
  });
  if (now.length > 0) lines.push(`facts: {x: {${now.join(', ')}}}`);
  lines.push('formerly:');
  for (const { attribute, first, changes } of all)
    changes.forEach(({ canon, effective, soft }, i) => {
      const before = i === 0 ? first : (changes[i - 1]?.values ?? []);
      const parts = [`x.${attribute}: ${before.length > 0 ? list(before) : ''}`, `canon: r${canon}`, 'reason: so'];
      if (effective !== undefined) parts.push(`effective: ${effective}`);
      if (soft) parts.push('soft: true');
      lines.push(`  - {${parts.join(', ')}}`);
    });
  return [...lines, ...moves.map((one) => `  - {${one}, reason: so}`), '---', ''].join('\n');
}

/** The same with a page for each version: it supersedes, of each page before it, the values that it takes away. */
function writtenOut(all: readonly Story[], dated: string | undefined): Map<string, string> {
  const head = (id: string, canon: number): string[] => [
    '---',
    `id: ${id}`,
    ...(id === 'x' ? [] : ['entity: x']),
    `canon: r${canon}`,
    ...(dated ? [`date: ${dated}`] : []),
  ];
  const files = new Map<string, string>();
  const atFirst = all.flatMap(({ attribute, first }) => (first.length > 0 ? `${attribute}: ${list(first)}` : []));
  files.set(
    'x.md',
    [...head('x', 1), ...(atFirst.length > 0 ? [`facts: {x: {${atFirst.join(', ')}}}`] : []), '---', ''].join('\n'),
  );
  for (const { attribute, first, changes } of all) {
    /** The page that states each value now. */
    let stated = new Map(first.map((value) => [value, 'x']));
    changes.forEach(({ values, canon, effective, soft }, i) => {
      const id = `${attribute}${i}`;
      const gone = [...stated].filter(([value]) => !values.includes(value));
      const come = values.filter((value) => !stated.has(value));
      stated = new Map(values.map((value) => [value, stated.get(value) ?? id]));
      if (gone.length + come.length === 0) return;
      const from = gone.length === 0 && effective !== undefined && effective !== 'always' ? `, from: ${effective}` : '';
      const lines = head(id, canon);
      if (come.length > 0)
        lines.push('facts:', ...come.map((one) => `  - {entity: x, attribute: ${attribute}, value: ${one}${from}}`));
      if (gone.length > 0) lines.push(come.length > 0 || soft ? 'supersedes:' : 'retracts:');
      for (const page of new Set(gone.map(([, by]) => by))) {
        const only = gone.flatMap(([value, by]) => (by === page ? `x.${attribute} = ${value}` : []));
        lines.push(
          `  - {id: ${page}, effective: ${effective ?? 'always'}, only: ${list(only)}, reason: so${soft ? ', soft: true' : ''}}`,
        );
      }
      files.set(`${id}.md`, [...lines, '---', ''].join('\n'));
    });
  }
  return files;
}

const POINTS = ['r1', 'r2', 'r3', 'r4', 'latest'];
const DAYS = [3, 7, 10, 12, 15, 17, 20, 22, 25, 27, 30];

interface Value {
  readonly value: string;
  readonly from: string | null;
  readonly until: string | null;
}

/** What is answered at each point, without who says so. */
function answers(files: ReadonlyMap<string, string>): unknown[] {
  const canon = canonOf(files, CODEX);
  return POINTS.flatMap((asOf) =>
    DAYS.map((day) => {
      const answer = askWasTrueAt(canon, { entity: 'x', asOf, at: `${day} TA` });
      if (!answer.ok) return answer.failure.message;
      const { facts } = answer.json as unknown as { facts: { attribute: string; values: Value[] }[] };
      return [
        asOf,
        day,
        ...facts.map(({ attribute, values }) => [
          attribute,
          ...values.map(({ value, from, until }) => `${value} ${from} .. ${until}`).sort(),
        ]),
      ];
    }),
  );
}

it(
  'answers as its versions written out',
  () => {
    fc.assert(
      fc.property(stories, date, another, (all, dated, other) => {
        const beside = new Map(other === '' ? [] : [['q.md', `---\nid: q\n${other}\n---\n`]]);
        // What names the page bears on all its versions: written out, only the first of them is named.
        fc.pre(!/supersedes|retracts/.test(other) || all.every(({ changes }) => changes.length === 0));
        const page = remembering(all, dated);
        expect(answers(new Map([['x.md', page], ...beside])), page).toEqual(
          answers(new Map([...writtenOut(all, dated), ...beside])),
        );
      }),
      { numRuns: RUNS },
    );
  },
  30_000 + RUNS * 500,
);

const comesBack = (lists: readonly (readonly string[])[]): boolean =>
  VALUES.some((value) => {
    const has = lists.map((list) => list.includes(value));
    return has.some((is, i) => is && !has[i - 1] && has.slice(0, i).includes(true));
  });

const moved = fc.record({
  was: fc.constantFrom('4 TA', '8 TA', '18 TA'),
  end: fc.constantFrom('', 'until: 28 TA', 'through: 29 TA'),
  canon: fc.integer({ min: 1, max: 4 }),
});

it(
  'answers as if its dates had always been what they are now, and before that as they were',
  () => {
    fc.assert(
      fc.property(stories, moved, (all, { was, end, canon }) => {
        // A value that comes back keeps the older of its dates.
        fc.pre(all.every(({ first, changes }) => !comesBack([first, ...changes.map(({ values }) => values)])));
        const page = (date: string, ...moves: string[]) => {
          const text = remembering(all, date, moves).replace(
            'canon: r1\n',
            `canon: r1\n${end && date !== was ? `${end}\n` : ''}`,
          );
          return { text, answers: answers(new Map([['x.md', text]])) };
        };
        const one = page('10 TA', `date: ${was}${end ? `, ${end.replace(/:.*/, '')}: ` : ''}, canon: r${canon}`);
        const [now, then] = [page('10 TA').answers, page(was).answers];
        const isBefore = (i: number): boolean => Math.floor(i / DAYS.length) + 1 < canon;
        expect(one.answers, one.text).toEqual(now.map((answer, i) => (isBefore(i) ? then[i] : answer)));
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  },
  30_000 + RUNS * 500,
);
