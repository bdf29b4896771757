/**
 * Small random worlds in which not everybody knows everything, as data, and as the files that their authors would write.
 */
import fc from 'fast-check';
import { dateOf, type Moment, moment, momentOnOneLine, type When } from './moments';

export const REVISIONS = ['s1', 's2', 's3', 's4', 's5'] as const;
type Revision = (typeof REVISIONS)[number];

export interface Named {
  readonly who: string;
  /** A world date, a revision, or nothing. */
  readonly when: Moment | Revision | null;
}

export interface SaysWho {
  readonly knownBy: readonly Named[] | null;
  readonly knownFrom: When;
  readonly believedBy: readonly string[] | null;
}

export interface Stated extends SaysWho {
  readonly entity: string;
  readonly attribute: string;
  /** No other fact has the same, except where two should agree. */
  readonly value: string;
  readonly from: When;
  readonly until: When;
}

export interface Declares {
  readonly kind: 'supersedes' | 'retracts' | 'restores';
  readonly old: string;
  readonly effective: Moment | 'always' | null;
}

export interface Page extends SaysWho {
  readonly id: string;
  readonly folder: '' | 'gm';
  readonly canon: Revision | null;
  readonly date: When;
  readonly until: When;
  readonly facts: readonly Stated[];
  readonly declares: readonly Declares[];
}

export interface World {
  /** Whether codex.yaml has calendars for two of the eras; then no question can use another. */
  readonly isDeclared: boolean;
  readonly circles: Readonly<Record<string, readonly string[]>>;
  /** Who knows the pages in the folder `gm`. */
  readonly gm: readonly string[] | null;
  /** Those who live and die. */
  readonly mortals: Readonly<Record<string, { readonly born: When; readonly died: When }>>;
  readonly pages: readonly Page[];
}

export const KNOWERS = ['ada', 'bo', 'cy', 'guild', 'table'] as const;
export const ENTITIES = ['keep', 'guild', 'ada'] as const;
export const ATTRIBUTES = ['ruler', 'founder', 'rival', 'member'] as const;

/** The contents of worlds. */
interface Bent {
  readonly when: fc.Arbitrary<Moment>;
  /** Each page enters the canon after the one before it, and some restore what was superseded. */
  readonly isInTurn: boolean;
}

/** @param often the frequency, relative to nothing */
const perhaps = <T>(some: fc.Arbitrary<T>, often = 2): fc.Arbitrary<T | null> =>
  fc.option(some, { nil: null, freq: often + 1 });
const audienceName = fc.constantFrom('ada', 'bo', 'guild', 'table', 'everyone', 'nobody');

const saysWho = ({ when, isInTurn }: Bent): fc.Arbitrary<SaysWho> =>
  fc.record({
    knownBy: perhaps(
      fc.uniqueArray(
        fc.record({
          who: audienceName,
          when: perhaps(
            fc.oneof<fc.Arbitrary<Moment | Revision>[]>(when, fc.constantFrom(...REVISIONS.slice(0, isInTurn ? 5 : 2))),
          ),
        }),
        { minLength: 1, maxLength: 2, selector: ({ who }) => who },
      ),
      1,
    ),
    knownFrom: perhaps(when, 1),
    believedBy: perhaps(fc.uniqueArray(audienceName, { minLength: 1, maxLength: 2 }), 1),
  });

const endsOf = ({ when }: Bent) => fc.record({ from: perhaps(when, 3), until: perhaps(when, 1) });

const membership = fc.oneof(
  fc.record({
    entity: fc.constantFrom('guild', 'guild', 'table'),
    attribute: fc.constant('member'),
    value: fc.constantFrom('ada', 'bo', 'cy', 'guild', 'table'),
  }),
  fc.record({
    entity: fc.constantFrom('ada', 'bo', 'cy', 'guild'),
    attribute: fc.constant('organization'),
    value: fc.constantFrom('guild', 'table'),
  }),
);

