/** Random small codices as texts, and whole answers about them, for the properties of the canon. */
import fc from 'fast-check';
import type { SideValue } from '../../server/src/core/canon/compare/boundary';
import { allEntries } from '../../server/src/core/canon/model/canon';
import type { Canon, CanonPoint } from '../../server/src/core/canon/model/canonValue';
import { knownAt } from '../../server/src/core/canon/model/canonPoint';
import { entityNamed, entityOfFact, idOf } from '../../server/src/core/canon/model/known';
import { standingOf } from '../../server/src/core/canon/retcons/standing';
import { createHost } from '../../server/src/core/host';
import { readWorldDateParam } from '../../server/src/core/tools/asked/question';
import { answerJson, retconJson } from '../../server/src/core/tools/words/answerJson';
import { touchingRetcons } from '../../server/src/core/canon/retcons/touchedFacts';
import { wasTrueAt } from '../../server/src/core/canon/truth/truth';
import { askChain, askLog, askLookup, askWasTrueAt } from '../support/ask';

export const CODEX = `revisions: [r1, r2, {id: r3, date: 2026-03-01}, r4]
attributes: {founder: constant, ruler: state, member: set}
tiers: [core, rumour]
`;

/** The same, with some who live and die. */
export const WIDE = `${CODEX}mortal: [person]
present: 35 TA
`;

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
const ENTITIES = ['x', 'y', 'a'] as const;
const ATTRIBUTES = ['founder', 'ruler', 'member', 'seat'] as const;
const VALUES = ['v', 'w', 'a', 'b'] as const;
const DATES = ['10 TA', '20 TA', '30 TA', 'c. 25 TA', '15 XX', '5 TA .. 12 TA'] as const;
const REVISIONS = ['r1', 'r2', 'r3', 'r4', '2026-03-01', '2026-02-01'] as const;

export interface EntrySpec {
  readonly id: string;
  readonly title?: string | undefined;
  readonly entity?: string | undefined;
  readonly date?: string | undefined;
  readonly until?: string | undefined;
  readonly canon?: string | undefined;
  readonly tier?: string | undefined;
  readonly type?: string | undefined;
  readonly aliases?: string | undefined;
  readonly sources?: string | undefined;
  readonly reviewed?: string | undefined;
  readonly disputes?: string | undefined;
  readonly facts: readonly { entity: string; attribute: string; value: string; from?: string | undefined }[];
  readonly edges: readonly {
    kind: 'supersedes' | 'retracts' | 'restores' | 'superseded_by';
    id: string;
    effective?: string | undefined;
    soft?: boolean | undefined;
    only?: string | undefined;
  }[];
  /** What it said before, each as `key: value`. */
  readonly formerly?: readonly {
    said: string;
    canon?: string | undefined;
    effective?: string | undefined;
    soft?: boolean | undefined;
  }[];
}

/** One of some values with a frequency in ten, else nothing. */
const maybe = <T>(values: readonly T[], inTen: number) =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 10 - inTen, arbitrary: fc.constant(undefined) },
    { weight: inTen, arbitrary: fc.constantFrom(...values) },
  );

/** Names, subjects and values for an entry in a made-up codex. */
export interface Words {
  readonly ids: readonly string[];
  readonly entities: readonly string[];
  readonly values: readonly string[];
  /** What it may name as its `entity`. */
  readonly described: readonly string[];
}

export const entrySpec = entrySpecOf({ ids: IDS, entities: ENTITIES, values: VALUES, described: ['x', 'a', 'b'] });

