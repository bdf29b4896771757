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
    size: 125,
    files: pages((i) => [`date: ${100 + i} CE`, ruler(i), ...(i > 0 ? [`supersedes: p${i - 1}`] : [])]),
    asked: [CHECK, LOG, HOUSE, ['chain', 'p7'], ['lookup', 'p7'], ['diff', 'before:p7']],
  },
  {
    name: 'retcons of a set',
    size: 250,
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
    name: 'prongs of a fork',
    size: 125,
    files: pages((i) => [`date: ${10 + i} CE`, ruler(i), ...(i > 0 ? ['supersedes: p0'] : [])]),
    asked: [CHECK, HOUSE],
  },
  {
    name: 'pages that retract one',
    size: 125,
    files: pages((i) => (i > 0 ? ['retracts: p0'] : [ruler(i)])),
    asked: [CHECK, LOG],
  },
  {
    name: 'pages that retract and restore one by turns',
    size: 125,
    files: revised((i) => [
      `date: ${i + 1} CE`,
      i === 0 ? ruler(0) : `${i % 2 === 1 ? 'retracts' : 'restores'}: {id: p0, effective: ${i + 3} CE}`,
    ]),
    asked: [CHECK, LOG, HOUSE, ['lookup', 'p0']],
  },
  {
    name: 'retcons of one page by another',
    size: 125,
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
    size: 125,
    files: pages((i, size) =>
      i === 0 ? [`supersedes: [${times(size - 1, (j) => `p${j + 1}`).join(', ')}]`] : [ruler(i)],
    ),
    asked: [CHECK],
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
    name: 'overlapping values of a constant, each of a revision',
    size: 1000,
    files: revised(
      (i, size) => [`date: ${i + 1} CE`, `until: ${size + i} CE`, ruler(i)],
      'attributes: {ruler: constant}\n',
    ),
    asked: [TIMELINE, DIFF],
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
