/** The readers of an edition: reads the words of the call, and views the codex as that knower holds it. */
import {
  allOf,
  entryAt,
  entityOf,
  entryNamed,
  knownAt,
  resolve,
  tableEntries,
  type Canon,
  type CanonPoint,
  type Commits,
  type Known,
  knowerNamed,
  LATEST,
  seenBy,
  type SeenCanon,
} from '../canon';
import type { WorldDate } from '../chronology';
import { findRevision } from '../codex/revisions';
import { AUTHOR } from '../codex/knowledgeKeys';
import type { Entry } from '../entry/entry';
import { writtenFacts } from '../entry/versions';
import { compareTexts } from '../text/sorted';
import { listCandidates, quoted } from '../text/words';
import { nameKey } from '../entry/slug';
import { isAuthor, refusal, sightOf } from '../tools/asked/forKnower';
import {
  type QuestionFailure,
  readCanonPointParam,
  readWorldDateParam,
  type Result,
  strip,
} from '../tools/asked/question';

export interface EditionCall {
  readonly for: string;
  readonly at?: string | undefined;
  readonly asOf?: string | undefined;
  /** Whether pages are shared too that no key marks for publishing, where others are marked. */
  readonly all?: boolean | undefined;
}

export interface Readership {
  /** As the call names it. */
  readonly knower: string;
  /** Everything learned up to the end of this is shared; null: all that is ever learned. */
  readonly until: WorldDate | null;
  readonly point: CanonPoint;
  /** The whole codex. */
  readonly whole: Canon;
  /** The codex as the knower holds it, without drafts and without revisions that are still open. */
  readonly view: SeenCanon;
  /** How many pages are marked for publishing, where only these are shared; 0: pages need no mark. */
  readonly marked: number;
}

const failed = (failure: QuestionFailure): { ok: false; failure: QuestionFailure } => ({ ok: false, failure });

/** What of readers the pages are made with. */
export type PageReaders = Pick<Readership, 'whole' | 'view' | 'until'>;

/** @param commits those that the call names as a canon point, read before */
export function readReadership(canon: Canon, call: EditionCall, commits?: Commits): Result<Readership> {
  const knower = strip(call.for);
  if (isAuthor(knower)) {
    const message = `"${AUTHOR}" knows all: that edition is the codex itself. Name a character, a circle, or everyone.`;
    return failed({ code: 'bad-query', message, given: call.for });
  }
  const unknown = refusal(canon, knower);
  if (unknown) return failed(unknown);
  const until = readWorldDateParam(canon, call.at);
  if (!until.ok) return until;
  const asked = readCanonPointParam(canon, call.asOf, commits);
  if (!asked.ok) return asked;
  const { value: point } = asked;
  const whole = point.kind === 'git' ? point.canon : canon;
  if (whole.codex.hidesAll) {
    const message = "codex.yaml can't be read for certain, so all of it counts as hidden: its problems say why.";
    return failed({ code: 'bad-query', message, given: '' });
  }
  const planned = until.value === null ? plannedReveal(whole) : null;
  if (planned) {
    const message = `Say when, with --at DATE: ${planned.path} is revealed at ${quoted(planned.when)}, codex.yaml has no \`present\`, and by the end of time every planned reveal has come.`;
    return failed({ code: 'bad-date', message, given: '' });
  }
  const shared = point.kind === 'latest' ? lastClosed(canon) : point;
  const marked = call.all ? 0 : countMarked(whole);
  const view = seenBy({
    ...sightOf(canon, shared, knower, until.value),
    without: (entry) => isUntold(whole, entry),
    isKeptBack: (entry) => isUnpublished(entry, marked),
  });
  const unread = unreadRetcon(whole, shared, view);
  if (unread) return failed(unread);
  return { ok: true, value: { knower, until: until.value, point: shared, whole, view, marked } };
}

/** Whether anything has a date: then what comes last is shared too where no date is given. */
export function hasDates({ whole }: Pick<Readership, 'whole'>): boolean {
  for (const [, entry] of tableEntries(whole.entries))
    if (entry.date?.date || entry.parts.length > 0 || entry.facts.some(({ from }) => from?.date)) return true;
  return false;
}

/** The first page on which somebody learns something at a world date; null: nothing is to be revealed as time goes on. */
function plannedReveal(whole: Canon): { readonly path: string; readonly when: string } | null {
  for (const [path, entry] of tableEntries(whole.entries))
    for (const { knowledge } of [entry, ...entry.formerly, ...writtenFacts(entry)]) {
      const dates = [knowledge?.knownFrom, ...(knowledge?.knownBy ?? []).map(({ when }) => when)];
      const dated = dates.find((one) => one?.date);
      if (dated) return { path, when: dated.text };
    }
  return null;
}

