/** Codices of thousands of pages that a generator or an attacker may write, each page made from its number. */
import { codexOf } from './codex';

/** Their canon. @param besideOf other pages, one for each */
export const manyPages = (
  count: number,
  pageOf: (i: number) => string,
  codexYaml = '',
  besideOf: ((i: number) => string) | null = null,
) =>
  codexOf({
    'codex.yaml': codexYaml,
    ...(besideOf &&
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i}.md`, `---\n${besideOf(i)}\n---\n`]))),
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}.md`, `---\n${pageOf(i)}\n---\n`])),
  }).canon;

/** `s0`, `s1` and so on. */
export const revisionsOf = (count: number): string =>
  `revisions: [${Array.from({ length: count }, (_, i) => `s${i}`).join(', ')}]`;

export const STATED = 'date: 3 CE\nfacts: {house: {ruler: bob}}';

export const WIDE_FORK = Array.from({ length: 500 }, (_, i) => i);

export const wideFork = (i: number): string =>
  i === 0
    ? `facts: {house: {${WIDE_FORK.map((j) => `a${j}: y${j}`).join(', ')}}}`
    : `date: ${i} CE\nsupersedes: p0\nfacts: {house: {a${i}: z${i}}}`;

/** A page of thousands of facts, of which each other page supersedes one. */
export const oneEach = (count: number) =>
  manyPages(
    count,
    (i) =>
      i === 0
        ? `canon: s0\nfacts: {house: {${Array.from({ length: count }, (_, j) => `a${j}: y${j}`).join(', ')}}}`
        : `canon: s${i}\nsupersedes: {id: p0, only: [house.a${i}], reason: so}\nfacts: {house: {a${i}: z${i}}}`,
    revisionsOf(count),
  );
