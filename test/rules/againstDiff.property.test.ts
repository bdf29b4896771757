/**
 * The gate finds every change since the baseline that `diff` shows and no retcon declares: in any codex, after any edit.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Difference, differenceSteps, knownAt, LATEST } from '../../server/src/core/canon';
import { problemsSince } from '../../server/src/core/rules/compareWithBaseline';
import { isEstablishedIn } from '../../server/src/core/rules/retcon/baselineComparison';
import { atOnce } from '../../server/src/core/text/groups';
import { inWords, type Pages, page, stateOf } from './gate';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 100) };
const CODEX =
  'present: 430 TA\nrevisions: [s45, s46, s47, {id: s48, open: true}]\ntiers: [core, tale]\n' +
  'attributes: {founder: constant, member: set}\n';
const PRESENT = 430;

interface Told {
  readonly entity: string;
  readonly attribute: string;
  readonly value: string;
  readonly from: number | null;
  readonly until: number | null;
}

const DECLARES = ['supersedes', 'retracts', 'restores'] as const;

interface Declared {
  readonly kind: (typeof DECLARES)[number];
  readonly of: string;
  readonly effective: string | null;
  readonly only: string | null;
  readonly soft: boolean;
}

interface Spec {
  readonly id: string;
  readonly alias: string | null;
  readonly canon: string;
  readonly date: number | null;
  readonly until: number | null;
  readonly tier: string | null;
  readonly draft: boolean;
  readonly facts: readonly Told[];
  readonly declares: readonly Declared[];
}

const retconOf = ({ of, effective, only, soft }: Declared): string => {
  const parts = [`id: ${of}`, 'reason: so', ...(effective === null ? [] : [`effective: ${effective}`])];
  return `{${[...parts, ...(only === null ? [] : [`only: [${only}]`]), ...(soft ? ['soft: true'] : [])].join(', ')}}`;
};

const written = ({ entity, attribute, value, from, until }: Told): string => {
  const ends = [...(from === null ? [] : [`from: ${from} TA`]), ...(until === null ? [] : [`until: ${until} TA`])];
  return `  - {${[`entity: ${entity}`, `attribute: ${attribute}`, `value: ${value}`, ...ends].join(', ')}}`;
};

const textOf = ({ id, alias, canon, date, until, tier, draft, facts, declares }: Spec): string =>
  page(
    [
      `id: ${id}`,
      ...(alias === null ? [] : [`aliases: [${alias}]`]),
      `canon: ${canon}`,
      ...(date === null ? [] : [`date: ${date} TA`]),
      ...(until === null ? [] : [`until: ${until} TA`]),
      ...(tier === null ? [] : [`tier: ${tier}`]),
      ...(draft ? ['draft: true'] : []),
      ...DECLARES.flatMap((kind) => {
        const all = declares.filter((one) => one.kind === kind);
        return all.length === 0 ? [] : [`${kind}: [${all.map(retconOf).join(', ')}]`];
      }),
      ...(facts.length === 0 ? [] : ['facts:', ...facts.map(written)]),
    ].join('\n'),
  );

const maybe = <T>(arbitrary: fc.Arbitrary<T>, one = 1, of = 2): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: one, arbitrary }, { weight: of - one, arbitrary: fc.constant(null) });
const years = (...all: number[]) => fc.constantFrom(...all);

const toldFact: fc.Arbitrary<Told> = fc.record({
  entity: fc.constantFrom('vyr', 'orm', 'p0'),
  attribute: fc.constantFrom('founder', 'ruler', 'ruler', 'member', 'motto'),
  value: fc.constantFrom('ann', 'bob', 'p1', 'dun'),
  from: maybe(years(200, 250, 300, 350, 400), 3, 5),
  until: maybe(years(320, 370, 410, 420), 1, 4),
});

const declared: fc.Arbitrary<Omit<Declared, 'of'>> = fc.record({
  kind: fc.constantFrom('supersedes', 'supersedes', 'retracts', 'restores', 'restores'),
  effective: maybe(fc.constantFrom('always', '300 TA', '350 TA')),
  only: maybe(fc.constantFrom('vyr.ruler', 'orm.ruler', 'vyr.founder', 'p0.motto'), 1, 3),
  soft: fc.constantFrom(true, ...Array<boolean>(9).fill(false)),
});

const PAGES = 6;

/** Pages, each of which may retcon those before it. */
const specs: fc.Arbitrary<Spec[]> = fc
  .array(
    fc.record({
      alias: maybe(fc.constantFrom('bob', 'dun', 'orm'), 1, 8),
      canon: fc.constantFrom('s45', 's46', 's47', 's47', 's48'),
      date: maybe(years(200, 250, 300, 350)),
      until: maybe(years(380, 400), 1, 7),
      tier: maybe(fc.constantFrom('core', 'tale'), 1, 6),
      draft: fc.constantFrom(true, ...Array<boolean>(11).fill(false)),
      facts: fc.array(toldFact, { maxLength: 3 }),
      declares: fc.array(fc.record({ declared, back: fc.integer({ min: 1, max: 3 }) }), { maxLength: 1 }),
    }),
    { minLength: 3, maxLength: PAGES },
  )
  .map((all) =>
    all.map(({ declares, ...one }, i): Spec => {
      const meant = declares.flatMap(({ declared: retcon, back }): Declared[] =>
        back > i ? [] : [{ ...retcon, of: `p${i - back}` }],
      );
      // Through a name that it shares, a draft has an effect even now.
      return {
        ...one,
        id: `p${i}`,
        alias: one.draft ? null : one.alias,
        declares: meant,
        canon: meant.length > 0 ? (i % 3 > 0 ? 's47' : 's48') : one.canon,
      };
    }),
  );

