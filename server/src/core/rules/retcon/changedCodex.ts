/** What a change of codex.yaml does to established answers, and where in codex.yaml it is reported. */
import { declarationsOf, formerEras, withFormerEras } from '../../chronology';
import { type Codex, keyOf, type Revision } from '../../codex/codex';
import { lineIndex, type Span, isSameText } from '../../text/span';
import {
  type Compared,
  type ComparedFinding,
  isEstablished,
  isMovedInCanon,
  type ChangedEntry,
  changedFrom,
} from './baselineComparison';
import {
  answersMoved,
  differencesOf,
  entryAt,
  hasOtherDays,
  isElsewhere,
  type Known,
  type MovedAnswer,
  tableEntries,
  knownAt,
  LATEST,
  withEntries,
} from '../../canon';
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import { CODEX_FILE } from '../../codex/codexShapes';
import type { Entry } from '../../entry/entry';
import { listFirst, listWords } from '../../text/words';
import { readEntry } from '../../entry/readEntry';
import type { Severity } from '../../text/problem';

/** The keys that answers depend on, with what each makes of the codex. */
const KEYS: readonly (readonly [keys: readonly string[], part: (codex: Codex) => unknown])[] = [
  [['calendars', 'eras'], ({ chronology }) => declarationsOf(chronology)],
  [['fields'], ({ fields }) => [...fields]],
  [['titles'], ({ titles }) => titles],
  [['attributes'], ({ attributes }) => [...attributes]],
  [['tiers'], ({ tiers }) => tiers],
  [['include'], ({ include }) => include],
  [['exclude'], ({ exclude }) => exclude],
  [['canon'], ({ datedByGit }) => datedByGit !== null],
  [['revisions'], ({ revisions }) => revisions],
];

/** The first line that differs under one of the keys that answers depend on, in the text of now. */
export function codexPlace({ baselineAsRead, baseline, codexTexts }: Compared): Span {
  const [was, is] = [codexTexts.baseline ?? '', codexTexts.now ?? ''];
  const [then, now] = [baselineAsRead?.canon.codex, baseline.canon.codex];
  const keys = KEYS.flatMap(([names, part]) => (then && asText(part(then)) !== asText(part(now)) ? names : []));
  return differingLine(was, is, keys);
}

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one instanceof Map ? [...one] : typeof one === 'number' ? String(one) : one,
  );

/** The first line of the new text that differs below one of some top keys; else the first of all. */
export function differingLine(was: string, is: string, keys: readonly string[]): Span {
  const [before, after] = [was, is].map((text) => blocksOf(text));
  const lines = lineIndex(is);
  for (const key of keys) {
    const [then, now] = [before?.get(key), after?.get(key)];
    if (!now || now.lines.join('\n') === then?.lines.join('\n')) continue;
    const at = now.lines.findIndex((line, i) => line !== then?.lines[i]);
    return lineSpan(lines, now.first + (at < 0 ? now.lines.length - 1 : at));
  }
  const [then, now] = [was, is].map((text) => text.split(/\r?\n/));
  const at = now?.findIndex((line, i) => line !== then?.[i]) ?? 0;
  return lineSpan(lines, at < 0 ? lines.count() - 1 : at);
}

const lineSpan = (lines: ReturnType<typeof lineIndex>, line: number): Span => ({
  start: lines.offsetAt({ line, character: 0 }),
  end: lines.offsetAt({ line, character: Infinity }),
});

interface Block {
  readonly first: number;
  readonly lines: string[];
}

/** The lines of each top key. */
function blocksOf(text: string): ReadonlyMap<string, Block> {
  const blocks = new Map<string, Block>();
  let block: Block | null = null;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const key = /^["']?([A-Za-z][\w -]*?)["']?\s*:(?:\s|$)/.exec(line)?.[1];
    if (key !== undefined) blocks.set(keyOf(key), (block = { first: i, lines: [] }));
    if (line.trim() !== '' && !line.trimStart().startsWith('#')) block?.lines.push(line);
    else block?.lines.push('');
  }
  for (const one of blocks.values()) while (one.lines.length > 1 && one.lines.at(-1) === '') one.lines.pop();
  return blocks;
}

/** How many of the answers are named. */
const MOST_NAMED = 3;

