/** Small random worlds in which not everybody knows everything, as data, and as the files that their authors would write. */
import fc from 'fast-check';

/** Years from 300 TA on; null: undated. */
export type Year = number | null;
export const FIRST = 300;
export const LAST = 312;

export interface Named {
  readonly who: string;
  /** A year, a revision, or nothing. */
  readonly when: number | 's1' | 's2' | null;
}

export interface SaysWho {
  readonly knownBy: readonly Named[] | null;
  readonly knownFrom: Year;
  readonly believedBy: readonly string[] | null;
}

export interface Stated extends SaysWho {
  readonly entity: string;
  readonly attribute: string;
  /** No other fact has the same, but where two are to agree. */
  readonly value: string;
  readonly from: Year;
  readonly until: Year;
}

export interface Declares {
  readonly kind: 'supersedes' | 'retracts';
  readonly old: string;
  readonly effective: number | 'always' | null;
}

export interface Page extends SaysWho {
  readonly id: string;
  readonly folder: '' | 'gm';
  readonly canon: 's1' | 's2' | null;
  readonly date: Year;
  readonly until: Year;
  readonly facts: readonly Stated[];
  readonly declares: readonly Declares[];
}

export interface World {
  readonly circles: Readonly<Record<string, readonly string[]>>;
  /** Who knows what lies in the folder `gm`. */
  readonly gm: readonly string[] | null;
  /** Those who live and die. */
  readonly mortals: Readonly<Record<string, { readonly born: Year; readonly died: Year }>>;
  readonly pages: readonly Page[];
}

export const KNOWERS = ['ada', 'bo', 'cy', 'guild', 'table'] as const;
export const ENTITIES = ['keep', 'guild', 'ada'] as const;
export const ATTRIBUTES = ['ruler', 'founder', 'rival', 'member'] as const;

const year = fc.integer({ min: FIRST, max: LAST - 1 });
const perhaps = <T>(some: fc.Arbitrary<T>, freq = 2): fc.Arbitrary<T | null> => fc.option(some, { nil: null, freq });
const audienceName = fc.constantFrom('ada', 'bo', 'guild', 'table', 'everyone', 'nobody');

const saysWho: fc.Arbitrary<SaysWho> = fc.record({
  knownBy: perhaps(
    fc.uniqueArray(
      fc.record({ who: audienceName, when: perhaps(fc.oneof(year, fc.constantFrom('s1' as const, 's2' as const))) }),
      { minLength: 1, maxLength: 2, selector: ({ who }) => who },
    ),
    1,
  ),
  knownFrom: perhaps(year, 1),
  believedBy: perhaps(fc.uniqueArray(audienceName, { minLength: 1, maxLength: 2 }), 1),
});

const ends = fc.record({ from: perhaps(year, 3), until: perhaps(year, 1) });

const stated = fc.record({
  who: saysWho,
  isPlain: fc.boolean(),
  ends,
  entity: fc.constantFrom(...ENTITIES),
  attribute: fc.constantFrom(...ATTRIBUTES),
  agrees: fc.nat(5),
  member: fc.constantFrom('ada', 'bo', 'cy'),
});

const page = fc.record({
  who: saysWho,
  isPlain: fc.boolean(),
  ends,
  folder: fc.constantFrom('' as const, '' as const, 'gm' as const),
  canon: perhaps(fc.constantFrom('s1' as const, 's2' as const), 1),
  facts: fc.array(stated, { minLength: 1, maxLength: 3 }),
  declares: fc.array(
    fc.record({
      kind: fc.constantFrom('supersedes' as const, 'supersedes' as const, 'retracts' as const),
      old: fc.nat(9),
      effective: perhaps(fc.oneof(year, fc.constant('always' as const))),
    }),
    { maxLength: 1 },
  ),
});

const NOTHING: SaysWho = { knownBy: null, knownFrom: null, believedBy: null };

/** A page declares something of those before it alone, so there are no circles of retcons. */
export const world: fc.Arbitrary<World> = fc
  .record({
    pages: fc.array(page, { minLength: 2, maxLength: 5 }),
    tableHolds: fc.uniqueArray(fc.constantFrom('bo', 'cy', 'guild'), { maxLength: 2 }),
    gm: perhaps(fc.constantFrom(['nobody'], ['table'], ['ada', 'bo']), 2),
    ada: ends,
    bo: perhaps(ends, 1),
  })
  .map(({ pages, tableHolds, gm, ada, bo }): World => {
    const mortals = {
      ada: { born: ada.from, died: ada.until },
      ...(bo && { bo: { born: bo.from, died: bo.until } }),
    };
    return {
      circles: { table: tableHolds },
      gm,
      mortals,
      pages: pages.map((one, i): Page => {
        const old = pages.length > 1 && i > 0 ? one.declares.map((d) => ({ ...d, old: `page-${d.old % i}` })) : [];
        return {
          ...(one.isPlain ? NOTHING : one.who),
          id: `page-${i}`,
          folder: one.folder,
          canon: one.canon,
          date: one.ends.from,
          until: one.ends.until,
          declares: old,
          facts: one.facts.map((fact, j): Stated => {
            const own = fact.agrees === 0 ? 'agreed' : `value-${i}-${j}`;
            const isMember = fact.attribute === 'member';
            return {
              ...(fact.isPlain ? NOTHING : fact.who),
              entity: isMember ? 'guild' : fact.entity,
              attribute: fact.attribute,
              value: isMember ? fact.member : own,
              ...fact.ends,
            };
          }),
        };
      }),
    };
  });