/** What an author does to a page; it may change nothing. */
const EDITS = [
  'value',
  'from',
  'until',
  'new fact',
  'no fact',
  'date',
  'end',
  'tier',
  'canon',
  'effective',
  'only',
  'soft',
  'no retcon',
  'other retcon',
  'new retcon',
  'draft',
  'gone',
  'moved fact',
  'alias',
  'no alias',
  'id',
  'swap',
  'merge',
  'new page',
] as const;

interface Edit {
  readonly does: (typeof EDITS)[number];
  readonly page: number;
  readonly other: number;
  readonly nth: number;
  readonly year: number;
  readonly fact: Told;
  readonly retcon: Omit<Declared, 'of'>;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  does: fc.constantFrom(...EDITS),
  page: fc.nat(PAGES - 1),
  other: fc.nat(PAGES - 1),
  nth: fc.nat(2),
  year: years(210, 260, 310, 390, 415, 440),
  fact: toldFact,
  retcon: declared,
});

const at = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

/** The pages by file after an edit; a file keeps its page. */
function edited(pages: ReadonlyMap<string, Spec>, { does, nth, year, fact, retcon, ...of }: Edit): Map<string, Spec> {
  const after = new Map(pages);
  const files = [...after.keys()];
  const [file, other] = [at(files, of.page) ?? '', at(files, of.other) ?? ''];
  const [was, second] = [after.get(file), after.get(other)];
  if (!was || !second) return after;
  const set = (change: Partial<Spec>): void => void after.set(file, { ...was, ...change });
  const chosen = at(was.facts, nth);
  const changeFact = (change: Partial<Told>): void =>
    set({ facts: was.facts.map((one) => (one === chosen ? { ...one, ...change } : one)) });
  const [first, ...more] = was.declares;
  const changeRetcon = (change: Partial<Declared>): void =>
    first && set({ declares: [{ ...first, ...change }, ...more] });
  const others = { of: second.id };
  switch (does) {
    case 'value':
      changeFact({ value: fact.value });
      break;
    case 'from':
      changeFact({ from: nth === 0 ? null : year });
      break;
    case 'until':
      changeFact({ until: nth === 0 ? null : year });
      break;
    case 'new fact':
      set({ facts: [...was.facts, fact] });
      break;
    case 'no fact':
      set({ facts: was.facts.filter((one) => one !== chosen) });
      break;
    case 'moved fact':
      set({ facts: was.facts.filter((one) => one !== chosen) });
      if (chosen && other !== file) after.set(other, { ...second, facts: [...second.facts, chosen] });
      break;
    case 'date':
      set({ date: nth === 0 ? null : year });
      break;
    case 'end':
      set({ until: nth === 0 ? null : year });
      break;
    case 'tier':
      set({ tier: [null, 'core', 'tale'][nth] ?? null });
      break;
    case 'canon':
      set({ canon: ['s45', 's47', 's48'][nth] ?? 's46' });
      break;
    case 'effective':
      changeRetcon({ effective: retcon.effective });
      break;
    case 'only':
      changeRetcon({ only: retcon.only });
      break;
    case 'soft':
      changeRetcon({ soft: nth > 0 });
      break;
    case 'no retcon':
      set({ declares: more });
      break;
    case 'other retcon':
      changeRetcon({ kind: retcon.kind });
      break;
    case 'new retcon':
      if (other !== file) set({ declares: [...was.declares, { ...retcon, ...others }] });
      break;
    case 'draft':
      set({ draft: !was.draft });
      break;
    case 'gone':
      after.delete(file);
      break;
    case 'alias':
      if (!was.draft) set({ alias: fact.value });
      break;
    case 'no alias':
      set({ alias: null });
      break;
    case 'id':
      set({ id: 'renamed', alias: nth === 0 ? null : was.id });
      break;
    case 'swap':
      set({ id: second.id });
      if (other !== file) after.set(other, { ...second, id: was.id });
      break;
    case 'merge':
      if (other !== file) after.delete(other);
      if (other !== file) set({ alias: second.id });
      break;
    case 'new page': {
      const is = {
        id: 'new',
        alias: null,
        canon: nth === 0 ? 's46' : 's48',
        date: nth === 1 ? year : null,
        until: null,
      };
      const declares = nth === 2 ? [{ ...retcon, ...others }] : [];
      after.set('new.md', { ...is, tier: null, draft: false, facts: [fact], declares });
    }
  }
  return after;
}

