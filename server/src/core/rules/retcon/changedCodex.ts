/** Reports what a change of codex.yaml does to established answers, at the changed line of codex.yaml. */
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
  type Pair,
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

/** The keys that answers depend on, each with the part of the codex that it sets. */
const KEYS: readonly (readonly [keys: readonly string[], part: (codex: Codex) => unknown])[] = [
  [['calendars', 'eras'], ({ chronology }) => declarationsOf(chronology)],
  [['fields', 'preset'], ({ fields }) => [...fields]],
  [['preset'], ({ preset }) => preset],
  [['inline'], ({ inline }) => inline],
  [['titles'], ({ titles }) => titles],
  [['attributes'], ({ attributes }) => [...attributes]],
  [['tiers'], ({ tiers }) => tiers],
  [['include'], ({ include }) => include],
  [['exclude'], ({ exclude }) => exclude],
  [['canon'], ({ datedByGit }) => datedByGit !== null],
  [['revisions', 'campaigns'], ({ revisions }) => revisions],
];

/** The first changed line of the present codex.yaml under a key that answers depend on. */
function codexPlace({ baselineAsRead, baseline, codexTexts }: Compared): Span {
  const [was, is] = [codexTexts.baseline ?? '', codexTexts.now ?? ''];
  const [then, now] = [baselineAsRead?.canon.codex, baseline.canon.codex];
  const keys = KEYS.flatMap(([names, part]) => (then && asText(part(then)) !== asText(part(now)) ? names : []));
  return differingLine(was, is, keys);
}

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one instanceof Map ? [...one] : typeof one === 'number' ? String(one) : one,
  );

