/** Reads the list of revisions, gives each its place on the canon axis (model §7), and finds one by the name that a note gives it. */
import { namesIn } from '../schema/yamlShape';
import { quoted } from '../text/words';
import type { YamlMapping, YamlNode, YamlPair } from '../yaml/tree';
import { REVISION } from './codexKeys';
import { readIso, type CanonPosition, positionAt } from './canonTime';
import { type Revision, keyOf, type Codex } from './codex';
import {
  isEmptyConfig,
  configItems,
  type Placed,
  type ReportProblem,
  readKeys,
  readConfigText,
  readTruth,
} from './codexShapes';
import { nearest, nfc } from '../text/nearNames';

const KEYS = namesIn(REVISION);

/** A revision before its place is known: that depends on the dates after it. */
interface Listed extends Omit<Revision, 'position'> {
  /** UTC milliseconds. */
  readonly time: number | null;
}

/** Where one list of revisions stands: `revisions` itself, or the sessions of a campaign. */
export interface RevisionList {
  readonly node: YamlNode | null;
  readonly campaign?: { readonly id: string; readonly title?: string };
}

/** All lists on one line: by date, and at one date in the order of the lists. */
export function readRevisions(report: ReportProblem, lists: readonly RevisionList[]): readonly Revision[] {
  const taken = new Map<string, string>();
  const timed = lists.flatMap((list) => datedAll(readList(report, list, taken)));
  // Not by `-`: two times may both be infinite.
  timed.sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1));
  let [time, rank] = [-Infinity, 0];
  return timed.map(({ time: own, ...rest }) => {
    [time, rank] = own === time ? [own, rank + 1] : [own, 0];
    return { ...rest, position: { time, rank } };
  });
}

/** @param taken the names so far, in small letters; those of the list are added */
function readList(report: ReportProblem, { node, campaign }: RevisionList, taken: Map<string, string>): Listed[] {
  const listed: Listed[] = [];
  let latest: Listed | null = null;
  for (const item of configItems(node)) {
    const read = item.kind === 'mapping' ? readLong(report, item) : readShort(report, item);
    if (!read) continue;
    const id = campaign ? sessionName(campaign.id, read.id.text) : read.id.text;
    if (!isUsableAsOf(report, { text: id, span: read.id.span })) continue;
    const other = taken.get(id.toLowerCase());
    if (other !== undefined) {
      const where = other === (campaign?.id ?? '') ? '' : ', once in another list';
      report(
        read.id.span,
        `The revision ${quoted(id)} is listed twice${where}: keep one of the two, or give it another id.`,
      );
      continue;
    }
    taken.set(id.toLowerCase(), campaign?.id ?? '');
    const title = campaign ? sessionTitle(campaign, read) : read.rest.title;
    const revision: Listed = {
      id,
      ...(title !== undefined && { title }),
      open: read.rest.open,
      ...(campaign && { campaign: campaign.id }),
      ...readWhen(report, read, latest),
    };
    if (revision.time !== null) latest = revision;
    listed.push(revision);
  }
  return listed;
}

export const sessionName = (campaign: string, session: string): string => `${campaign}/${session}`;

/** `The Path of Honor: Over the Bridge`, or `The Path of Honor 2`. */
function sessionTitle(
  { id, title }: NonNullable<RevisionList['campaign']>,
  { id: session, rest }: Read,
): string | undefined {
  if (rest.title !== undefined) return `${title ?? id}: ${rest.title}`;
  return title && `${title} ${session.text}`;
}

/** Each undated one takes the time of the nearest dated one after it; without one, it lies after every date. */
function datedAll(listed: readonly Listed[]): readonly (Omit<Listed, 'time'> & { readonly time: number })[] {
  let later = Infinity;
  return listed
    .toReversed()
    .map((one) => ({ ...one, time: (later = one.time ?? later) }))
    .reverse();
}

interface Read {
  readonly id: Placed;
  readonly date: Placed | null;
  readonly rest: { readonly title?: string; readonly open: boolean };
}

function readShort(report: ReportProblem, item: YamlNode): Read | null {
  const id = readConfigText(report, item, 'A revision');
  return id && { id, date: null, rest: { open: false } };
}

function readLong(report: ReportProblem, mapping: YamlMapping): Read | null {
  const slip = namedByKey(mapping);
  if (slip) {
    const { key, value } = slip;
    const name = key.text.normalize('NFC').trim();
    const rest = value?.kind === 'scalar' && !isEmptyConfig(value) ? ', title: …' : '';
    report(key.content, `A revision is a name, or has an id: write \`{id: ${quoted(name)}${rest}}\`.`);
    return null;
  }
  const pairs = readKeys(report, mapping, 'a revision', KEYS);
  const id = readConfigText(report, pairs.get('id')?.value ?? null, 'id');
  const date = readConfigText(report, pairs.get('date')?.value ?? null, 'date');
  const title = readConfigText(report, pairs.get('title')?.value ?? null, 'title');
  const open = readTruth(report, pairs.get('open'));
  if (id) return { id, date, rest: { ...(title && { title: title.text }), open } };
  if (isEmptyConfig(pairs.get('id')?.value ?? null))
    report(mapping.span, 'This revision has no id: write `{id: session-47, date: 2026-05-12}`.');
  return null;
}