const statedIn = (bent: Bent) =>
  fc.record({
    who: saysWho(bent),
    isPlain: fc.boolean(),
    ends: endsOf(bent),
    entity: fc.constantFrom(...ENTITIES),
    attribute: fc.constantFrom('ruler', 'ruler', 'founder', 'rival', 'membership'),
    agrees: fc.nat(5),
    membership,
  });

const pageIn = (bent: Bent) =>
  fc.record({
    who: saysWho(bent),
    isPlain: fc.boolean(),
    ends: endsOf(bent),
    folder: fc.constantFrom('' as const, '' as const, 'gm' as const),
    canon: perhaps(fc.constantFrom('s1' as const, 's2' as const), 1),
    facts: fc.array(statedIn(bent), { minLength: 1, maxLength: 3 }),
    declares: fc.array(
      fc.record({
        kind: fc.constantFrom<Declares['kind'][]>(
          'supersedes',
          'supersedes',
          'retracts',
          ...(bent.isInTurn ? (['restores', 'restores'] as const) : []),
        ),
        old: fc.nat(9),
        effective: perhaps(fc.oneof(bent.when, bent.when, fc.constant('always' as const))),
      }),
      { maxLength: 1 },
    ),
  });

const NOTHING: SaysWho = { knownBy: null, knownFrom: null, believedBy: null };

/** A page declares something only about those before it, so there are never circles of retcons. */
const worldOf = (bent: Bent): fc.Arbitrary<World> =>
  fc
    .record({
      isDeclared: fc.boolean(),
      pages: fc.array(pageIn(bent), { minLength: 2, maxLength: 5 }),
      tableHolds: fc.uniqueArray(fc.constantFrom('bo', 'cy', 'guild'), { maxLength: 2 }),
      gm: perhaps(fc.constantFrom(['nobody'], ['table'], ['ada', 'bo']), 2),
      ada: endsOf(bent),
      bo: perhaps(endsOf(bent), 1),
    })
    .map(({ isDeclared, pages, tableHolds, gm, ada, bo }): World => {
      const mortals = {
        ada: { born: ada.from, died: ada.until },
        ...(bo && { bo: { born: bo.from, died: bo.until } }),
      };
      return {
        isDeclared,
        circles: { table: tableHolds },
        gm,
        mortals,
        pages: pages.map((one, i): Page => {
          const old = i > 0 ? one.declares.map((d) => ({ ...d, old: `page-${d.old % i}` })) : [];
          return {
            ...(one.isPlain ? NOTHING : one.who),
            id: `page-${i}`,
            folder: one.folder,
            canon: bent.isInTurn ? (REVISIONS[i] ?? null) : one.canon,
            date: one.ends.from,
            until: one.ends.until,
            declares: old,
            facts: one.facts.map((fact, j): Stated => {
              const own = fact.agrees === 0 ? 'agreed' : `value-${i}-${j}`;
              const isMember = fact.attribute === 'membership';
              return {
                ...(fact.isPlain ? NOTHING : fact.who),
                ...(isMember ? fact.membership : { entity: fact.entity, attribute: fact.attribute, value: own }),
                ...fact.ends,
              };
            }),
          };
        }),
      };
    });

/** With one line, and without restorations. */
export const world = worldOf({ when: momentOnOneLine, isInTurn: false });
export const WORLDS: Readonly<Record<string, fc.Arbitrary<World>>> = {
  'one line': world,
  'several lines': worldOf({ when: moment, isInTurn: false }),
  'one line with restorations': worldOf({ when: momentOnOneLine, isInTurn: true }),
  'several lines with restorations': worldOf({ when: moment, isInTurn: true }),
};

/** A moment that a question may use: where calendars are declared, not in an undeclared era. */
export const askable = ({ isDeclared }: World, { line, year }: Moment): Moment =>
  isDeclared && line !== 'XX' ? { line: 'TA', year } : { line, year };

