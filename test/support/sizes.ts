/** Codices of given sizes, how they are asked, and what of them is reported as too large. */
import { answerSteps, questionNamed } from '../../server/src/core/tools';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf, type Files } from './codex';

const OTHER = { 'other.md': '---\nattributes: {seat: hall}\n---\n' };

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** One value of the ruler of Vyr for each year. */
export const factsOf = (count: number): Files => ({
  ...OTHER,
  'vyr.md': `---\nfacts:\n${range(count)
    .map((i) => `  - {entity: vyr, attribute: ruler, value: r${i}, from: ${i + 1} CE}\n`)
    .join('')}---\n`,
});

/** Pages that supersede each other, one after the other. @param attribute of which each states a value */
export const chainOf = (versions: number, attribute: (i: number) => string): Files => ({
  ...OTHER,
  ...Object.fromEntries(
    range(versions).map((i) => [
      `v${String(i).padStart(4, '0')}.md`,
      `---\nid: v${i}\nentity: vyr\ndate: ${i + 1} CE\nattributes: {${attribute(i)}: x${i}}\n${i === 0 ? '' : `supersedes: {id: v${i - 1}, reason: r}\n`}---\n`,
    ]),
  ),
});

/** One page, and others that supersede it. */
export const forkOf = (prongs: number): Files => ({
  ...OTHER,
  'v0000.md': '---\nid: v0\nentity: vyr\nattributes: {ruler: x0}\n---\n',
  ...Object.fromEntries(
    range(prongs).map((i) => [
      `v${String(i + 1).padStart(4, '0')}.md`,
      `---\nid: v${i + 1}\nentity: vyr\ndate: ${i + 2} CE\nattributes: {ruler: x${i + 1}}\nsupersedes: {id: v0, reason: r}\n---\n`,
    ]),
  ),
});

/** A page that others retract and restore by turns. @param restorations how many restore it */
export const restoredOf = (restorations: number): Files => ({
  ...OTHER,
  'v0000.md': '---\nid: v0\nentity: vyr\ndate: 1 CE\nattributes: {ruler: x0}\n---\n',
  ...Object.fromEntries(
    range(2 * restorations).map((i) => [
      `v${String(i + 1).padStart(4, '0')}.md`,
      `---\nid: v${i + 1}\n${i % 2 === 0 ? 'retracts' : 'restores'}: {id: v0, effective: ${i + 2} CE, reason: r}\n---\n`,
    ]),
  ),
});

const onePage = (facts: readonly string[]): Files => ({
  ...OTHER,
  'vyr.md': `---\nfacts:\n${facts.map((fact) => `  - {entity: vyr, attribute: ruler, ${fact}}\n`).join('')}---\n`,
});

/** 316 dated rulers of Vyr, and undated ones that fill the gaps between them. */
export const undatedOf = (undated: number): Files =>
  onePage([
    ...range(undated).map((i) => `value: u${i}`),
    ...range(316).map((i) => `value: d${i}, from: ${2 * i + 1} CE, until: ${2 * i + 2} CE`),
  ]);

/** Rulers of Vyr that all hold at one time. */
export const valuesOf = (count: number): Files => onePage(range(count).map((i) => `value: r${i}`));

/** Rulers of Vyr that somebody believes in. */
export const beliefsOf = (count: number): Files => ({
  'codex.yaml': 'circles: {court: [lysa]}\n',
  ...onePage(range(count).map((i) => `value: r${i}, from: ${i + 1} CE, believed_by: lysa`)),
});

const SECRET = { 'secret.md': '---\nknown_by: guild\nattributes: {colour: red}\n---\n' };
const listed = (count: number): string =>
  range(count)
    .map((i) => `m${i}`)
    .join(', ');
export const circleOf = (members: number): Files => ({
  ...OTHER,
  ...SECRET,
  'guild.md': `---\nattributes: {member: [${listed(members)}]}\n---\n`,
});
export const circleInCodex = (members: number): Files => ({
  ...OTHER,
  ...SECRET,
  'codex.yaml': `circles: {guild: [${listed(members)}]}\n`,
});
export const circleByMembers = (members: number): Files => ({
  ...OTHER,
  ...SECRET,
  'codex.yaml': 'membership: {of_member: [organization]}\n',
  'people.md': `---\nfacts:\n${range(members)
    .map((i) => `  m${i}: {organization: guild}\n`)
    .join('')}---\n`,
});

/** Answers questions about a codex: `answered`, or the code and the message of the refusal. */
export function asker(files: Files) {
  const { canon } = codexOf(files);
  return (name: string, given: Readonly<Record<string, string>>) => {
    const question = questionNamed(name);
    if (!question) throw new Error(name);
    const around = { commits: new Map(), textOf: (file: string) => files[file] ?? null };
    const steps = answerSteps(question, canon, given, around);
    for (;;) {
      const { done, value } = steps.next([]);
      if (done === true) return value.ok ? 'answered' : `${value.failure.code}: ${value.failure.message}`;
    }
  };
}

/** Each as its file, severity, marked text and message. */
export const limitsIn = (files: Files): string[] =>
  checkCodex(codexOf(files)).flatMap(({ file, problem: { code, severity, span, message } }) =>
    code === 'codex/limit' ? `${file} ${severity} ${files[file]?.slice(span.start, span.end)}: ${message}` : [],
  );