const pagesOf = (all: ReadonlyMap<string, Spec>): Pages => ({
  'codex.yaml': CODEX,
  ...Object.fromEntries([...all].map(([file, spec]) => [file, textOf(spec)])),
});

const yearOf = (moment: { readonly text: string } | null, none: number): number =>
  moment ? Number(/\d+/.exec(moment.text)?.[0]) : none;

/** The baseline: what is not a draft. */
const told = (all: ReadonlyMap<string, Spec>): Pages => pagesOf(new Map([...all].filter(([, { draft }]) => !draft)));

/**
 * A baseline answer about a time before the present that has gone, though no retcon says so. An answer that rested on a
 * revision still being written was not in the baseline.
 */
function silentIn(before: ReadonlyMap<string, Spec>, after: ReadonlyMap<string, Spec>): Difference[] {
  const closed = new Map([...before].filter(([, { canon }]) => canon !== 's48'));
  const [a, b, only] = [before, after, closed].map((all) => knownAt(stateOf(told(all)).host.canon, LATEST));
  if (!a || !b || !only) return [];
  const goneIn = ({ before: was, after: is }: Difference): string[] => {
    const still = new Set(is.map(({ clipped }) => clipped.fact.value.text));
    return was.flatMap(({ clipped: { entry, fact } }) =>
      isEstablishedIn(a.canon, entry) && !still.has(fact.value.text) ? fact.value.text : [],
    );
  };
  const isAtOnce = (one: Difference, other: Difference): boolean =>
    one.entity === other.entity &&
    one.attribute === other.attribute &&
    yearOf(one.from, 0) < yearOf(other.until, 999) &&
    yearOf(other.from, 0) < yearOf(one.until, 999);
  const lost = atOnce(differenceSteps(only, b)).filter(({ isDeclared }) => !isDeclared);
  return atOnce(differenceSteps(a, b)).filter((one) => {
    if (one.isDeclared || PRESENT <= yearOf(one.from, 0)) return false;
    return goneIn(one).some((value) => lost.some((other) => isAtOnce(one, other) && goneIn(other).includes(value)));
  });
}

/** What has changed silently, and what the gate reports; null if nothing has changed. */
function compareBoth(all: readonly Spec[], edits: readonly Edit[]) {
  const before = new Map(all.map((spec) => [`${spec.id}.md`, spec]));
  const after = edits.reduce(edited, before);
  const silent = silentIn(before, after);
  if (silent.length === 0) return null;
  const established = { snapshot: stateOf(pagesOf(before)), ref: 'v1', isCertain: true };
  const found = problemsSince(stateOf(pagesOf(after)), established).filter(
    ({ problem: { code, severity } }) => code.startsWith('retcon/') || severity === 'error',
  );
  return { silent, found: found.map(inWords) };
}

it('is found by the gate', () => {
  fc.assert(
    fc.property(specs, fc.array(edit, { minLength: 1, maxLength: 2 }), (all, edits) => {
      const both = compareBoth(all, edits);
      if (!both) return;
      const words = both.silent.map(({ entity, attribute, from, before, after }) => {
        const said = (held: typeof before): string =>
          held.map(({ clipped: { fact, entry } }) => `${fact.value.text} (${entry.path})`).join(', ');
        return `${attribute} of ${entity} from ${from?.text ?? 'ever'}: ${said(before)} -> ${said(after)}`;
      });
      expect(both.found, words.join('\n')).not.toEqual([]);
    }),
    RUNS,
  );
});