const named = ({ who, when }: Named): string =>
  `${who}: ${when === null ? '' : typeof when === 'object' ? dateOf(when) : when}`;

/** A list where nobody has a date of their own; else a mapping, in which everybody has one. */
function knownBy(all: readonly Named[]): string {
  const dated = all.filter(({ when }) => when !== null);
  return dated.length === all.length ? `{${all.map(named).join(', ')}}` : `[${all.map(({ who }) => who).join(', ')}]`;
}

const line = (key: string, when: When): string[] => (when ? [`${key}: ${dateOf(when)}`] : []);

const who = (one: SaysWho): string[] => [
  ...(one.knownBy ? [`known_by: ${knownBy(one.knownBy)}`] : []),
  ...line('known_from', one.knownFrom),
  ...(one.believedBy ? [`believed_by: [${one.believedBy.join(', ')}]`] : []),
];

/** What `knownBy` leaves of the dates of its knowers: a list has none. */
export const written = (all: readonly Named[]): readonly Named[] =>
  all.every(({ when }) => when !== null) ? all : all.map((one) => ({ ...one, when: null }));

/** A page of a world seen through somebody's eyes, and the pages that its prose links to. */
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
    ...line('date', page.date),
    ...line('until', page.until),
    ...who(page),
  ];
  for (const { kind, old, effective } of page.declares) {
    const when = effective === null ? '' : `, effective: ${effective === 'always' ? 'always' : dateOf(effective)}`;
    lines.push(`${kind}: [{id: ${old}, reason: because of ${page.id}${when}}]`);
  }
  const facts = page.facts.map((fact) =>
    [
      `entity: ${fact.entity}, attribute: ${fact.attribute}, value: ${fact.value}`,
      ...line('from', fact.from),
      ...line('until', fact.until),
      ...who(fact),
    ].join(', '),
  );
  return `---\n${lines.join('\n')}\nfacts:\n${facts.map((fact) => `  - {${fact}}`).join('\n')}\n---\nThe prose of ${page.id}, and of an oath.\n${(scene?.links ?? []).map((id) => `[[${id}]]\n`).join('')}`;
}

export const fileOf = ({ folder, id }: Page): string => `${folder === 'gm' ? 'gm/' : ''}${id}.md`;

const CALENDARS = 'calendars: {c: {eras: [{id: TA, epoch: 0}]}, z: {eras: [{id: XX, epoch: 0}]}}';

export function filesOf(world: World, scene?: Scene): Record<string, string> {
  const circles = Object.entries(world.circles).map(([name, members]) => `${name}: [${members.join(', ')}]`);
  const codex = [
    ...(world.isDeclared ? [CALENDARS] : []),
    `revisions: [${REVISIONS.join(', ')}]`,
    'attributes: {founder: constant, rival: set}',
    `circles: {${circles.join(', ')}}`,
    'membership: {of_circle: [member], of_member: [organization]}',
    ...(world.gm ? [`audience: {"gm/**": [${world.gm.join(', ')}]}`] : []),
  ];
  const files: Record<string, string> = { 'codex.yaml': `${codex.join('\n')}\n` };
  for (const [name, { born, died }] of Object.entries(world.mortals))
    files[`${name}.md`] = `---\n${['type: person', ...line('date', born), ...line('until', died)].join('\n')}\n---\n`;
  // Somebody with a page, and the places that facts are about.
  files['cy.md'] = '---\ntitle: Cy\n---\n';
  files['keep.md'] = '---\ntitle: The Keep\n---\n';
  files['guild.md'] = '---\ntitle: The Guild\n---\n';
  if (!files['bo.md']) files['bo.md'] = '---\ntitle: Bo\n---\n';
  for (const page of world.pages) files[fileOf(page)] = pageText(page, scene?.page === page.id ? scene : undefined);
  return files;
}