/**
 * Why nothing is shared while a retcon on a page that would be shared can't be read: a name in it means no page, or several, of which one
 * may be hidden; null: all can be read.
 */
function unreadRetcon(whole: Canon, point: CanonPoint, view: SeenCanon): QuestionFailure | null {
  const known = point.kind === 'git' ? allOf(whole) : knownAt(whole, point);
  const paths = new Set([...tableEntries(whole.declaredOn)].flatMap(([, declaring]) => declaring));
  for (const path of [...paths].sort(compareTexts)) {
    const entry = entryAt(view, path) ? entryAt(whole, path) : undefined;
    for (const { kind, fromOldEnd, target } of entry?.declarations ?? []) {
      const key = fromOldEnd ? 'superseded_by' : kind;
      const found = resolve(known, target.text);
      if (found.kind === 'none' && !entryNamed(allOf(whole), target.text))
        return {
          code: 'not-found',
          message: `"${quoted(target.text)}", which ${path} names under \`${key}\`, is not the name of a page, ${VOID}: write the name of a page, or take the retcon out.`,
          given: target.text,
        };
      if (found.kind === 'many') return ambiguous(target.text, `${path} names under \`${key}\``, found.entries);
      const failure = [entry, found.kind === 'one' ? found.entry : undefined]
        .flatMap((page) => (page ? ambiguousEntity(known, page) : null))
        .find((one) => one !== null);
      if (failure) return failure;
    }
  }
  return null;
}

const VOID = 'so the retcon says nothing and nothing is shared';

const ambiguous = (name: string, where: string, entries: readonly Entry[]): QuestionFailure => {
  const candidates = entries.map(({ path }) => path).sort(compareTexts);
  const message = `"${quoted(name)}", which ${where}, could be ${listCandidates(candidates)}, ${VOID}: write the id of the one you mean.`;
  return { code: 'ambiguous', message, given: name, candidates };
};

/** An entity of the facts of a page that a retcon touches, if several are called so. */
function ambiguousEntity(known: Known, { path, entity, facts }: Entry): QuestionFailure | null {
  for (const name of new Set([entity, ...facts.map((fact) => fact.entity)].flatMap((ref) => ref?.text ?? []))) {
    const found = resolve(known, name);
    if (found.kind === 'many' && new Set(found.entries.map((one) => entityOf(known, one))).size > 1)
      return ambiguous(name, `${path} states facts of`, found.entries);
  }
  return null;
}

/** Whether an entry is not for any reader yet: a draft, or one of an open revision. */
const isUntold = (whole: Canon, entry: Entry): boolean => entry.draft || isStillOpen(whole, entry);

/** How many pages say that they are to be published, like `dg-publish: true`. */
function countMarked(whole: Canon): number {
  let count = 0;
  for (const [, { publishing }] of tableEntries(whole.entries)) if (publishing === 'yes') count++;
  return count;
}

/** Whether a page is left out by the keys of publishing tools: its own, or those of others where it has none. */
const isUnpublished = ({ publishing }: Entry, marked: Readership['marked']): boolean =>
  publishing === 'no' || (publishing === 'unsaid' && marked > 0);

/** Whether an entry is of a revision that is still being written (model §10). */
export const isStillOpen = ({ codex }: Canon, { canon }: Entry): boolean =>
  canon !== null && findRevision(codex, canon.text)?.open === true;

/** The point before the open revisions at the end of the list; `latest` if there are none. */
function lastClosed({ codex: { revisions } }: Canon): CanonPoint {
  const first = revisions.findLastIndex(({ open }) => !open) + 1;
  const open = revisions[first];
  if (!open) return LATEST;
  const { time, rank } = open.position;
  return { kind: 'position', text: revisions[first - 1]?.id ?? 'latest', position: { time, rank: rank - 0.5 } };
}

/** Whether two names are of one knower, who may be named by a title or by an id. */
export function isSameKnower(canon: Canon, one: string, other: string): boolean {
  const known = allOf(canon);
  const [key, otherKey] = [one, other].map((name) => knowerNamed(known, strip(name))?.key ?? nameKey(strip(name)));
  return key === otherKey;
}

/** Everything that the knower holds. */
export const knownTo = ({ view }: Pick<Readership, 'view'>): Known => allOf(view);