export function entrySpecOf({ ids, entities, values, described }: Words): fc.Arbitrary<EntrySpec> {
  const fact = fc.record({
    entity: fc.constantFrom(...entities),
    attribute: fc.constantFrom(...ATTRIBUTES),
    value: fc.constantFrom(...values),
    from: maybe(DATES, 5),
  });
  return fc.record({
    id: fc.constantFrom(...ids),
    title: maybe(['Alpha', 'Beta', 'x'], 3),
    entity: maybe(described, 4),
    date: maybe(DATES, 7),
    until: maybe(['40 TA', '22 TA'], 3),
    canon: maybe(REVISIONS, 8),
    tier: maybe(['core', 'rumour'], 4),
    // An entry that states many is packed in another way.
    facts: fc.oneof(
      { weight: 9, arbitrary: fc.array(fact, { maxLength: 3 }) },
      { weight: 1, arbitrary: fc.array(fact, { minLength: 9, maxLength: 12 }) },
    ),
    edges: fc.array(
      fc.record({
        kind: fc.constantFrom('supersedes', 'supersedes', 'supersedes', 'retracts', 'restores', 'superseded_by'),
        id: fc.constantFrom(...ids),
        effective: maybe([...DATES, 'always'], 5),
        soft: maybe([true], 2),
        only: maybe(['x.ruler', 'x.founder'], 2),
      }),
      { maxLength: 2 },
    ),
    formerly: fc.oneof(
      { weight: 7, arbitrary: fc.constant([]) },
      {
        weight: 3,
        arbitrary: fc.array(
          fc.record({
            said: fc.constantFrom(
              ...entities.flatMap((entity) => values.map((value) => `${entity}.ruler: ${value}`)),
              ...values.map((value) => `x.founder: ${value}`),
              'x.member: [v, w]',
              'x.seat: ',
              'x.ruler: v, x.seat: w',
              'date: 12 TA',
              'until: 38 TA',
            ),
            canon: maybe(REVISIONS, 8),
            effective: maybe([...DATES, 'always'], 5),
            soft: maybe([true], 1),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      },
    ),
  });
}

const KEYS = [
  ...(['title', 'entity', 'date', 'until', 'canon', 'tier'] as const),
  ...(['type', 'aliases', 'sources', 'reviewed', 'disputes'] as const),
];

export function textOf(spec: EntrySpec): string {
  const lines = ['---', `id: ${spec.id}`];
  for (const key of KEYS) if (spec[key] !== undefined) lines.push(`${key}: ${spec[key]}`);
  if (spec.facts.length > 0) lines.push('facts:');
  for (const { entity, attribute, value, from } of spec.facts)
    lines.push(
      `  - {entity: ${entity}, attribute: ${attribute}, value: ${value}${from === undefined ? '' : `, from: ${from}`}}`,
    );
  for (const kind of ['supersedes', 'retracts', 'restores', 'superseded_by'] as const) {
    const edges = spec.edges.filter((edge) => edge.kind === kind);
    if (edges.length > 0) lines.push(`${kind}:`);
    for (const { id, effective, soft, only } of edges) {
      const parts = [`id: ${id}`, `reason: because of ${id}`];
      if (effective !== undefined) parts.push(`effective: ${effective}`);
      if (soft) parts.push('soft: true');
      if (only !== undefined) parts.push(`only: [${only}]`);
      lines.push(`  - {${parts.join(', ')}}`);
    }
  }
  const items = spec.formerly ?? [];
  if (items.length > 0) lines.push('formerly:');
  for (const { said, canon, effective, soft } of items) {
    const parts = [said, 'reason: it was so'];
    if (canon !== undefined) parts.push(`canon: ${canon}`);
    if (effective !== undefined && !/^(?:date|until)/.test(said)) parts.push(`effective: ${effective}`);
    if (soft) parts.push('soft: true');
    lines.push(`  - {${parts.join(', ')}}`);
  }
  return [...lines, '---', `Prose with [[${spec.id}]].`, ''].join('\n');
}

/** A world as files. Ids need not be unique: that is part of the mess. */
export const world: fc.Arbitrary<ReadonlyMap<string, string>> = fc
  .array(entrySpec, { minLength: 1, maxLength: 9 })
  .map((specs) => new Map(specs.map((spec, i) => [`f${i}.md`, textOf(spec)])));

/** The same with everything that an entry can contain: lives, several stretches, sources, acknowledged disputes. */
export const wideWorld: fc.Arbitrary<ReadonlyMap<string, string>> = fc
  .array(
    fc.record({
      spec: entrySpec,
      more: fc.record({
        // The second of them is a life, or several stretches.
        when: fc.option(
          fc.constantFrom(['5 TA', '28 TA'], ['[5 TA, 25 TA]', '[15 TA, 35 TA]'], ['[10 TA, 30 TA]', '12 TA']),
        ),
        type: maybe(['person'], 5),
        aliases: maybe(['[Gamma]', '[x]', '[a, Beta]'], 3),
        sources: maybe(['[a]', '[b, x]', '[Alpha, a letter]'], 5),
        reviewed: maybe(['[c]', '[d]'], 3),
        disputes: maybe(['[a]', '[c, d]'], 3),
      }),
    }),
    { minLength: 2, maxLength: 9 },
  )
  .map(
    (specs) =>
      new Map(
        specs.map(({ spec, more: { when, ...more } }, i) => {
          const [date, until] = when ?? [spec.date, spec.until];
          return [`f${i}.md`, textOf({ ...spec, ...more, date, until })];
        }),
      ),
  );

export function canonOf(files: ReadonlyMap<string, string>, codex = CODEX): Canon {
  const host = createHost((path) => files.get(path) ?? null);
  host.apply(new Map([['codex.yaml', codex], ...files]));
  return host.canon;
}

const ATS = [undefined, '10 TA', '21 TA', '29 TA .. 31 TA', '15 XX'];

/** Every answer about the entities of a canon as of a point. */
export function answersAt(canon: Canon, point: CanonPoint): unknown[] {
  const known = knownAt(canon, point);
  // What nobody answers to yet may get another name through a page that is written later (model §2).
  const nameOf = (entity: string): string =>
    [...ENTITIES, 'b'].find((name) => entityNamed(known, name) === entity) ?? entity;
  const side = <T extends Pick<SideValue, 'entity'>>(one: T): T => ({ ...one, entity: nameOf(one.entity) });
  return ENTITIES.flatMap((name) =>
    ATS.map((text) => {
      const entity = entityNamed(known, name);
      const at = readWorldDateParam(canon, text);
      if (!at.ok) throw new Error(at.failure.message);
      const { facts, undecided } = wasTrueAt(known, entity, { at: at.value });
      return {
        asked: [name, text],
        facts: facts.map((answer) => answerJson(known, answer)),
        undecided: undecided.map((answer) => answerJson(known, answer)),
        retcons: touchingRetcons(known, entity).map((retcon) => {
          const { before, after, ...json } = retconJson(known, retcon);
          return { ...json, before: before.map(side), after: after.map(side) };
        }),
      };
    }),
  );
}

/** Every question, each answer as a text, for comparing two canons that should be the same. */
export function everythingOf(canon: Canon): string[] {
  const answers: unknown[] = [];
  for (const id of ['a', 'b', 'x', 'Alpha']) {
    answers.push(askLookup(canon, { name: id }), askChain(canon, { name: id }));
    for (const asOf of [undefined, 'r2', 'before:b'])
      for (const at of [undefined, '21 TA']) answers.push(askWasTrueAt(canon, { entity: id, at, asOf }));
  }
  answers.push(askLog(canon, {}));
  return answers.map((answer) =>
    JSON.stringify(answer, (key, value) => (key === 'entry' && value?.path ? value.path : value)),
  );
}

/**
 * The standing and id of every entry known at a point, and which of its facts are about one entity: what history must
 * keep. The name of an entity may come from a page that is written later (model §2).
 */
export function standingsAt(canon: Canon, point: CanonPoint): unknown[] {
  const known = knownAt(canon, point);
  const entities: string[] = [];
  const numberOf = (entity: string): number => {
    if (!entities.includes(entity)) entities.push(entity);
    return entities.indexOf(entity);
  };
  return allEntries(canon)
    .filter(known.has)
    .map((entry) => [
      entry.path,
      idOf(known, entry),
      standingOf(known, entry, null),
      entry.facts.map((fact) => numberOf(entityOfFact(known, entry, fact))),
    ]);
}
