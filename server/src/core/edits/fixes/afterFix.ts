/** The canon as a fix would leave it, without anything being written. */
import { areAmong } from '../../text/amongTexts';
import { withEntries, type Known, knownAt, LATEST, entryAt, perKnown } from '../../canon';
import { ERRATA_FILE } from '../../codex/errata';
import { CODEX_FILE } from '../../codex/codexShapes';
import { cutFrontmatter } from '../../entry/frontmatter';
import type { Entry } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { checkEntry } from '../../rules/check';
import { checkAgainst, checkEntryAgainst } from '../../rules/compareWithBaseline';
import type { Compared } from '../../rules/retcon/baselineComparison';
import { type Change, editsByFile } from '../../text/change';
import { applied, edited } from '../../text/composeEdits';
import type { Problem } from '../../text/problem';
import type { MendContext, Offer } from './mend';

/** The texts of the files that a change makes or edits. */
export function textsAfter({ creates = [], edits }: Change, textOf: MendContext['textOf']): Map<string, string> {
  const texts = new Map(creates.map(({ file, text }) => [file, text]));
  for (const [file, own] of editsByFile(edits)) texts.set(file, edited(texts.get(file) ?? textOf(file) ?? '', own));
  return texts;
}

/** What was asked, once the texts of some entries have changed. Renames and codex.yaml are left aside. */
export function contextAfter(context: MendContext, texts: ReadonlyMap<string, string>): MendContext {
  const { canon } = context.known;
  const entries = new Map(
    [...texts].flatMap(([file, text]) =>
      file === CODEX_FILE || file === ERRATA_FILE ? [] : [[file, readEntry(file, text, canon.codex)] as const],
    ),
  );
  const known = knownAt(withEntries(canon, entries), LATEST);
  const entry = entryAt(known.canon, context.entry.path) ?? context.entry;
  const baseline = context.baseline && {
    ...context.baseline,
    compared: comparedAfter(context.baseline.compared, known, texts),
  };
  return { ...context, known, entry, baseline, textOf: (file) => texts.get(file) ?? context.textOf(file) };
}

const comparedAfter = (compared: Compared, now: Known, texts: ReadonlyMap<string, string>): Compared => ({
  ...compared,
  now,
  textOf: (path) => texts.get(path) ?? compared.textOf?.(path) ?? null,
  isAsInBaseline: (path) => !texts.has(path) && compared.isAsInBaseline?.(path) === true,
  isUntouched: (path) => !texts.has(path) && compared.isUntouched?.(path) === true,
});

/**
 * Whether a fix of some problems leaves so many fewer of each code in the entry, and no more slips in any file that it touches. What
 * it leaves blank counts as filled in. Changes of codex.yaml are trusted.
 */
export function isMended(context: MendContext, mended: readonly Pick<Problem, 'code'>[], offer: Offer): boolean {
  const texts = textsAfter(offer, context.textOf);
  if (texts.has(CODEX_FILE)) return true;
  const { blank } = offer;
  if (blank) texts.set(blank.file, applied(texts.get(blank.file) ?? '', { span: blank.span, text: 'x' }));
  const after = contextAfter(context, texts);
  const [wrong, left] = [codesOf(problemsOf(context)), codesOf(problemsOf(after))];
  const codes = codesOf(mended);
  if ([...new Set(codes)].some((code) => times(left, code) + times(codes, code) > times(wrong, code))) return false;
  return [...texts.keys()].every((file) => {
    const [before, now] = [slipsIn(context, file), slipsIn(after, file)];
    // Of several fixes none may make a slip for which another has mended two.
    if (mended.length > 1) return areAmong(now.map(wordsOf), before.map(wordsOf));
    const [were, are] = [codesOf(before), codesOf(now)];
    return are.length <= were.length && BROKEN.every((one) => times(are, one) <= times(were, one));
  });
}

const wordsOf = ({ code, message }: Problem): string => `${code} ${message}`;

/** A page is checked once before all fixes that are tried on it, and once after each. */
export const checked = perKnown((known: Known, entry: Entry) => checkEntry(known, entry));

/** Everything that is wrong with the entry in question, and what it changes silently. */
function problemsOf({ known, entry, baseline }: MendContext): readonly Problem[] {
  if (!baseline) return checked(known, entry);
  const silent = entryAt(known.canon, entry.path)
    ? checkEntryAgainst(baseline.compared, true, entry)
    : checkAgainst(baseline.compared, true).flatMap(({ file, problem }) => (file === entry.path ? problem : []));
  return [...checked(known, entry), ...silent];
}

/** What no other slip may be mended by: then something that was read would be read no longer. */
const BROKEN = ['frontmatter/invalid-yaml', 'frontmatter/duplicate-key'];

const codesOf = (problems: readonly Pick<Problem, 'code'>[]): string[] => problems.map(({ code }) => code);

const times = (codes: readonly string[], code: string): number => codes.filter((one) => one === code).length;

/** What is wrong with the frontmatter of a file. */
function slipsIn({ known }: MendContext, file: string): readonly Problem[] {
  const entry = entryAt(known.canon, file);
  return entry ? checked(known, entry).filter(({ code }) => code.startsWith('frontmatter/')) : [];
}

/** Whether every comment is still there after a fix. */
export const keepsComments = ({ textOf }: MendContext, offer: Offer): boolean =>
  [...textsAfter(offer, textOf)].every(([file, after]) => {
    const left = commentsIn(after);
    return commentsIn(textOf(file) ?? '').every((one) => {
      const at = left.indexOf(one);
      if (at !== -1) left.splice(at, 1);
      return at !== -1;
    });
  });

/** The comments of a frontmatter; and what only looks like one, for instance in quotes. */
function commentsIn(text: string): string[] {
  const cut = cutFrontmatter(text);
  const yaml = cut ? text.slice(cut.yaml.start, cut.yaml.end) : '';
  return yaml.match(/(?<=^|\s)#.*$/gm)?.map((one) => one.trimEnd()) ?? [];
}
