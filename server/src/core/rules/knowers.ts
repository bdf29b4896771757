/** Rules on who knows a page or a fact: unknown knowers, and keys and marks that have no effect. */
import {
  type Clipped,
  clippedFactsOf,
  type Known,
  idOf,
  isKnower,
  knowerWords,
  nearEntries,
  writtenKnowers,
  resolve,
  type Canon,
  entryAt,
  mayKeepSecrets,
  pathsOf,
} from '../canon';
import { withinTenYears, type Moment } from '../chronology';
import { NO_ONE, leavesOut, type KnowerPlaces, markedFolder } from '../codex/knowledgeKeys';
import type { DateWritten, Entry, Fact, InOn, Knowledge, Ref, Written } from '../entry/entry';
import { nameKey } from '../entry/slug';
import { type Finding, type Rule, changeTo, nameLike, foundInReading } from './rule';
import { knowersIn } from '../entry/naming';
import { nearest, isSlip, digitsOf } from '../text/nearNames';
import { listWords, quoted } from '../text/words';
import { CODEX_FILE, type Placed } from '../codex/codexShapes';
import type { Problem } from '../text/problem';
import { audienceAt } from '../codex/pathRules';
import { globWithin } from '../codex/globs';
import { HIDES_NOTHING } from '../entry/unreadMarks';
import { writtenFacts, allFactsOf } from '../entry/versions';

/** Keys on who knows a page or a fact that have no effect: a date before it begins, an unused `known_from`, `nobody` among names. */
export const saysNothing: Rule = {
  code: 'knowledge/says-nothing',
  severity: 'info',
  *check({ known, entry }) {
    const { knowledge } = entry;
    if (knowledge && !knowledge.isDoubtful) {
      yield* amongNames(knowledge);
      if (isIdle(knowledge) && isForPageAlone(entry)) yield idle(knowledge);
      if (entry.date?.date) yield* tooSoon(known, knowledge, entry.date.date.start, entry.date.text, 'page');
    }
    for (const { fact, begins } of clippedOwn(known, entry)) yield* inFact(known, fact, begins);
    for (const { knowledge: own } of knowledge?.beliefs ?? []) if (own && !own.isDoubtful) yield* besideBelief(own);
  },
};

/** All facts of an entry, if some of them have `known_by` or `known_from`. */
const clippedOwn = (known: Known, entry: Entry): readonly Clipped[] =>
  allFactsOf(entry).some(({ knowledge }) => knowledge && !knowledge.isDoubtful) ? clippedFactsOf(known, entry) : [];

function* inFact(known: Known, { knowledge }: Fact, begins: Moment | null): Generator<Finding> {
  if (!knowledge || knowledge.isDoubtful) return;
  yield* amongNames(knowledge);
  if (isIdle(knowledge)) yield idle(knowledge);
  if (begins) yield* tooSoon(known, knowledge, begins, begins.text ?? '', 'fact');
}

/** `[nobody, sara]`: sara knows it. */
function* amongNames({ knownBy }: Knowledge): Generator<Finding> {
  const others = (knownBy ?? []).filter(({ knower }) => !isNobody(knower.text));
  if (others.length === 0) return;
  for (const { knower } of knownBy ?? [])
    if (isNobody(knower.text))
      yield {
        span: knower.span,
        message: `"${knower.text}" has no effect, since ${others[0]?.knower.text} knows it: leave one of the two out.`,
      };
}

export const isNobody = (name: string): boolean => nameKey(name) === NO_ONE;

/** Whether each knower in `known_by` has a date of their own, so that `known_from` applies to nobody. */
export const isIdle = ({ knownBy, knownFrom }: Pick<Knowledge, 'knownBy' | 'knownFrom'>): boolean =>
  knownFrom !== null && knownBy !== null && knownBy.length > 0 && knownBy.every(({ when }) => when !== null);

/** Whether no fact of a page falls back to the `known_from` of the page. */
export const isForPageAlone = (page: Entry): boolean =>
  page.knowledge?.believedBy == null &&
  writtenFacts(page).every((fact) => !fact.knowledge || fact.knowledge.knownFrom !== null);