const named = ({ who, when }: Named): string =>
  `${who}: ${when === null ? '' : typeof when === 'number' ? `${when} TA` : when}`;

/** A list where nobody has a date of their own; else a mapping, with nobody in it without one. */
function knownBy(all: readonly Named[]): string {
  const dated = all.filter(({ when }) => when !== null);
  return dated.length === all.length ? `{${all.map(named).join(', ')}}` : `[${all.map(({ who }) => who).join(', ')}]`;
}

const who = (one: SaysWho): string[] => [
  ...(one.knownBy ? [`known_by: ${knownBy(one.knownBy)}`] : []),
  ...(one.knownFrom === null ? [] : [`known_from: ${one.knownFrom} TA`]),
  ...(one.believedBy ? [`believed_by: [${one.believedBy.join(', ')}]`] : []),
];

/** What `knownBy` leaves of the dates of those who are named: as a list, none. */
export const written = (all: readonly Named[]): readonly Named[] =>
  all.every(({ when }) => when !== null) ? all : all.map((one) => ({ ...one, when: null }));

/** A page of a world told through somebody's eyes, and the pages that its prose links to. */
export interface Scene {
  readonly page: string;
  readonly pov: readonly string[];
  readonly links: readonly string[];
}

function pageText(page: Page, scene?: Scene): string {
  const lines = [
    `id: ${page.id}`,
    ...(scene ? [`pov: [${scene.pov.join(', ')}]`] : []),
    `title: Title of ${page.id}`,
    ...(page.canon ? [`canon: ${page.canon}`] : []),
    ...(page.date === null ? [] : [`date: ${page.date} TA`]),
    ...(page.until === null ? [] : [`until: ${page.until} TA`]),
    ...who(page),
  ];
  for (const { kind, old, effective } of page.declares) {
    const when = effective === null ? '' : `, effective: ${effective === 'always' ? 'always' : `${effective} TA`}`;
    lines.push(`${kind}: [{id: ${old}, reason: because of ${page.id}${when}}]`);
  }
  const facts = page.facts.map((fact) =>
    [
      `entity: ${fact.entity}, attribute: ${fact.attribute}, value: ${fact.value}`,
      ...(fact.from === null ? [] : [`from: ${fact.from} TA`]),
      ...(fact.until === null ? [] : [`until: ${fact.until} TA`]),
      ...who(fact),
    ].join(', '),
  );
  return `---\n${lines.join('\n')}\nfacts:\n${facts.map((fact) => `  - {${fact}}`).join('\n')}\n---\nThe prose of ${page.id}, and of an oath.\n${(scene?.links ?? []).map((id) => `[[${id}]]\n`).join('')}`;
}

export const fileOf = ({ folder, id }: Page): string => `${folder === 'gm' ? 'gm/' : ''}${id}.md`;

export function filesOf(world: World, scene?: Scene): Record<string, string> {
  const circles = Object.entries(world.circles).map(([name, members]) => `${name}: [${members.join(', ')}]`);
  const codex = [
    'revisions: [s1, s2]',
    'attributes: {founder: constant, rival: set}',
    `circles: {${circles.join(', ')}}`,
    ...(world.gm ? [`audience: {"gm/**": [${world.gm.join(', ')}]}`] : []),
  ];
  const files: Record<string, string> = { 'codex.yaml': `${codex.join('\n')}\n` };
  for (const [name, { born, died }] of Object.entries(world.mortals)) {
    const life = [...(born === null ? [] : [`date: ${born} TA`]), ...(died === null ? [] : [`until: ${died} TA`])];
    files[`${name}.md`] = `---\n${['type: person', ...life].join('\n')}\n---\n`;
  }
  // Somebody of whom there is a page, and the places that facts are about.
  files['cy.md'] = '---\ntitle: Cy\n---\n';
  files['keep.md'] = '---\ntitle: The Keep\n---\n';
  files['guild.md'] = '---\ntitle: The Guild\n---\n';
  if (!files['bo.md']) files['bo.md'] = '---\ntitle: Bo\n---\n';
  for (const page of world.pages) files[fileOf(page)] = pageText(page, scene?.page === page.id ? scene : undefined);
  return files;
}
