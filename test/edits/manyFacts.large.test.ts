/** Refactorings of a page that states thousands of facts: the page is read a few times, and not for each fact. */
import { expect, it, vi } from 'vitest';
import { clippedFactsOf } from '../../server/src/core/canon';
import { declareRetcon } from '../../server/src/core/edits/refactor/declare';
import { fixesIn, mendContextFor, mendAll, SLIPS } from '../../server/src/core/edits/fixes/fixesAt';
import { checkEntry } from '../../server/src/core/rules/check';
import { edited } from '../../server/src/core/text/problem';
import { extractFact, factAt } from '../../server/src/core/edits/refactor/extract';
import { isRefusal } from '../../server/src/core/edits/refactor/page';
import { datesNear } from '../../server/src/core/edits/refactor/retconQuestions';
import { secretTarget } from '../../server/src/core/edits/refactor/secret';
import { caretIn } from '../support/caret';

// Quadratic time takes many minutes; a busy machine does not fail this test.
vi.setConfig({ testTimeout: 150_000 });

const MANY = 10_000;
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const page = (facts: string) => ({
  'codex.yaml': 'attributes: {ally: set}\n',
  'p.md': `---\ntitle: P\ndate: 5 CE\nfacts:\n${facts}---\n`,
});

const long = times(MANY, (i) => `  - {entity: house, attribute: a${i}, value: v${i}, from: ${i + 1} CE}\n`).join('');
const short = `  house: {${times(MANY, (i) => `a${i}: v${i}`).join(', ')}}\n`;
const listed = `  house: {ally: [${times(MANY, (i) => `v${i}`).join(', ')}]}\n`;
const spelled = [
  ['long', long],
  ['short', short],
  ['one list', listed],
] as const;

it.each(spelled)('finds no fact at a caret outside of all, and one at the last: %s', (_, facts) => {
  const { entry, text } = caretIn(page(`$0${facts}`));
  expect(factAt(entry, text, 6)).toHaveProperty('refusal');
  expect(secretTarget(entry, text, { start: 6, end: 6 })).toEqual({ kind: 'page' });
  const last = text.indexOf(`v${MANY - 1}`) - 1;
  const at = secretTarget(entry, text, { start: last + 1, end: last + 1 });
  expect(at).toMatchObject({ kind: 'fact', fact: { value: { text: `v${MANY - 1}` } } });
});

it.each(spelled)('extracts one of them: %s', (_, facts) => {
  const { known, entry, text } = caretIn(page(`$0${facts}`));
  const fact = factAt(entry, text, text.indexOf('v77'));
  if (isRefusal(fact)) throw new Error(fact.refusal);
  const done = extractFact(known, entry, text, fact, { isTaken: () => false });
  if (isRefusal(done)) throw new Error(done.refusal);
  expect(done.text).toMatch(/^facts:\n {2}- \{?entity: house/m);
  expect(done.text).toMatch(/value: v77\b/);
  expect(done.text.length).toBeLessThan(300);
});

const answers = { title: 'New', date: '5 CE', canon: null, reason: 'x' };

it.each(spelled)('writes a new version of it in its own form: %s', (_, facts) => {
  const { known, entry, text } = caretIn(page(`$0${facts}`));
  const done = declareRetcon(known, entry, text, { ...answers, manner: 'always' }, { isTaken: () => false });
  if (isRefusal(done)) throw new Error(done.refusal);
  expect(clippedFactsOf(known, entry)).toHaveLength(MANY);
  expect(done.text).toContain(facts);
});

it('writes a new version with the facts that hold from a day on, rewritten', () => {
  const { known, entry, text } = caretIn(page(`$0${long}`));
  const half = { ...answers, date: `${MANY / 2} CE`, manner: 'from' } as const;
  const done = declareRetcon(known, entry, text, half, { isTaken: () => false });
  if (isRefusal(done)) throw new Error(done.refusal);
  const kept = entry.facts.length;
  expect(done.text.split('attribute: ')).toHaveLength(kept + 1);
  expect(done.text).toContain('value: v0\n');
});

it('corrects thousands of slips at once, and leaves what would be a second key', () => {
  const slips = times(
    MANY,
    (i) => `  - {entity: house, ${i === 77 ? 'atribute: x, attribute' : 'atribute'}: a${i}, value: v}\n`,
  );
  const { known, entry, text } = caretIn(page(`$0${slips.join('')}`));
  const change = mendAll(known, () => text, [entry.path], SLIPS);
  expect(change.edits).toHaveLength(MANY - 1);
  expect(edited(text, change.edits).match(/\batribute\b/g)).toHaveLength(1);
});

it('offers the first fixes of thousands', () => {
  const { known, entry, text } = caretIn(
    page(`$0${times(MANY, (i) => `  - {entity: house, atribute: a${i}, value: v}\n`).join('')}`),
  );
  const problems = checkEntry(known, entry).filter(({ code }) => code === 'frontmatter/misspelt-key');
  expect(problems).toHaveLength(MANY);
  const context = mendContextFor(known, entry.path, () => text);
  const fixes = fixesIn(context, problems, { start: 0, end: text.length });
  expect(fixes.map(({ problem }) => problem)).toEqual(problems.slice(0, 30));
});

it.each(['', 'entity: house, '])('keeps the knowers of a rewritten fact: "%s"', (entity) => {
  const known = times(
    1000,
    (i) => `  - {${entity}attribute: a${i}, value: v${i}, known_by: [maric], note: n${i}, from: ${1 + (i % 4)} CE}\n`,
  );
  const codex = caretIn({ ...page(`$0${known.join('')}`), 'maric.md': '' });
  const fact = factAt(codex.entry, codex.text, codex.text.indexOf('v77'));
  if (isRefusal(fact)) throw new Error(fact.refusal);
  const out = extractFact(codex.known, codex.entry, codex.text, fact, { isTaken: () => false });
  if (isRefusal(out)) throw new Error(out.refusal);
  expect(out.text).toMatch(/known_by: \[maric\]/);
  expect(out.text).toContain('n77');
  const later = { ...answers, date: '50 CE', manner: 'from' } as const;
  const done = declareRetcon(codex.known, codex.entry, codex.text, later, { isTaken: () => false });
  if (isRefusal(done)) throw new Error(done.refusal);
  expect(done.text.match(/known_by: \[maric\]/g)).toHaveLength(1000);
});

it('applies the correct fixes among wrong ones, and lets a wrong fix block no other', () => {
  const wrong = (i: number): string => `  - {entity: house, atribute: w${i}, attribute: x${i}, value: v}\n`;
  const right = (i: number): string => `  - {entity: house, atribute: r${i}, value: v}\n`;
  const slips = times(60, (i) => wrong(i) + right(i)).join('');
  const { known, entry, text } = caretIn(page(`$0${slips}`));
  expect(mendAll(known, () => text, [entry.path], SLIPS).edits).toHaveLength(60);
  const paying = times(3, (i) => `  - {entity: house, atribute: a${i}, value: v}\n`).join('');
  const other = caretIn({ 'p.md': `---\ntitle: P\nsorces: [[a], [b], [c], {x: 1}]\nfacts:\n$0${paying}---\n` });
  const mended = edited(other.text, mendAll(other.known, () => other.text, [other.entry.path], SLIPS).edits);
  expect(mended).toContain('sorces: [[a], [b], [c], {x: 1}]');
  expect(mended).not.toContain('atribute:');
});

it('shows the dates near a page that is the only one about thousands of things', () => {
  const { known, entry } = caretIn(page(`$0${long}`));
  expect(datesNear(known, entry)).toHaveLength(30);
});