const idle = ({ knownFrom }: Knowledge): Finding => ({
  span: knownFrom?.span ?? { start: 0, end: 0 },
  message: 'known_from does nothing here, since everyone in known_by has a date of their own: leave it out.',
});

/** `known_by` beside `believed_by`, where it has no effect. */
function* besideBelief({ knownBy, believedBy }: Knowledge): Generator<Finding> {
  const [first] = knownBy ?? [];
  if (first && believedBy)
    yield {
      span: first.knower.span,
      message: 'known_by does nothing beside believed_by: only those in believed_by know what some believe.',
    };
}

/** Dates before something begins: nobody learns a fact before it begins, but a page can be read before its date. */
function* tooSoon(
  { canon }: Known,
  { knownBy, knownFrom }: Knowledge,
  begins: Moment,
  beginning: string,
  what: 'page' | 'fact',
): Generator<Finding> {
  const dates: (DateWritten | InOn['when'])[] = [knownFrom, ...(knownBy ?? []).map(({ when }) => when)];
  for (const written of dates) {
    const date = written?.date;
    if (!written || !date || date.end.line !== begins.line || begins.day < date.end.day) continue;
    const lastDay = { line: date.end.line, day: date.end.day - 1 };
    if ((date.approximate || begins.approximate) && withinTenYears(canon.codex.chronology, lastDay, begins)) continue;
    const message =
      what === 'fact'
        ? `${written.text} is before ${beginning}, when this begins: nobody learns it before that, so leave the date out, or correct it.`
        : `${written.text} is before ${beginning}, the date of this page: its text may be read from ${written.text} on, and its facts are learned when they begin. Is that intended?`;
    yield { span: written.span, message };
  }
}

/** Problems of knowers that the reader finds. */
const unknownKnowers = foundInReading('knowledge/unknown-knower', 'warning');

/** A name among the knowers, believers or narrators of a page that means nobody. */
export const unknownKnower: Rule = {
  code: 'knowledge/unknown-knower',
  severity: 'warning',
  *check(judged) {
    const { known, entry } = judged;
    // The reader reports what it hides because it can't be read for certain.
    yield* unknownKnowers.check(judged);
    for (const ref of knowersIn(entry))
      if (!knowerWords.has(nameKey(ref.text)) && !isKnower(known, ref.text)) yield unknown(known, entry, ref);
  },
};

function unknown(known: Known, entry: Entry, ref: Ref): Finding {
  const near = nearKnowers(known, ref, entry);
  const fixes = near.map(({ text }) => changeTo(entry, ref.span, text));
  return { span: ref.span, message: unknownKnowerMessage(ref.text, near), ...(fixes.length > 0 ? { fixes } : {}) };
}

/** A knower whose name is near to an unknown name. */
interface NearKnower {
  readonly name: string;
  /** The text to write in place of the unknown name. */
  readonly text: string;
}

/** Knowers with names near to an unknown one. @param besides the entry that uses the name, which it hardly means */
function nearKnowers(known: Known, ref: Written & { readonly linked?: boolean }, besides?: Entry): NearKnower[] {
  // A text that was meant to exclude somebody must not be corrected into a name.
  if (leavesOut(ref.text)) return [];
  const written = nearest(ref.text, [...knowerWords, ...writtenKnowers(known)]);
  const entries = nearEntries(known, ref.text).filter((other) => other !== besides);
  return [
    ...(written === null ? [] : [{ name: written, text: written }]),
    ...entries.map((other) => ({
      name: idOf(known, other),
      text: nameLike(known, { linked: ref.linked === true }, other),
    })),
  ];
}

function unknownKnowerMessage(name: string, near: readonly NearKnower[]): string {
  const problem = `Nobody is called "${quoted(name)}"`;
  return near.length === 0
    ? `${problem}: name a character or a circle in codex.yaml, or write everyone or nobody.`
    : `${problem}. Did you mean ${listWords(near.map((one) => quoted(one.name)))}?`;
}

