/**
 * Codices that somebody would write only to make a program wait: what each contains at a size, and the commands to run on
 * it.
 */
import { revisionsOf } from '../support/manyPages';

/** A kind of codex. Its size is the number of the things that it has too many of. */
export interface HostileShape {
  readonly name: string;
  readonly size: number;
  /** By path. */
  readonly files: (size: number) => ReadonlyMap<string, string>;
  readonly asked: readonly (readonly string[])[];
}

const CHECK = ['check'];
const LOG = ['log'];
const HOUSE = ['was-true-at', 'house'];
const TIMELINE = ['timeline', 'house'];
const DIFF = ['diff', 's0'];
const EXPORT = ['export', 'codex.sqlite'];
const HOUSE_FOR_LYSA = [...HOUSE, '--for', 'lysa'];

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const page = (...lines: readonly string[]): string => `---\n${lines.join('\n')}\n---\n`;

const WORDS = ['river', 'amber', 'winter', 'hollow', 'thorn', 'silver', 'raven'];

/** Pages that are each made from a number. */
const pages =
  (lines: (i: number, size: number) => readonly string[], codexYaml = '') =>
  (size: number): ReadonlyMap<string, string> =>
    new Map([['codex.yaml', codexYaml], ...times(size, (i) => [`p${i}.md`, page(...lines(i, size))] as const)]);

const ruler = (i: number): string => `facts: {house: {ruler: bob ${i}}}`;

/** Pages, each in a revision of its own. */
const revised =
  (lines: (i: number, size: number) => readonly string[], codexYaml = '') =>
  (size: number): ReadonlyMap<string, string> =>
    pages((i) => [`canon: s${i}`, ...lines(i, size)], `${revisionsOf(size)}\n${codexYaml}`)(size);

const KINDS = ['supersedes', 'retracts', 'restores'];

/** The same, and all but the first declare something. */
const turns = (declared: (i: number) => string) =>
  revised((i) => [`date: ${i + 1} CE`, i === 0 ? ruler(0) : declared(i)]);

/** The `date` and `until` of a page that begins and ends over and over. */
const stretches = (size: number): readonly string[] =>
  ['date', 'until'].map((key, first) => `${key}: [${times(size, (i) => `${2 * i + first + 1} CE`).join(', ')}]`);

/**
 * The facts of one attribute of the house, on one page: each begins a year after the one before, and all hold at once.
 */
const overlapping =
  (kind: string, valueOf: (i: number) => string) =>
  (size: number): ReadonlyMap<string, string> =>
    new Map([
      ['codex.yaml', `attributes: {seat: ${kind}}\n`],
      [
        'p.md',
        page(
          'facts:',
          ...times(
            size,
            (i) =>
              `  - {entity: house, attribute: seat, value: ${valueOf(i)}, from: ${i + 1} CE, until: ${size + i} CE}`,
          ),
        ),
      ],
    ]);

/** Every other page is undated, and fills the gaps between the others. */
const undatedByTurns = (i: number): readonly string[] => [
  ...(i % 2 === 1 ? [`date: ${2 * i + 1} CE`, `until: ${2 * i + 2} CE`] : []),
  ruler(i),
];

/** An id that sorts pages by their numbers. */
const idOf = (letter: string, i: number): string => `${letter}${String(i).padStart(6, '0')}`;

