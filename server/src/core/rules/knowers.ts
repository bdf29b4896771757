/** The rules on who knows: names of knowers that mean nobody, and keys that hide nothing. */
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
import { nearest, isSlip } from '../text/nearNames';
import { listWords, quoted } from '../text/words';
import { CODEX_FILE, type Placed } from '../codex/codexShapes';
import type { Problem } from '../text/problem';
import { audienceAt } from '../codex/pathRules';
import { globWithin } from '../codex/globs';
import { HIDES_NOTHING } from '../entry/unreadMarks';

/** What is written of who knows a page or a fact, and bears on nothing: a date before it begins, a date that nobody goes by, a word among names. */
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

/** The facts that say themselves who knows them. */
const clippedOwn = (known: Known, entry: Entry): readonly Clipped[] =>
  entry.facts.some(({ knowledge }) => knowledge && !knowledge.isDoubtful) ? clippedFactsOf(known, entry) : [];

function* inFact(known: Known, { knowledge }: Fact, begins: Moment | null): Generator<Finding> {
  if (!knowledge || knowledge.isDoubtful) return;
  yield* amongNames(knowledge);
  if (isIdle(knowledge)) yield idle(knowledge);
  if (begins) yield* tooSoon(known, knowledge, begins, begins.text ?? '', 'fact');
}

/** `[nobody, sara]`: sara is in on it. */
function* amongNames({ knownBy }: Knowledge): Generator<Finding> {
  const others = (knownBy ?? []).filter(({ knower }) => !isNobody(knower.text));
  if (others.length === 0) return;
  for (const { knower } of knownBy ?? [])
    if (isNobody(knower.text))
      yield {
        span: knower.span,
        message: `${knower.text} says nothing beside ${others[0]?.knower.text}, who is in on it: leave one of them out.`,
      };
}

const isNobody = (name: string): boolean => nameKey(name) === NO_ONE;

/** Whether each of those who are in on something has a date of their own, so that nobody goes by `known_from`. */
export const isIdle = ({ knownBy, knownFrom }: Pick<Knowledge, 'knownBy' | 'knownFrom'>): boolean =>
  knownFrom !== null && knownBy !== null && knownBy.length > 0 && knownBy.every(({ when }) => when !== null);

/** Whether none of its facts goes by the `known_from` of the page for want of one of its own. */
export const isForPageAlone = ({ facts, knowledge }: Entry): boolean =>
  knowledge?.believedBy == null &&
  [...facts, ...(knowledge?.beliefs ?? [])].every((fact) => !fact.knowledge || fact.knowledge.knownFrom !== null);

const idle = ({ knownFrom }: Knowledge): Finding => ({
  span: knownFrom?.span ?? { start: 0, end: 0 },
  message: 'known_from says nothing here, since each of those in known_by has a date of their own: leave it out.',
});

/** `known_by` of a fact that some believe: they are all who are told. */
function* besideBelief({ knownBy, believedBy }: Knowledge): Generator<Finding> {
  const [first] = knownBy ?? [];
  if (first && believedBy)
    yield {
      span: first.knower.span,
      message: 'known_by says nothing of what some believe: it is told to those in believed_by, and to nobody else.',
    };
}

/** Dates before something begins: nobody learns of what is yet to be, but a page can be read before its date. */
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
        ? `${written.text} is before ${beginning}, when this begins: nobody learns it before that, so leave the date out, or mend it.`
        : `${written.text} is before ${beginning}, the date of this page: it may be read from ${written.text} on, and what it states is learned when it begins. Is that meant?`;
    yield { span: written.span, message };
  }
}

/** A name among those who know, believe or tell something that is nobody's. */
const unknownKnowers = foundInReading('knowledge/unknown-knower', 'warning');

export const unknownKnower: Rule = {
  code: 'knowledge/unknown-knower',
  severity: 'warning',
  *check(judged) {
    const { known, entry } = judged;
    // What is hidden because it can't be read for certain is found while reading.
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

/** Somebody whose name is near to one that is nobody's. */
export interface NearKnower {
  readonly name: string;
  /** What is to be written for it. */
  readonly text: string;
}

/** @param besides an entry that is hardly meant */
export function nearKnowers(known: Known, ref: Written & { readonly linked?: boolean }, besides?: Entry): NearKnower[] {
  // What was meant to keep somebody out is not to let them in.
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

export function unknownKnowerMessage(name: string, near: readonly NearKnower[]): string {
  const problem = `Nobody is called "${quoted(name)}"`;
  return near.length === 0
    ? `${problem}: name a character or a circle of codex.yaml, or write everyone or nobody.`
    : `${problem}. Did you mean ${listWords(near.map((one) => quoted(one.name)))}?`;
}

/** Sara is not Sarah: in a shorter name, only two letters in the wrong order are a slip. */
const SHORTEST = 6;

export function unknownInCodex(known: Known, { members, audience }: KnowerPlaces): Problem[] {
  const unknown = audience.filter(({ text }) => !knowerWords.has(nameKey(text)) && !isKnower(known, text));
  const found = unknown.map((name) => problemAt(name, nearKnowers(known, name)));
  // A circle may be a member of another, and may be named by thousands.
  const circles = new Map([...known.canon.codex.circles.keys()].map((name) => [nameKey(name), name]));
  return [...found, ...members.flatMap((name) => slipFor(known, circles, name))];
}

/** Whoever is listed in a circle is somebody, and needs no page: only who differs by a letter from another was hardly meant. */
function slipFor(known: Known, circles: ReadonlyMap<string, string>, name: Placed): Problem[] {
  const key = nameKey(name.text);
  if (resolve(known, key).kind !== 'none' || circles.has(key)) return [];
  const isMeant = (one: string): boolean => isSlip(key, nameKey(one), SHORTEST) && digitsOf(key) === digitsOf(one);
  const circle = [...circles.values()].find(isMeant);
  const entries = nearEntries(known, key).filter(({ names }) => names.some(isMeant));
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

/** The second player is not the first. */
const digitsOf = (name: string): string => name.replace(/\P{N}/gu, '');

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

/** A mark by which game masters and other tools hide something, and that hides nothing here; told where anything is kept secret at all. */
const idleMarks = foundInReading(HIDES_NOTHING, 'info');

export const hidesNothing: Rule = {
  ...idleMarks,
  check: (judged) => (keepsSecrets(judged.known.canon) ? idleMarks.check(judged) : []),
};

/** A vault whose author has never said who knows what is not told of each `publish: false`. */
const keepsSecrets = (canon: Canon): boolean =>
  canon.codex.circles.size > 0 || canon.codex.secrets.size > 1 || mayKeepSecrets(canon);

/** A folder that is called as if it were the game master's, and is open to everyone. */
export interface OpenFolder {
  /** Relative to the root, with `/`. */
  readonly folder: string;
  readonly pages: number;
}

/** The outermost of them, in the order of their paths. */
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

/** Told once for each folder, where codex.yaml says who knows what. */
export const openFoldersInCodex = (known: Known, { place }: KnowerPlaces): Problem[] =>
  openFolders(known).map((one) => ({ code: HIDES_NOTHING, span: place, message: openFolderMessage(one) }));

export function openFolderMessage(one: OpenFolder): string {
  const pages = one.pages === 1 ? 'a page in it is' : `${one.pages} pages in it are`;
  const line = `audience: {"${globWithin(one.folder)}": nobody}`;
  return `The folder "${one.folder}" hides nothing by its name: ${pages} open to everyone. Say who knows what is there, like \`${line}\`.`;
}