/** In names shorter than this only two swapped letters count as a slip: Sara is not Sarah. */
const SHORTEST = 6;

/** Names under `circles` and `audience` in codex.yaml that mean nobody. */
export function unknownInCodex(known: Known, { members, audience }: KnowerPlaces): Problem[] {
  const unknown = audience.filter(({ text }) => !knowerWords.has(nameKey(text)) && !isKnower(known, text));
  const found = unknown.map((name) => problemAt(name, nearKnowers(known, name)));
  // Computed once: circles may be members of each other, and have thousands of members.
  const circles = new Map([...known.canon.codex.circles.keys()].map((name) => [nameKey(name), name]));
  return [...found, ...members.flatMap((name) => slipFor(known, circles, name))];
}

/** A member of a circle needs no page, so only a name one slip away from a known one is reported. */
function slipFor(known: Known, circles: ReadonlyMap<string, string>, name: Placed): Problem[] {
  const key = nameKey(name.text);
  if (resolve(known, key).kind !== 'none' || circles.has(key)) return [];
  const isNear = (known: string): boolean => isSlip(key, nameKey(known), SHORTEST) && digitsOf(key) === digitsOf(known);
  const circle = [...circles.values()].find(isNear);
  const entries = nearEntries(known, key).filter(({ names }) => names.some(isNear));
  const near = circle === undefined ? entries.map((entry) => idOf(known, entry)) : [circle];
  return near.length === 0
    ? []
    : [
        problemAt(
          name,
          near.map((text) => ({ name: text, text })),
        ),
      ];
}

function problemAt({ text, span }: Placed, near: readonly NearKnower[]): Problem {
  const fixes = near.map((one) => ({
    title: `Change to ${one.text}`,
    edits: [{ file: CODEX_FILE, span, text: one.text }],
  }));
  return {
    code: unknownKnower.code,
    span,
    message: unknownKnowerMessage(text, near),
    ...(fixes.length > 0 ? { fixes } : {}),
  };
}

/** Marks by which game masters and other tools hide something, and which hide nothing here. */
const idleMarks = foundInReading(HIDES_NOTHING, 'info');

/** Reports such marks only in a codex that keeps secrets. */
export const hidesNothing: Rule = {
  ...idleMarks,
  check: (judged) => (keepsSecrets(judged.known.canon) ? idleMarks.check(judged) : []),
};

/** Whether the author has ever said who knows what: other vaults get no report for each `publish: false`. */
const keepsSecrets = (canon: Canon): boolean =>
  canon.codex.circles.size > 0 || canon.codex.secrets.size > 1 || mayKeepSecrets(canon);

/** A folder that is named as if only the game master could see it, and is open to everyone. */
interface OpenFolder {
  /** Relative to the root, with `/`. */
  readonly folder: string;
  readonly pages: number;
}

/** The outermost such folders, sorted by path. */
export function openFolders(known: Known): OpenFolder[] {
  const { canon } = known;
  if (!keepsSecrets(canon)) return [];
  const folders = new Map<string, number>();
  for (const path of pathsOf(canon)) {
    const folder = markedFolder(path);
    if (folder === null || audienceAt(canon.codex, path)) continue;
    const entry = entryAt(canon, path);
    if (entry && !entry.knowledge?.knownBy) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders].map(([folder, pages]) => ({ folder, pages })).sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The problem of each open folder, in codex.yaml. */
export const openFoldersInCodex = (known: Known, { place }: KnowerPlaces): Problem[] =>
  openFolders(known).map((one) => ({ code: HIDES_NOTHING, span: place, message: openFolderMessage(one) }));

export function openFolderMessage(one: OpenFolder): string {
  const pages = one.pages === 1 ? 'a page in it is' : `${one.pages} pages in it are`;
  const line = `audience: {"${globWithin(one.folder)}": nobody}`;
  return `The name of the folder "${one.folder}" hides nothing: ${pages} open to everyone. Say who knows what is there, like \`${line}\`.`;
}
