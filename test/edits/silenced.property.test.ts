/**
 * A silent change is declared as a retcon, or put back: in any codex, whatever was changed, and without other changes.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Canon, knownAt, LATEST, readCanonPoint, heldOf, pairOf } from '../../server/src/core/canon';
import { canDeclareIn, declareAll } from '../../server/src/core/edits/fixes/declareAll';
import { fixesOf, type QuickFix } from '../../server/src/core/edits/fixes/fixesAt';
import type { CheckedProblem } from '../../server/src/core/rules/check';
import { answersAt, CODEX, canonOf, world } from '../canon/world';
import { askedIn, changedBy, type Files, problemsIn } from '../support/codex';

const silentIn = (files: Files, established: Files): CheckedProblem[] =>
  problemsIn(files, established).filter(({ problem }) => problem.code === 'retcon/silent');

const fixesIn = (files: Files, established: Files, { file, problem }: CheckedProblem): QuickFix[] =>
  fixesOf(askedIn(files, file, established), problem);

/** What an author may do to the facts of a page, each to the first possible one. */
const EDITS: readonly ((text: string) => string)[] = [
  (text) => text.replace(/value: \w+/, 'value: z'),
  (text) => text.replace(/from: [^,}]+/, 'from: 31 TA'),
  (text) => text.replace(/^date: .*/m, 'date: 31 TA'),
  (text) => text.replace(/\n {2}- \{entity.*/, ''),
  (text) =>
    text
      .replace(/\n {2}- \{entity.*/, '$&\n  - {entity: far, attribute: seat, value: z}')
      .replace(/value: \w+/, 'value: z'),
  // A key of their own, a comment, a misspelled key, and other words next to the change.
  (text) => text.replace(/\n {2}- \{entity.*/, '$& # I am not sure').replace(/value: \w+/, 'value: z'),
  (text) => text.replace('facts:', 'mood: dark\nfacts:\n  # They moved.').replace(/value: \w+/, 'value: z'),
  (text) => text.replace(/attribute: \w+/, 'attribute: rulers'),
  (text) => text.replace(/\n {2}- \{entity.*/, '\nnotes:\n  - a private note'),
  (text) => text.replace(/^date: .*/m, 'date: 31 TA # about').replace('facts:', 'mine: {a: b}\nfacts:'),
];

const PAGE = '---\nid: k\nfacts:\n  - {entity: x, attribute: ruler, value: v}\n---\n';

it('a page whose file was renamed answers to its old id again', () => {
  const maric = '---\naliases: [Old M]\nfacts:\n  - {attribute: born, value: 160 TA}\n---\n# Maric Ashhand\n';
  const hall = '---\nfacts:\n  vyr: {founder: maric}\n---\n';
  const established = { 'codex.yaml': '', 'hall.md': hall, 'maric.md': maric };
  const edited = { 'codex.yaml': '', 'hall.md': hall, 'mariko.md': maric };
  const [found, ...others] = silentIn(edited, established);
  expect([found?.file, others]).toEqual(['mariko.md', []]);
  const fixes = found ? fixesIn(edited, established, found).map(({ fix }) => fix) : [];
  expect(fixes.map(({ title }) => title)).toEqual(['Add maric to the aliases', 'Keep the id maric']);
  expect(fixes.map((fix) => silentIn({ ...edited, ...changedBy(edited, fix) }, established))).toEqual([[], []]);
  // Where somebody else has that name by now, or the page states something else, nobody can know.
  const another = { ...edited, 'other.md': '---\naliases: [maric]\n---\n' };
  const changed = { ...edited, 'mariko.md': maric.replace('160', '161') };
  for (const files of [another, changed])
    expect(silentIn(files, established).filter(({ problem }) => problem.message.includes('is now'))).toEqual([]);
});

it('does not declare an insertion as a retcon of a page that still states the fact', () => {
  const before = {
    'codex.yaml': 'present: 450 TA\n',
    'rulers.md': '---\nfacts:\n  - {entity: vyr, attribute: ruler, value: maric, from: 200 TA}\n---\n',
  };
  const more = {
    ...before,
    'rulers.md': before['rulers.md'].replace(
      /\n---\n$/,
      '\n  - {entity: vyr, attribute: ruler, value: lysa, from: 310 TA}\n---\n',
    ),
  };
  const oda = '---\nfacts:\n  - {entity: vyr, attribute: ruler, value: oda, from: 250 TA}\n---\n';
  const titles = (established: Files): string[][] =>
    problemsIn({ ...established, 'oda.md': oda }, established)
      .filter(({ problem }) => problem.code === 'retcon/insertion')
      .map((found) => fixesIn({ ...established, 'oda.md': oda }, established, found).map(({ fix }) => fix.title));
  expect(titles(before)).toEqual([['Declare it as a retcon of rulers']]);
  // Lysa would go with him.
  expect(titles(more)).toEqual([[]]);
});

describe('declaring it', () => {
  it('states again, as far as it still held, what another retcon has taken in part', () => {
    const established = {
      'codex.yaml': '',
      'founding.md': '---\ndate: 200 TA\nfacts:\n  vyr: {founder: maric}\n---\n',
      'refounding.md':
        '---\ndate: 412 TA\nsupersedes: {id: founding, reason: so}\nfacts:\n  vyr: {founder: aldric}\n---\n',
    };
    const edited = { ...established, 'founding.md': established['founding.md'].replace('maric', 'lysa') };
    const [found] = silentIn(edited, established);
    const [fix] = found ? fixesIn(edited, established, found) : [];
    const changed = fix ? changedBy(edited, fix.fix) : {};
    expect(changed['founding.md']).toBe(established['founding.md']);
    expect(changed['founding-retold.md']).toMatchInlineSnapshot(`
      "---
      date: 200 TA
      canon: 2026-05-12
      facts:
        - entity: vyr
          attribute: founder
          value: lysa
          until: 412 TA
      retracts:
        - id: founding
          reason: ""
          only: [vyr.founder]
      ---

      # founding (retold)

      "
    `);
    expect(silentIn({ ...edited, ...changed }, established)).toEqual([]);
  });

  it.each([
    ['ruler: [maric, corwin]', 'ruler: [lysa, corwin]'],
    ['ruler: [maric, corwin]', 'ruler: [corwin]'],
    ['ruler: [maric, corwin]', 'ruler: [lysa, corwin, oda]'],
  ])('states again what the page states next to it: of %s became %s', (then, now) => {
    const page = (facts: string): string => `---\ndate: 200 TA\nfacts:\n  vyr: {${facts}, seat: vyrhold}\n---\n`;
    const established = { 'codex.yaml': 'attributes: {ruler: set}\n', 'hall.md': page(then) };
    const edited = { ...established, 'hall.md': page(now) };
    const [found] = silentIn(edited, established);
    const [fix] = found ? fixesIn(edited, established, found) : [];
    const files = { ...edited, ...(fix && changedBy(edited, fix.fix)) };
    expect(silentIn(files, established)).toEqual([]);
    expect(stretchesIn(files)).toEqual(stretchesIn(edited));
  });

  it('states again the values before and after it', () => {
    const lords = (...facts: string[]): string =>
      `---\nfacts:\n${facts.map((fact) => `  - {entity: vyr, attribute: ruler, ${fact}}\n`).join('')}---\n`;
    const rest = ['value: lysa, from: 309 TA, through: 331 TA', 'value: aldric, from: 412 TA'];
    const established = { 'codex.yaml': '', 'vyr.md': lords('value: maric, from: 200 TA, through: 231 TA', ...rest) };
    for (const now of [lords('value: maric, from: 205 TA, through: 231 TA', ...rest), lords(...rest)]) {
      const edited = { ...established, 'vyr.md': now };
      const [found] = silentIn(edited, established);
      const [remember, fix] = found ? fixesIn(edited, established, found) : [];
      const files = { ...edited, ...(fix && changedBy(edited, fix.fix)) };
      expect(files['vyr.md']).toBe(established['vyr.md']);
      expect(silentIn(files, established)).toEqual([]);
      expect(stretchesIn(files)).toEqual(stretchesIn(edited));
      const remembered = { ...edited, ...(remember && changedBy(edited, remember.fix)) };
      expect(remember?.fix.title).toBe('Remember what it was');
      expect(remembered['vyr.md']).toContain('formerly:\n  - {ruler: [{value: maric, from: 200 TA, through: 231 TA}');
      expect(silentIn(remembered, established)).toEqual([]);
    }
  });

  it('leaves the old page as it was in the baseline, keeps the earlier answers, and leaves no silent change', () => {
    let count = 0;
    fc.assert(
      fc.property(world, fc.nat(8), fc.constantFrom(...EDITS), (spec, i, change) => {
        const established: Files = { 'codex.yaml': CODEX, ...Object.fromEntries(spec) };
        const stating = [...spec].flatMap(([path, text]) => (text.includes('facts:') ? path : []));
        const file = stating[i % stating.length] ?? '';
        fc.pre(file !== '');
        const edited: Files = { ...established, [file]: `${change(established[file] ?? '')}\nMore prose.\n` };
        for (const found of silentIn(edited, established)) {
          const fix = fixesIn(edited, established, found).find((one) => one.fix.title.startsWith('Declare'))?.fix;
          if (!fix) continue;
          count++;
          const files = { ...edited, ...changedBy(edited, fix) };
          expect(silentIn(files, established)).toEqual([]);
          // In the prose only whole lines that the author has added remain, and no word is lost.
          const lines = (text = ''): string[] => text.split('\n');
          const told = `${established[file]}\nMore prose.\n`;
          const left = lines(files[file]).filter(
            (line) => lines(told).includes(line) || !lines(edited[file]).includes(line),
          );
          expect(left.join('\n')).toBe(told);
          const words = (texts: Files): string[] => Object.values(texts).flatMap((text) => text.match(/[\w#]+/g) ?? []);
          const kept = words(files);
          expect(words({ edited: edited[file] ?? '' }).filter((word) => !kept.includes(word))).toEqual([]);
          const [then, now] = [established, files].map((all) => canonOf(new Map(Object.entries(all))));
          if (then && now) expect(factsAt(now, 'r3')).toEqual(factsAt(then, 'r3'));
        }
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 10), examples: [[new Map([['f0.md', PAGE]]), 0, EDITS[0] ?? String]] },
    );
    expect(count).toBeGreaterThan(0);
  });

  it('is suggested in the message where a fix declares something', () => {
    const said = new Set<boolean>();
    fc.assert(
      fc.property(world, fc.nat(8), fc.constantFrom(...EDITS), (spec, i, change) => {
        const established: Files = { 'codex.yaml': CODEX, ...Object.fromEntries(spec) };
        const file = [...spec.keys()][i % spec.size] ?? '';
        const edited: Files = { ...established, [file]: change(established[file] ?? '') };
        const context = askedIn(edited, file, established);
        const { known, baseline, textOf } = context;
        if (!baseline) throw new Error('There is nothing that it could be compared with.');
        const { declared } = declareAll(known, baseline, textOf, (one) => one.file === file, '');
        said.add(canDeclareIn(context, () => true));
        expect(canDeclareIn(context, () => true)).toBe(declared.length > 0);
        expect(canDeclareIn(context, () => false)).toBe(false);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 20), examples: [[new Map([['f0.md', PAGE]]), 0, EDITS[0] ?? String]] },
    );
    expect(said).toEqual(new Set([true, false]));
  });
});

/** What all pages state about vyr over all times. */
const stretchesIn = (files: Files): unknown => {
  const known = knownAt(canonOf(new Map(Object.entries(files))), LATEST);
  return ['ruler', 'seat'].map((attribute) =>
    heldOf(known, pairOf('vyr', attribute))
      .map(({ clipped, segment }) => [clipped.fact.value.text, segment.from?.text, segment.until?.text].join(' '))
      .sort(),
  );
};

const factsAt = (canon: Canon, asOf: string): unknown =>
  answersAt(canon, pointOf(canon, asOf)).map((answer) => ({ ...(answer as object), retcons: null }));

function pointOf(canon: Canon, text: string) {
  const reading = readCanonPoint(canon, text);
  if (!reading.ok) throw new Error(reading.message);
  return reading.point;
}