/** The first changed line of the new text under one of some top keys, else the first changed line. */
function differingLine(was: string, is: string, keys: readonly string[]): Span {
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

/** The lines under each top key. */
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

/** How many changed answers the message names. */
const MOST_NAMED = 3;

/** One finding for all established answers that a change of codex.yaml alters. */
export function* movedByCodex(compared: Compared): Generator<void, ComparedFinding[]> {
  const { baseline, baselineAsRead, codexTexts, point } = compared;
  if (isSameText(codexTexts.baseline, codexTexts.now) || !baselineAsRead) return [];
  const found: ComparedFinding[] = [];
  const span = codexPlace(compared);
  const report = (message: string): void => void found.push({ file: CODEX_FILE, finding: { span, message } });
  const order = orderChanged(baselineAsRead, baseline);
  if (order !== null)
    report(
      `The revisions were in another order at ${point} (${order}), so what was known when has changed. Put them back.`,
    );
  const isCounted = (entry: Entry): boolean => isEstablished(compared, entry);
  const moved = yield* answersMoved({ asRead: baselineAsRead, reread: baseline, now: compared.now, isCounted });
  const { placed, dated, gone } = yield* pagesMoved(compared, baselineAsRead);
  const names = moved.map(({ entity, attribute }) => `${attribute} of ${entity}`);
  const what = [
    ...(moved.length > 0
      ? [`${counted(moved.length, 'answer')} established as of ${point} (${listFirst(MOST_NAMED, names, 'and')})`]
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
  report(
    codexTexts.now === null
      ? `codex.yaml is gone, and that changes ${what}. Put it back.`
      : `This change to codex.yaml has changed ${what}${isAlone ? ', though no page was changed for it' : ''}. ${todo}`,
  );
  return found;
}

/** Whether an answer comes, in the baseline or now, from a changed page. */
const isOnChangedPage = ({ now, isUntouched }: Compared, asRead: Known, { entity, attribute }: Pair): boolean =>
  differencesOf(asRead, now, entity, attribute)
    .flatMap(({ before, after }) => [...before, ...after])
    .some(({ clipped: { entry } }) => isUntouched?.(entry.path) === false);

/** Counts the established entries that another codex.yaml moves in canon time, dates otherwise, or no longer reads. */
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
    // A changed page with a `canon` has moved by itself.
    const isItsOwn = now?.canon && compared.isUntouched?.(path) === false;
    const hasMoved = !now || (!isItsOwn && isMovedInCanon({ ...compared, baseline: asRead }, was, now));
    if (isMovedInCanon(then, was, is) && hasMoved) placed++;
    const [before, after] = [was.date?.date?.start, is.date?.date?.start];
    if (before && (after ? isAnew && isElsewhere(before, after) : !now?.date?.date)) dated++;
  }
  return { placed, dated, gone };
}

/** Whether an unchanged entry is known from another revision on, because a revision's date has moved past its own. */
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

/** The revisions that both have, in their baseline order, if the order has changed; else null. */
function orderChanged(asRead: Known, now: Known): string | null {
  const [then, here] = [asRead, now].map(({ canon }) => canon.codex.revisions.map(({ id }) => id));
  const common = (then ?? []).filter((id) => here?.includes(id));
  const kept = (here ?? []).filter((id) => common.includes(id));
  return common.join('\n') === kept.join('\n') ? null : common.join(', ');
}

/**
 * The findings of a changed page. There are none if the page says under the present codex.yaml what it said under the old one. If
 * the page follows keys that were renamed, its findings are those under the old codex.yaml.
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

/** The findings of a new or changed entry that a change of codex.yaml does not explain. */
export function newByPage<T>(compared: Compared, findIn: (compared: Compared) => T[]): T[] {
  const found = findIn(compared);
  const then = found.length > 0 ? asReadThen(compared) : null;
  return then && findIn(then).length === 0 ? [] : found;
}

/** The comparison with the baseline as its own codex.yaml read it; null if both read it alike. */
function asReadThen(compared: Compared): Compared | null {
  const { baselineAsRead } = compared;
  if (!baselineAsRead) return null;
  let then = readThen.get(compared);
  if (!then) readThen.set(compared, (then = { ...compared, baseline: baselineAsRead, reach: null }));
  return then;
}

/** One object per comparison, since results are memoized by it. */
const readThen = new WeakMap<Compared, Compared>();

/** The comparison if only this page had changed, and codex.yaml had not. Null if the page is untouched. */
function asIfAlone(then: Compared, { was, is }: ChangedEntry): Compared | null {
  const { canon } = then.baseline;
  const text = is && then.textOf?.(is.path);
  if (is && (text == null || then.isUntouched?.(is.path) === true)) return null;
  const changes = new Map<string, Entry | null>([[was.path, null]]);
  // A new name of an era in the page's dates does not change the page either.
  const chronology = withFormerEras(canon.codex.chronology, then.now.canon.codex.chronology);
  if (is && text != null) changes.set(is.path, readEntry(is.path, text, { ...canon.codex, chronology }));
  return { ...then, now: knownAt(withEntries(canon, changes), LATEST) };
}

const ORDER: readonly (Severity | 'off')[] = ['off', 'hint', 'info', 'warning', 'error'];

/**
 * Changes of codex.yaml that weaken the protection of the baseline: a weaker rule, another established point, a reopened revision.
 * They are reported whatever severities codex.yaml gives. @param severities the default severities of the protecting rules
 */
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
        `codex.yaml now makes ${rules}, and was stricter as of ${point}: what was established could change unseen. Put it back.`,
        was(first) === 'off' ? 'warning' : (was(first) as Severity),
      ),
    );
  }
  if (compared.isMoved === true)
    found.push(
      at(
        ['established'],
        `What counts as established is ${point}, and codex.yaml now ${codex.established === null ? 'no longer says so' : `says ${codex.established}`}. Put it back, unless you mean it: then it counts from the next commit on.`,
        'warning',
      ),
    );
  const closed = new Set(then.revisions.flatMap(({ id, open }) => (open ? [] : id)));
  const opened = codex.revisions.flatMap(({ id, open }) => (open && closed.has(id) ? id : []));
  if (opened.length > 0)
    found.push(
      at(
        ['revisions', 'campaigns'],
        `${listWords(opened, 'and')} ${opened.length === 1 ? 'was' : 'were'} established as of ${point}, and ${opened.length === 1 ? 'is' : 'are'} marked as open again. Take \`open\` out, and continue in a new revision.`,
        'error',
      ),
    );
  return found;
}
