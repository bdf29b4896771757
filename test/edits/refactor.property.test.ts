/** What refactorings leave alone, in random codices and in real notes: old files, earlier answers, what is true. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allEntries,
  entryAt,
  knownAt,
  LATEST,
  readCanonPoint,
  clippedFactsOf,
  type Known,
  standingOf,
  lineOf,
} from '../../server/src/core/canon';
import { ownSegments } from '../../server/src/core/canon/model/segments';
import type { Entry } from '../../server/src/core/entry/entry';
import type { DialogAnswers } from '../../server/src/core/edits/refactor/carriedFacts';
import { answeredDate, type Act, questionsAbout } from '../../server/src/core/edits/refactor/retconQuestions';
import { declareRetcon } from '../../server/src/core/edits/refactor/declare';
import { extractFact } from '../../server/src/core/edits/refactor/extract';
import { asIfWritten, isRefusal, type MadeChange, type Outcome } from '../../server/src/core/edits/refactor/page';
import { undo } from '../../server/src/core/edits/refactor/undo';
import { checkEntry } from '../../server/src/core/rules/check';
import { changedBy } from '../support/codex';
import { absent, VAULTS, vaultFiles } from '../yaml/corpora';
import { answersAt, canonOf, standingsAt, world } from '../canon/world';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 8) };
const anyDisk = { isTaken: () => false };

/** One of the entries, which shrinks to the first. */
const which = fc.nat(8);
const oneOf = (entries: readonly Entry[], at: number): readonly Entry[] =>
  entries.slice(at % entries.length).slice(0, 1);

type World = ReadonlyMap<string, string>;
const manner = fc.constantFrom('always' as const, 'from' as const, 'both' as const);
const date = fc.constantFrom('own', '10 TA', '21 TA', '35 TA', '15 XX');

/** What an author may answer; null where that is refused. */
function answersOf(
  known: Known,
  entry: Entry,
  act: Act,
  given: Pick<DialogAnswers, 'manner' | 'date'>,
): (DialogAnswers & { readonly into: null; readonly bringsBack: boolean }) | null {
  const context = questionsAbout(known, entry, act, '2026-06-01');
  if (isRefusal(context)) return null;
  const answered = given.date === 'own' ? context.date : given.date;
  if (!answeredDate(known, entry, act, given.manner, answered).ok) return null;
  const canon = context.decided?.proposed ?? null;
  return { ...given, date: answered, canon, title: context.title, reason: 'so', into: null, bringsBack: false };
}

const filesAfter = (files: World, { change }: MadeChange): World =>
  new Map([...files, ...Object.entries(changedBy(Object.fromEntries(files), change))]);

const isMade = (outcome: Outcome): outcome is MadeChange => !isRefusal(outcome);

describe('a declared retcon', () => {
  it('leaves old files and earlier answers as they are, and states permanently what it carries over', () => {
    fc.assert(
      fc.property(world, which, manner, date, (files, at, how, when) => {
        const canon = canonOf(files);
        const known = knownAt(canon, LATEST);
        for (const entry of oneOf(allEntries(canon), at)) {
          const answers = answersOf(known, entry, 'declare', { manner: how, date: when });
          if (!answers) continue;
          const made = declareRetcon(known, entry, files.get(entry.path) ?? '', answers, anyDisk);
          if (!isMade(made)) throw new Error(made.refusal);
          expect(made.change.edits).toEqual([]);
          expect(files.has(made.file)).toBe(false);
          const all = filesAfter(files, made);
          const after = canonOf(all);
          const now = knownAt(after, LATEST);
          const written = entryAt(after, made.file);
          if (!written) throw new Error('nothing is there');
          for (const { stated, segments } of clippedFactsOf(now, written)) expect(segments).toEqual(stated);
          // Facts on two lines may not be comparable with the effective date of the retcon: that is reported (model §3).
          const lines = new Set(
            clippedFactsOf(known, entry).flatMap(({ stated }) => stated.flatMap((one) => lineOf(one) ?? [])),
          );
          const mayBeFound = lines.size > 1 ? ['date/incomparable'] : [];
          if (when === 'own')
            expect(mayBeFound).toEqual(expect.arrayContaining(newProblems(known, entry, now, written)));
          for (const asOf of ['r1', 'r2', '2026-03-01']) {
            const [before, then] = [pointOf(canon, asOf), pointOf(after, asOf)];
            expect(answersAt(after, then)).toEqual(answersAt(canon, before));
            expect(standingsAt(after, then)).toEqual(standingsAt(canon, before));
          }
          const again = declareRetcon(now, entry, files.get(entry.path) ?? '', answers, anyDisk);
          if (isMade(again)) expect(again.file).not.toBe(made.file);
        }
      }),
      RUNS,
    );
  });
});

/** The codes that the new version has, and the old one did not have. */
function newProblems(known: Known, old: Entry, now: Known, written: Entry): string[] {
  const before = new Set(checkEntry(known, old).map(({ code }) => code));
  return checkEntry(now, written).flatMap(({ code }) => (before.has(code) ? [] : code));
}