/** One finding, where codex.yaml has changed and what was told says something else by that, though no page has changed for it. */
export function* movedByCodex(compared: Compared): Generator<void, ComparedFinding[]> {
  const { baseline, baselineAsRead, codexTexts, point } = compared;
  if (isSameText(codexTexts.baseline, codexTexts.now) || !baselineAsRead) return [];
  const found: ComparedFinding[] = [];
  const span = codexPlace(compared);
  const tell = (message: string): void => void found.push({ file: CODEX_FILE, finding: { span, message } });
  const order = orderChanged(baselineAsRead, baseline);
  if (order !== null)
    tell(
      `The revisions stood in another order at ${point} (${order}): what was known when has changed. Put them back.`,
    );
  const isCounted = (entry: Entry): boolean => isEstablished(compared, entry);
  const moved = yield* answersMoved({ asRead: baselineAsRead, reread: baseline, now: compared.now, isCounted });
  const { placed, dated, gone } = yield* pagesMoved(compared, baselineAsRead);
  const names = moved.map(({ entity, attribute }) => `${attribute} of ${entity}`);
  const what = [
    ...(moved.length > 0
      ? [`${counted(moved.length, 'answer')} that ${point} had told (${listFirst(MOST_NAMED, names, 'and')})`]
      : []),
    ...(gone > 0 ? [`whether ${counted(gone, 'page')} of it ${gone === 1 ? 'is' : 'are'} read at all`] : []),
    ...(dated > 0 && moved.length === 0 ? [`the dates of ${counted(dated, 'page')} of ${point}`] : []),
    ...(placed > 0 ? [`the place of ${counted(placed, 'entry', 'entries')} in the canon`] : []),
  ].join(', and ');
  if (what === '') return found;
  // A page that was changed as well has its part in it, and its own finding.
  const isAlone = !moved.some((one) => isOnChangedPage(compared, baselineAsRead, one));
  const former = [...formerEras(baseline.canon.codex.chronology, baselineAsRead.canon.codex.chronology).keys()];
  const todo =
    former.length === 0
      ? 'Put it back, or declare retcons.'
      : `Keep ${listFirst(MOST_NAMED, former, 'and')} among the \`names\` of the era, put it back, or declare retcons.`;
  tell(
    codexTexts.now === null
      ? `codex.yaml has gone, and that changes ${what}. Put it back.`
      : `This change of codex.yaml has changed ${what}${isAlone ? ', though no page was changed for it' : ''}. ${todo}`,
  );
  return found;
}

/** Whether pages that tell an answer, then or now, were changed. */
const isOnChangedPage = ({ now, isUntouched }: Compared, asRead: Known, { entity, attribute }: MovedAnswer): boolean =>
  differencesOf(asRead, now, entity, attribute)
    .flatMap(({ before, after }) => [...before, ...after])
    .some(({ clipped: { entry } }) => isUntouched?.(entry.path) === false);

/** Of what was told: the entries that have another place in the canon, or another date, and those that are read no more. */
function* pagesMoved(compared: Compared, asRead: Known) {
  let [placed, dated, gone] = [0, 0, 0];
  const then = { ...compared, baseline: asRead, now: compared.baseline };
  const isAnew = hasOtherDays(asRead, compared.baseline);
  const isKnownLater = knownLater(asRead, compared.baseline);
  for (const [path, was] of tableEntries(asRead.canon.entries)) {
    yield;
    if (!isEstablished(compared, was)) continue;
    const is = entryAt(compared.baseline.canon, path);
    const now = entryAt(compared.now.canon, path);
    if (!is) {
      if (!now) gone++;
      continue;
    }
    if (now?.canon?.text === was.canon?.text && isKnownLater(was, is)) placed++;
    // A page that says it under the new name of the key has moved by itself.
    const isItsOwn = now?.canon && compared.isUntouched?.(path) === false;
    const hasMoved = !now || (!isItsOwn && isMovedInCanon({ ...compared, baseline: asRead }, was, now));
    if (isMovedInCanon(then, was, is) && hasMoved) placed++;
    const [before, after] = [was.date?.date?.start, is.date?.date?.start];
    if (before && (after ? isAnew && isElsewhere(before, after) : !now?.date?.date)) dated++;
  }
  return { placed, dated, gone };
}

/** Whether an entry is known from another revision on, though it says the same: the date of a revision has been moved past its own. */
function knownLater(asRead: Known, now: Known): (was: Entry, is: Entry) => boolean {
  const ids = new Set(now.canon.codex.revisions.map(({ id }) => id));
  const common = new Set(asRead.canon.codex.revisions.flatMap(({ id }) => (ids.has(id) ? id : [])));
  const [before, after] = [asRead, now].map(({ canon: { codex } }) =>
    codex.revisions.filter(({ id }) => common.has(id)),
  );
  const isDated = [...(before ?? []), ...(after ?? [])].some(({ position }) => Number.isFinite(position.time));
  const firstIn = (revisions: readonly Revision[] = [], position: CanonPosition | null): string | undefined =>
    position ? revisions.find((one) => comparePositions(position, one.position) <= 0)?.id : undefined;
  return (was, is) => isDated && was.canon !== null && firstIn(before, was.position) !== firstIn(after, is.position);
}

const counted = (n: number, one: string, many = `${one}s`): string => (n === 1 ? `one ${one}` : `${n} ${many}`);

/** The revisions of both, in the order of then, where now has them in another one; else null. */
function orderChanged(asRead: Known, now: Known): string | null {
  const [then, here] = [asRead, now].map(({ canon }) => canon.codex.revisions.map(({ id }) => id));
  const common = (then ?? []).filter((id) => here?.includes(id));
  const kept = (here ?? []).filter((id) => common.includes(id));
  return common.join('\n') === kept.join('\n') ? null : common.join(', ');
}