export const HOSTILE: readonly HostileShape[] = [
  {
    name: 'facts of one date',
    size: 2000,
    files: pages((i) => ['date: 5 CE', ruler(i)]),
    asked: [CHECK, HOUSE],
  },
  {
    name: 'equal facts of one page',
    size: 5000,
    files: (size) =>
      new Map([
        ['codex.yaml', ''],
        ['p.md', page('facts:', ...times(size, () => '  - {entity: house, attribute: ruler, value: bob}'))],
      ]),
    asked: [CHECK, HOUSE],
  },
  {
    name: 'sides of a dispute',
    size: 1000,
    files: pages((i) => [`facts: {house: {founder: bob ${i}}}`], 'attributes: {founder: constant}\n'),
    asked: [CHECK, HOUSE],
  },
  {
    name: 'undated facts among dated ones',
    size: 1000,
    files: pages(undatedByTurns),
    asked: [CHECK, HOUSE, TIMELINE, EXPORT],
  },
  {
    name: 'undated facts among dated ones, each of a revision',
    size: 500,
    files: revised(undatedByTurns),
    asked: [TIMELINE, DIFF, ['lookup', 'p8'], EXPORT],
  },
  {
    name: 'facts of a page, each of another entity, that another states anew',
    size: 5000,
    files: (size) => {
      const facts = (value: string) => [
        'facts:',
        ...times(size, (i) => `  - {entity: house ${i}, attribute: ruler, value: ${value}}`),
      ];
      return new Map([
        ['codex.yaml', ''],
        ['p0.md', page(...facts('bob'))],
        ['p1.md', page('date: 5 CE', 'supersedes: p0', ...facts('lysa'))],
      ]);
    },
    asked: [CHECK, ['was-true-at', 'house 7']],
  },
  {
    name: 'facts of a page, each of which a page of its own supersedes',
    size: 1000,
    files: revised((i, size) =>
      i === 0
        ? [`facts: {house: {${times(size, (j) => `a${j}: y${j}`).join(', ')}}}`]
        : [`supersedes: {id: p0, only: [house.a${i}]}`, `facts: {house: {a${i}: z${i}}}`],
    ),
    asked: [CHECK, LOG, HOUSE, TIMELINE],
  },
  {
    name: 'tiers',
    size: 500,
    files: (size) =>
      pages(
        (i) => [`date: ${i + 1} CE`, `tier: t${i}`, ruler(i)],
        `tiers: [${times(size, (i) => `t${i}`).join(', ')}]\n`,
      )(size),
    asked: [CHECK, HOUSE],
  },
  {
    name: 'retcons of a chain',
    size: 2500,
    files: pages((i) => [`date: ${100 + i} CE`, ruler(i), ...(i > 0 ? [`supersedes: p${i - 1}`] : [])]),
    asked: [CHECK, LOG, HOUSE, ['chain', 'p7'], ['lookup', 'p7'], ['diff', 'before:p7']],
  },
  {
    name: 'retcons of a set',
    size: 1000,
    files: pages(
      (i) => [
        `date: ${100 + i} CE`,
        `facts: {house: {member: y${i}}}`,
        ...(i % 2 === 1 ? [`supersedes: p${i - 1}`] : []),
      ],
      'attributes: {member: set}\n',
    ),
    asked: [LOG, HOUSE, ['diff', 'before:p7']],
  },
  {
    name: 'pages of a tangle',
    size: 1000,
    files: pages((i, size) => [ruler(i), `supersedes: [p${(i + 1) % size}, p${(7 * i + 3) % size}]`]),
    asked: [CHECK, LOG, HOUSE, TIMELINE],
  },
  {
    name: 'prongs of a fork',
    size: 800,
    files: pages((i) => [`date: ${10 + i} CE`, ruler(i), ...(i > 0 ? ['supersedes: p0'] : [])]),
    asked: [CHECK, HOUSE],
  },
  {
    name: 'prongs of a fork without a date',
    size: 1000,
    files: pages((i) => [ruler(i), ...(i > 0 ? ['supersedes: p0'] : [])]),
    asked: [CHECK, LOG, TIMELINE],
  },
  {
    name: 'retcons of a chain, by turns with those of other pages',
    size: 1000,
    files: (size) =>
      new Map([
        ['codex.yaml', ''],
        ...times(size, (i) => {
          const old = i % 2 === 1 ? idOf('a', i) : i > 0 ? idOf('c', i - 2) : '[]';
          return [`${idOf('c', i)}.md`, page(`date: ${size + i} CE`, `supersedes: ${old}`, ruler(i))] as const;
        }),
        ...times(size, (i) => [`${idOf('a', i)}.md`, page(`date: ${i + 1} CE`, ruler(i))] as const),
      ]),
    asked: [LOG],
  },
  {
    name: 'new pages that an old one supersedes, upon which others are built',
    size: 1000,
    files: revised((i, size) => [
      `date: ${i + 1} CE`,
      ruler(i),
      ...(i === 0
        ? [`supersedes: [${times(size / 2, (j) => `p${j + size / 2}`).join(', ')}]`]
        : i === size / 2
          ? []
          : [`supersedes: p${i - 1}`]),
    ]),
    asked: [CHECK, LOG],
  },
  {
    name: 'pages that supersede, take or give back any other, each of a revision',
    size: 500,
    files: revised((i, size) => [
      `date: ${((31 * i) % size) + 1} CE`,
      ruler(i),
      `${KINDS[(7 * i + (i >> 3)) % 3]}: p${(13 * i * i + 101 * i + 3) % size}`,
    ]),
    asked: [CHECK, LOG],
  },
  {
    name: 'prongs of a fork, where something else is restored',
    size: 800,
    files: (size) =>
      new Map([
        ...pages((i) => [`date: ${10 + i} CE`, ruler(i), ...(i > 0 ? ['supersedes: p0'] : [])])(size),
        ['x0.md', page('facts: {x: {y: z}}')],
        ['x1.md', page('supersedes: x0')],
        ['x2.md', page('restores: x0')],
      ]),
    asked: [CHECK, LOG],
  },
  {
    name: 'pages that retract one',
    size: 250,
    files: pages((i) => (i > 0 ? ['retracts: p0'] : [ruler(i)])),
    asked: [CHECK, LOG],
  },
  {
    name: 'chains of ten pages, each on what restores one of the ten before',
    size: 500,
    files: pages((i) => [
      `date: ${i + 1} CE`,
      ...(i === 0 ? [] : [i % 10 === 0 ? `restores: p${i - 5}` : `supersedes: p${i - 1}`]),
      ruler(i),
    ]),
    asked: [CHECK, LOG, HOUSE, TIMELINE],
  },
  {
    name: 'pages that take and give back one',
    size: 500,
    files: turns((i) => `${i % 2 === 1 ? 'retracts' : 'restores'}: {id: p0, effective: ${i + 3} CE}`),
    asked: [CHECK, LOG, HOUSE, TIMELINE, ['lookup', 'p0']],
  },
  {
    name: 'pages that supersede, take and give back one',
    size: 500,
    files: pages((i) => (i === 0 ? [ruler(0)] : [`${KINDS[i % 3]}: p0`, ruler(i)])),
    asked: [CHECK, LOG, HOUSE, TIMELINE],
  },
  {
    name: 'pages that supersede, take and give back one, each of a revision',
    size: 500,
    files: revised((i) => [`date: ${i + 1} CE`, ruler(i), ...(i === 0 ? [] : [`${KINDS[i % 3]}: p0`])]),
    asked: [CHECK, LOG, HOUSE, TIMELINE, EXPORT],
  },
  {
    name: 'pages that supersede, take and give back each other',
    size: 500,
    files: pages((i, size) => [
      ruler(i),
      `${KINDS[(7 * i + (i >> 3)) % 3]}: p${(31 * i * i + 17 * i + 5) % size}`,
      `${KINDS[(7 * i + (i >> 3) + 1) % 3]}: p${(13 * i * i + 101 * i + 3) % size}`,
    ]),
    asked: [CHECK],
  },
  {
    name: 'retcons of one page by another',
    size: 2500,
    files: (size) =>
      new Map([
        ['codex.yaml', ''],
        ['p0.md', page(ruler(0))],
        ['p1.md', page('supersedes:', ...times(size, (i) => `  - {id: p0, effective: ${i + 3} CE}`))],
      ]),
    asked: [CHECK],
  },
  {
    name: 'pages that one supersedes',
    size: 1000,
    files: pages((i, size) =>
      i === 0 ? [`supersedes: [${times(size - 1, (j) => `p${j + 1}`).join(', ')}]`] : [ruler(i)],
    ),
    asked: [CHECK],
  },
  {
    name: 'restorations that undo each other',
    size: 500,
    files: turns((i) => (i === 1 ? 'supersedes: p0' : `restores: {id: p${i % 2}, effective: ${i + 3} CE}`)),
    asked: [CHECK, LOG, HOUSE, TIMELINE, ['lookup', 'p0']],
  },
  {
    name: 'beliefs of one attribute',
    size: 1000,
    files: pages((i) => [`date: ${i + 1} CE`, 'believed_by: lysa', ruler(i)], 'circles: {court: [lysa]}\n'),
    asked: [HOUSE_FOR_LYSA, ['knows', 'lysa']],
  },
  {
    name: 'knowers of a page, each with a page that it links to',
    size: 250,
    files: (size) => {
      const knowers = times(size, (i) => `k${i}`).join(', ');
      return new Map([
        ['codex.yaml', `circles: {court: [${knowers}]}\n`],
        ['p.md', `${page(`known_by: [${knowers}]`)}${times(size, (i) => `[[s${i}]]\n`).join('')}`],
        ...times(size, (i) => [`s${i}.md`, page(`known_by: k${i}`)] as const),
      ]);
    },
    asked: [CHECK],
  },
  {
    name: 'sources of a registry',
    size: 300,
    files: (size) =>
      new Map([
        ['codex.yaml', `registry: {${times(size, (i) => `r${i}: {version: 1, paths: [d${i}/**]}`).join(', ')}}\n`],
        ...times(size, (i) => [`d${i}/p${i}.md`, page(`sources: r${(7 * i) % size}@1`, ruler(i))] as const),
      ]),
    asked: [CHECK, [...HOUSE, '--for', 'everyone']],
  },
  {
    name: 'leap rules',
    size: 2500,
    files: (size) =>
      new Map([
        [
          'codex.yaml',
          `calendars: {c: {months: [{name: Thaw, days: 1}], eras: [{id: TA, epoch: 0}], leap: [${times(size, () => '{month: Thaw, every: 1000000000}').join(', ')}]}}\n`,
        ],
        ...times(200, (i) => [`p${i}.md`, page(`date: ${i - 100} TA`, ruler(i))] as const),
      ]),
    asked: [CHECK, HOUSE],
  },
  {
    name: 'stars in globs',
    size: 1000,
    files: (size) =>
      new Map([
        ['codex.yaml', `exclude: ["${'*a'.repeat(size)}b", "${'(a+)+'.repeat(size)}$"]\n`],
        ...times(100, (i) => [`${'a'.repeat(100)}${i}.md`, ''] as const),
      ]),
    asked: [CHECK],
  },
  {
    name: 'lines of a page',
    size: 20_000,
    files: (size) =>
      new Map([
        ['codex.yaml', ''],
        ['p.md', `${page(ruler(0))}${'They swore [[p]] at the ford an oath.\n'.repeat(size)}`],
      ]),
    asked: [CHECK],
  },
  {
    name: 'names in brackets',
    size: 10_000,
    files: (size) =>
      new Map([
        ['codex.yaml', ''],
        ['p.md', page(`aliases: [${times(size, (i) => `"name ${i}", `).join('')}]`)],
      ]),
    asked: [CHECK],
  },
  {
    name: 'pages of one name',
    size: 1000,
    files: (size) =>
      new Map([['codex.yaml', ''], ...times(size, (i) => [`d${i}/same.md`, '---\nsources: same\n---\n'] as const)]),
    asked: [CHECK, ['lookup', 'same']],
  },
  {
    name: 'misspelled names',
    size: 1250,
    files: (size) =>
      new Map([
        ['codex.yaml', ''],
        ...times(size, (i) => {
          const name = (slip: string) =>
            `the ${WORDS[i % 7]} ${WORDS[(3 * i + 1) % 7]}${slip} of ${WORDS[(5 * i) % 7]} ${i}`;
          return [`${name('')}.md`, page(`supersedes: ${name('x')}${i}`, ruler(i))] as const;
        }),
      ]),
    asked: [CHECK],
  },
  {
    name: 'stretches of a page',
    size: 5000,
    files: (size) =>
      new Map([
        ['codex.yaml', ''],
        ['bob.md', page('type: person', 'date: 1 CE')],
        ['p.md', page(...stretches(size), 'facts: {house: {ruler: bob}}')],
      ]),
    asked: [CHECK, ['lookup', 'p']],
  },
  {
    name: 'summaries of ten houses, of which one page in ten tells more',
    size: 1000,
    files: (size) =>
      new Map([
        ['codex.yaml', revisionsOf(size)],
        ...times(10, (i) => [`h${i}.md`, page('canon: s0')] as const),
        ...times(
          size / 10,
          (i) =>
            [
              `t${i}.md`,
              page(`canon: s${10 * i}`, `date: ${i + 1} CE`, `facts: {h${i % 10}: {ruler: bob ${i}}}`),
            ] as const,
        ),
        ...times(
          size,
          (i) => [`p${i}.md`, page(`canon: s${i}`, `summarises: [${times(10, (j) => `h${j}`).join(', ')}]`)] as const,
        ),
      ]),
    asked: [CHECK],
  },
  {
    name: 'summaries of a house that as many sessions tell anew',
    size: 1000,
    files: (size) =>
      new Map([
        ['codex.yaml', revisionsOf(size)],
        ['house.md', page('canon: s0')],
        ...times(
          size,
          (i) => [`t${i}.md`, page(`canon: s${i}`, `date: ${i + 1} CE`, `facts: {house: {ruler: bob ${i}}}`)] as const,
        ),
        ...times(size, (i) => [`p${i}.md`, page(`canon: s${i}`, 'summarises: [house]')] as const),
      ]),
    asked: [CHECK, ['lookup', 'p0']],
  },
  {
    name: 'stretches of a life, and facts of it',
    size: 500,
    files: (size) =>
      new Map([
        ['codex.yaml', ''],
        [
          'bob.md',
          page('type: person', ...stretches(size), 'facts:', ...times(size, (i) => `  - {attribute: a${i}, value: x}`)),
        ],
      ]),
    asked: [CHECK],
  },
  {
    name: 'overlapping values of a constant',
    size: 4000,
    files: overlapping('constant', (i) => `v${i}`),
    asked: [TIMELINE, HOUSE],
  },
  {
    name: 'overlapping stretches of few values',
    size: 4000,
    files: overlapping('constant', (i) => `v${i % 3}`),
    asked: [TIMELINE, HOUSE],
  },
  {
    name: 'members of a council',
    size: 4000,
    files: overlapping('set', (i) => `v${i}`),
    asked: [TIMELINE, ['succession', 'house.seat']],
  },
  {
    name: 'values, each of a revision',
    size: 1000,
    files: revised((i) => [`date: ${i + 1} CE`, ruler(i)]),
    asked: [TIMELINE],
  },
  {
    name: 'values of one day, each of a revision',
    size: 1000,
    files: revised((i) => ['date: 5 CE', ruler(i)]),
    asked: [TIMELINE],
  },
  {
    name: 'values in gaps of others, each of a revision',
    size: 1000,
    files: revised((i) => [...(i === 0 ? [] : [`date: ${2 * i} CE`, `until: ${2 * i + 1} CE`]), ruler(i)]),
    asked: [TIMELINE],
  },
  {
    name: 'overlapping values of a constant, each of a revision',
    size: 1000,
    files: revised(
      (i, size) => [`date: ${i + 1} CE`, `until: ${size + i} CE`, ruler(i)],
      'attributes: {ruler: constant}\n',
    ),
    asked: [TIMELINE, DIFF],
  },
  {
    name: 'values that agree, each of a revision, and contradictions of a day',
    size: 1000,
    files: revised(
      (i) => (i % 2 === 0 ? ['date: 1 CE', ruler(0)] : [`date: ${2 * i} CE`, `until: ${2 * i + 1} CE`, ruler(i)]),
      'attributes: {ruler: constant}\n',
    ),
    asked: [TIMELINE],
  },
  {
    name: 'facts of a set, of which a proposed page states one',
    size: 500,
    files: (size) =>
      new Map([
        ['codex.yaml', 'attributes: {seat: set}\n'],
        [
          'house.md',
          page('canon: 2026-01-01', 'facts:', ...times(size, (i) => `  - {attribute: seat, value: bob ${i}}`)),
        ],
      ]),
    asked: [['propose-retcon', 'house', '--facts', 'seat: tom', '--canon', '2026-02-02']],
  },
  {
    name: 'names of pages that share all of them',
    size: 40_000,
    // A page for each of its names.
    files: (size) => {
      const names = times(Math.round(Math.sqrt(size)), (i) => `name ${i}`);
      return pages((i) => [`aliases: [${names.join(', ')}]`, ruler(i)])(names.length);
    },
    asked: [['brief', '--all']],
  },
  {
    name: 'passages of a page',
    size: 1000,
    files: (size) =>
      new Map([
        ['codex.yaml', ''],
        ['p.md', times(size, (i) => `## Part ${i}\n\nThe dragon came to the ford.\n`).join('\n')],
      ]),
    asked: [['lore', 'dragon', '--limit', '9999']],
  },
  {
    name: 'versions of a page, each given back by another in a revision of its own',
    size: 50,
    files: (size) =>
      new Map([
        ...revised((i) => [`date: ${i + 1} CE`, ruler(i), ...(i === 0 ? [] : [`supersedes: p${i - 1}`])])(size),
        ...times(size, (i) => [`r${i}.md`, page(`canon: s${i}`, `date: ${i + 1} CE`, `restores: p${i}`)] as const),
      ]),
    asked: [CHECK],
  },
  {
    name: 'claims of a chain, each as of another revision',
    size: 125,
    files: (size) =>
      new Map([
        ...revised((i) => [`date: ${i + 1} CE`, ruler(i), ...(i === 0 ? [] : [`supersedes: p${i - 1}`])])(size),
        [
          'claims.json',
          JSON.stringify(
            times(size, (i) => ({
              entity: 'house',
              attribute: 'ruler',
              value: `bob ${i}`,
              at: `${i + 1} CE`,
              as_of: `s${i}`,
            })),
          ),
        ],
      ]),
    asked: [['verify', 'claims.json']],
  },
];