describe('an extracted fact', () => {
  it('is answered as before, for every entity and at every canon point', () => {
    let count = 0;
    fc.assert(
      fc.property(world, which, (files, at) => {
        const canon = canonOf(files);
        const known = knownAt(canon, LATEST);
        for (const entry of oneOf(allEntries(canon), at))
          for (const fact of entry.facts.slice(0, 1)) {
            const made = extractFact(known, entry, files.get(entry.path) ?? '', fact, anyDisk);
            if (!isMade(made)) continue;
            count++;
            const after = canonOf(filesAfter(files, made));
            for (const asOf of ['latest', 'r1', 'r2', 'r3', 'r4'])
              expect(saidAt(after, asOf), made.text).toEqual(saidAt(canon, asOf));
          }
      }),
      RUNS,
    );
    expect(count).toBeGreaterThan(0);
  });
});

describe('a retraction and a restoration', () => {
  it('act on the whole of an entry', () => {
    fc.assert(
      fc.property(world, which, (files, at) => {
        const canon = canonOf(files);
        const known = knownAt(canon, LATEST);
        for (const entry of oneOf(allEntries(canon), at)) {
          for (const [act, kind, standing] of [
            ['retract', 'retracts', 'retracted'],
            ['restore', 'restores', 'current'],
          ] as const) {
            const answers = answersOf(known, entry, act, { manner: 'always', date: '' });
            if (!answers) continue;
            const text = files.get(entry.path) ?? '';
            const made = undo(known, entry, text, kind, answers, anyDisk, (path) => files.get(path) ?? null);
            if (!isMade(made)) throw new Error(made.refusal);
            const after = canonOf(filesAfter(files, made));
            const now = entryAt(after, entry.path);
            // At the end of time its own end has come (model §5: where several standings fit, the later one counts).
            const own = ownSegments(entry).at(-1);
            const hasEnded = standing === 'current' && (own?.until ?? own?.endsElsewhere) !== undefined;
            const expected = hasEnded ? 'ended' : standing;
            expect([now && standingOf(knownAt(after, LATEST), now, null), made.text]).toEqual([expected, made.text]);
          }
        }
      }),
      RUNS,
    );
  });
});

describe.each(VAULTS)('in real notes, %s', (vault) => {
  it(`a new version states what the old one does${absent(vault)}`, () => {
    const files = Object.fromEntries(vaultFiles([vault]).map(({ path, text }) => [basename(path), text]));
    const codex = 'attributes: {status: state, type: state, authors: set, tags: set, Race: constant}\n';
    const canon = canonOf(new Map(Object.entries(files)), codex);
    const known = knownAt(canon, LATEST);
    const entries = allEntries(canon);
    const whole = entries.filter(({ problems }) => problems.every(({ code }) => code !== 'frontmatter/invalid-yaml'));
    for (const entry of whole.filter((_, i) => i % Math.ceil(entries.length / 25) === 0)) {
      const text = files[entry.path] ?? '';
      const answers = answersOf(known, entry, 'declare', { manner: 'always', date: 'own' });
      if (!answers) continue;
      const made = declareRetcon(known, entry, text, answers, anyDisk);
      if (!isMade(made)) throw new Error(made.refusal);
      const { entry: written } = asIfWritten(canon, made.file, made.text);
      const said = (one: Entry) => one.facts.map(({ attribute, value }) => [attribute.text, value.text]);
      expect(said(written), made.text).toEqual(said(entry));
      expect(written.unknownKeys.map((key) => key.text)).toEqual(entry.unknownKeys.map((key) => key.text));
      expect(linesMissing(frontmatterOf(entry, text), made.text)).toEqual([]);
      const extracted = entry.facts[0] && extractFact(known, entry, text, entry.facts[0], anyDisk);
      if (extracted && isMade(extracted)) {
        const left = changedBy(files, extracted.change)[entry.path] ?? '';
        expect(left.endsWith(text.slice(entry.frontmatter.end))).toBe(true);
      }
    }
  });
});

const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const frontmatterOf = ({ frontmatter }: Entry, text: string): string => text.slice(frontmatter.start, frontmatter.end);

/** Lines of the author's own keys that are different in the new version. */
const linesMissing = (old: string, text: string): string[] =>
  old
    .split(/\r?\n/)
    .filter(
      (line) =>
        /^[^\s:]+:/.test(line) && !/^(?:title|aliases|id|created|date|canon|supersede|sources|replaces)/i.test(line),
    )
    .filter((line) => !text.includes(line));

/** All answers as of a point, without their sources. */
function saidAt(canon: ReturnType<typeof canonOf>, asOf: string): unknown {
  const told = answersAt(canon, pointOf(canon, asOf));
  return JSON.parse(
    JSON.stringify(told, (key, value: unknown) =>
      ['entry', 'sources', 'superseded_by'].includes(key)
        ? undefined
        : ['values', 'before', 'after'].includes(key)
          ? inOrder(value)
          : value,
    ),
  );
}

/** Facts that begin at the same time are listed in the order of entries. */
const inOrder = (values: unknown): unknown =>
  Array.isArray(values)
    ? values.map((value) => JSON.stringify(value, (key, one: unknown) => (key === 'entry' ? undefined : one))).sort()
    : values;

function pointOf(canon: ReturnType<typeof canonOf>, text: string) {
  const reading = readCanonPoint(canon, text);
  if (!reading.ok) throw new Error(reading.message);
  return reading.point;
}