/**
 * What is found of a changed page. It is nothing where the page only says under codex.yaml of now what it said under that of
 * then; where its keys have another name now, and it has followed them, it is what differs from what was told by the old ones.
 */
export function changedByPage<T>(
  compared: Compared,
  changed: ChangedEntry,
  findIn: (compared: Compared, changed: ChangedEntry) => T[],
): T[] {
  const found = findIn(compared, changed);
  const then = asReadThen(compared);
  if (!then) return found;
  const was = entryAt(then.baseline.canon, changed.was.path);
  const find = (here: Compared): T[] => {
    const one = was && changedFrom(here, was);
    return one ? findIn(here, one) : [];
  };
  const foundThen = find(then);
  if (foundThen.length === 0) return [];
  const alone = asIfAlone(then, changed);
  return alone && find(alone).length > 0 ? foundThen : found;
}

/** The same of what an entry says that was not there as it is. */
export function newByPage<T>(compared: Compared, findIn: (compared: Compared) => T[]): T[] {
  const found = findIn(compared);
  const then = found.length > 0 ? asReadThen(compared) : null;
  return then && findIn(then).length === 0 ? [] : found;
}

/** As if codex.yaml had stayed: what was told as it was read then. */
function asReadThen(compared: Compared): Compared | null {
  const { baselineAsRead } = compared;
  if (!baselineAsRead) return null;
  let then = readThen.get(compared);
  if (!then) readThen.set(compared, (then = { ...compared, baseline: baselineAsRead, reach: null }));
  return then;
}

/** One for each, for which more is kept. */
const readThen = new WeakMap<Compared, Compared>();

/** As if one page had been changed, and nothing else, nor codex.yaml. Null where nobody has touched it. */
function asIfAlone(then: Compared, { was, is }: ChangedEntry): Compared | null {
  const { canon } = then.baseline;
  const text = is && then.textOf?.(is.path);
  if (is && (text == null || then.isUntouched?.(is.path) === true)) return null;
  const changes = new Map<string, Entry | null>([[was.path, null]]);
  // Dates that the page calls by another name of their era are not its doing either.
  const chronology = withFormerEras(canon.codex.chronology, then.now.canon.codex.chronology);
  if (is && text != null) changes.set(is.path, readEntry(is.path, text, { ...canon.codex, chronology }));
  return { ...then, now: knownAt(withEntries(canon, changes), LATEST) };
}

/** What in codex.yaml has taken the guard away since it was told: a rule that is weaker, another established point, a revision opened again. */
const ORDER: readonly (Severity | 'off')[] = ['off', 'hint', 'info', 'warning', 'error'];

/** @param severities of the rules that compare, by default. What it finds is told whatever codex.yaml of now makes of those rules */
export function guardLowered(
  compared: Compared,
  then: Codex,
  severities: ReadonlyMap<string, Severity>,
): ComparedFinding[] {
  const { now, point, codexTexts } = compared;
  const { codex } = now.canon;
  if (codexTexts.now === null) return [];
  const at = (keys: readonly string[], message: string, severity: Severity): ComparedFinding => ({
    file: CODEX_FILE,
    finding: { span: differingLine(codexTexts.baseline ?? '', codexTexts.now ?? '', keys), message, severity },
  });
  const weight = ({ rules }: Codex, code: string): number =>
    ORDER.indexOf(rules.get(code) ?? severities.get(code) ?? 'error');
  const weaker = [...severities.keys()].filter((code) => weight(codex, code) < weight(then, code));
  const found: ComparedFinding[] = [];
  if (weaker.length > 0) {
    const was = (code: string): string => then.rules.get(code) ?? severities.get(code) ?? 'error';
    const [first = ''] = weaker;
    const rules = listWords(
      weaker.map((code) => `${code} ${ORDER[weight(codex, code)]}`),
      'and',
    );
    found.push(
      at(
        ['rules'],
        `codex.yaml now makes ${rules}, and was stricter as of ${point}: what was told could change unseen. Put it back.`,
        was(first) === 'off' ? 'warning' : (was(first) as Severity),
      ),
    );
  }
  if (compared.isMoved === true)
    found.push(
      at(
        ['established'],
        `What counts as told is ${point}, and codex.yaml now ${codex.established === null ? 'no longer says so' : `says ${codex.established}`}. Put it back, unless that is meant: then it counts from the next commit on.`,
        'warning',
      ),
    );
  const closed = new Set(then.revisions.flatMap(({ id, open }) => (open ? [] : id)));
  const opened = codex.revisions.flatMap(({ id, open }) => (open && closed.has(id) ? id : []));
  if (opened.length > 0)
    found.push(
      at(
        ['revisions'],
        `${listWords(opened, 'and')} had been told as of ${point}, and ${opened.length === 1 ? 'is' : 'are'} marked as open again. Take \`open\` out, and write on in a new revision.`,
        'error',
      ),
    );
  return found;
}