/** `- session-47: The Refounding`, where the name has become a key. */
function namedByKey(mapping: YamlMapping): YamlPair | null {
  const [only, ...others] = mapping.pairs;
  return only && others.length === 0 && !KEYS.some((key) => key === keyOf(only.key.text)) ? only : null;
}

/** Whether `as_of` could ever name it: its own words come before the names of revisions. */
function isUsableAsOf(report: ReportProblem, { text, span }: Placed): boolean {
  if (!/^(?:latest$|git:|before:)/i.test(text)) return true;
  report(
    span,
    `A revision can't be called ${quoted(text)}, which means something else to --as-of: give it another id.`,
  );
  return false;
}

function readWhen(report: ReportProblem, { id, date }: Read, latest: Listed | null): Pick<Listed, 'date' | 'time'> {
  if (!date) return { time: null };
  const iso = readIso(date.text);
  if (!iso) {
    report(
      date.span,
      `"${quoted(date.text)}" is not a date of our calendar: write year, month and day, like 2026-05-12.`,
    );
    return { time: null };
  }
  if (latest && latest.time !== null && iso.time < latest.time) {
    const problem = `${quoted(id.text)} is dated before ${quoted(latest.id)} (${latest.date}), which is listed above it`;
    report(date.span, `${problem}: revisions go from the oldest to the newest.`);
    return { time: null };
  }
  return { date: date.text, time: iso.time };
}

/** Where a revision or an ISO date lies on the canon axis; null where a text is neither. */
export function positionNamed(codex: Codex, text: string): CanonPosition | null {
  return findRevision(codex, text)?.position ?? isoPosition(codex, text);
}

export function isoPosition({ revisions }: Codex, text: string): CanonPosition | null {
  const iso = readIso(text);
  return iso && positionAt(revisions, iso.time);
}

/** A revision by its id, exactly or else ignoring case. */
export function findRevision({ revisions }: Pick<Codex, 'revisions'>, name: string) {
  const text = nfc(name).trim();
  let named = revisionsNamed.get(revisions);
  if (!named) revisionsNamed.set(revisions, (named = namedRevisions(revisions)));
  return named.exactly.get(text) ?? named.roughly.get(text.toLowerCase());
}

/** A revision as codex.yaml writes it; any other text unchanged. */
export const revisionId = (codex: Pick<Codex, 'revisions'>, given: string): string =>
  findRevision(codex, given)?.id ?? given;

/** So many are offered one by one. */
const MOST_OFFERED = 12;
const NEWEST = 5;

/** What is offered to somebody who wrote no revision: of many the newest, those of the campaign that is meant if one is. */
export function offeredRevisions({ revisions }: Pick<Codex, 'revisions'>, written = ''): string[] {
  const ids = revisions.map(({ id }) => id);
  if (ids.length <= MOST_OFFERED) return ids;
  const [campaign = '', number] = written.trim().toLowerCase().split('/');
  const own = number === undefined ? [] : ids.filter((id) => id.split('/', 1)[0]?.toLowerCase().includes(campaign));
  const meant = new Set([...own.filter((id) => id.endsWith(`/${number}`)), ...own.toReversed()]);
  return [
    ...(meant.size > 0 ? [...meant].slice(0, NEWEST) : ids.slice(-NEWEST)),
    `any other of the ${ids.length} revisions in codex.yaml`,
  ];
}

/** The revision that somebody may have meant by a misspelt name. One with another number is not: a session is mostly one that has not been listed yet. */
export function nearRevision({ revisions }: Pick<Codex, 'revisions'>, written: string): string | null {
  const numbers = numbersIn(written);
  const alike = revisions.map(({ id }) => id).filter((id) => numbersIn(id) === numbers);
  return /^\d+$/.test(written.trim()) ? (alike[0] ?? null) : nearest(written, alike);
}

/** `7` of `session-007`. */
const numbersIn = (text: string): string =>
  (text.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+(?=.)/, '')).join(' ');

type Named = ReadonlyMap<string, Revision>;

/** Nearly every entry names one. */
const revisionsNamed = new WeakMap<readonly Revision[], { readonly exactly: Named; readonly roughly: Named }>();

/** Where several share one name, the first has it. */
function namedRevisions(revisions: readonly Revision[]) {
  const backwards = revisions.toReversed();
  return {
    exactly: new Map(backwards.map((revision) => [revision.id, revision])),
    roughly: new Map(backwards.map((revision) => [revision.id.toLowerCase(), revision])),
  };
}
