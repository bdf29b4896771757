/** Unknown names in codex.yaml are reported there. Players need no page, and are not mistaken for similar names. */
import { expect, it } from 'vitest';
import { createHost } from '../../server/src/core/host';
import { checkCodex, checkCodexInSteps } from '../../server/src/core/rules/check';
import { atOnce } from '../../server/src/core/text/groups';
import { problemsIn } from '../support/codex';

const pages = {
  'A/keep.md': '',
  'B/mill.md': '',
  'GM/Path of Honor/plan.md': '',
  'lysa.md': '---\ntype: person\n---\n',
  'sarah.md': '---\ntype: person\n---\n',
  'player-1.md': '',
  'the-mill.md': '---\ntitle: The Mill\nfacts: {house-vyr: {founder: aldric}}\n---\n',
};
const told = (codex: string): string[] =>
  problemsIn({ 'codex.yaml': codex, ...pages }, null)
    .filter(({ problem }) => problem.code !== 'knowledge/hides-nothing')
    .map(
      ({ file, problem: { code, severity, span, message, fixes = [] } }) =>
        `${file} ${severity} ${code} ${codex.slice(span.start, span.end)}: ${message} ${fixes.map(({ title }) => title).join()}`,
    );
const at = 'codex.yaml warning knowledge/unknown-knower';

it.each([
  ['audience: {"GM/**": nobody, "A/**": [everyone, lysa, "[[The Mill]]", house-vyr, tom, gms]}\ncircles: {gms: [tom]}'],
  ['circles: {players: [sara, tom, player-2], party-1: [a], party-2: [b], all: [party-1, party-2, players]}'],
])('says nothing about %s', (codex) => {
  expect(told(codex)).toEqual([]);
});

it('reports an unknown knower in the audience of a folder', () => {
  expect(told('audience: {"A/**": [lyssa], "B/**": watchmaker}')).toEqual([
    `${at} lyssa: Nobody is called "lyssa". Did you mean lysa? Change to lysa`,
    `${at} watchmaker: Nobody is called "watchmaker": name a character or a circle in codex.yaml, or write everyone or nobody. `,
  ]);
});

it('reports a member whose name differs by a letter from a circle or a page', () => {
  expect(told('circles: {players: [lsya, the mil], all: [plyers]}')).toEqual([
    `${at} lsya: Nobody is called "lsya". Did you mean lysa? Change to lysa`,
    `${at} the mil: Nobody is called "the mil". Did you mean the-mill? Change to the-mill`,
    `${at} plyers: Nobody is called "plyers". Did you mean players? Change to players`,
  ]);
});

it('is silent where codex.yaml turns the rule off', () => {
  expect(told('audience: {"A/**": [lyssa]}\nrules: {knowledge/unknown-knower: off}')).toEqual([]);
});

it('reports a folder pattern without a matching page, and suggests a similar one', () => {
  const here = 'codex.yaml warning config/invalid';
  expect(
    told('audience: {"GN/**": nobody, "/gm/path of honr/": lysa, gm/: nobody, "**/plan.md": nobody, "!B": lysa}'),
  ).toEqual([
    `${here} GN/**: No page lies in "GN/**", so this counts for pictures at most. Did you mean "GM/**"? Change to GM/**`,
    `${here} /gm/path of honr/: No page lies in "/gm/path of honr/", so this counts for pictures at most. Did you mean "GM/Path of Honor"? Change to GM/Path of Honor`,
  ]);
  expect(told('audience: {"maps/**": nobody}')).toEqual([
    'codex.yaml info config/invalid maps/**: No page lies in "maps/**", so this counts for pictures at most: does the folder have another name? ',
  ]);
});

it('is checked only where codex.yaml is judged', () => {
  let asked = 0;
  const host = {
    canon: createHost(() => null).apply(new Map(Object.entries(pages))),
    get codexProblems() {
      asked++;
      return [];
    },
  };
  atOnce(checkCodexInSteps(host, new Set(['lysa.md'])));
  expect(asked).toBe(0);
  checkCodex(host);
  expect(asked).toBe(1);
});

it('reports each cycle of circles once', () => {
  const ring = (names: string, at: string) =>
    `codex.yaml info config/invalid ${at}: ${names} contain each other, so a member of one knows what all of them know: take ${at} out here, or break the loop elsewhere. `;
  expect(told('circles: {a: [sara, B], b: [A, c], c: [tom], d: [e], e: [f], f: [d, a]}')).toEqual([
    ring('A and B', 'B'),
    ring('d, f and e', 'e'),
  ]);
  expect(told('circles: {all: [a, b], a: [c], b: [c], c: [tom]}')).toEqual([]);
  expect(told('circles: {hub: [a, b], a: [hub], b: [hub]}')).toEqual([ring('hub and a', 'a')]);
  const many = Array.from({ length: 20 }, (_, i) => `c${i}: [c${(i + 1) % 20}]`).join(', ');
  expect(told(`circles: {${many}}`)).toEqual([ring('c0, c19, c18, c17, c16, c15, c14, c13 and 12 more', 'c1')]);
});
