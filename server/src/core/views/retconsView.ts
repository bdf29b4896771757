/** The view of all retcons: by the revision at which they were decided, the latest first. */
import {
  allEntries,
  changesOf,
  edgesBy,
  type Retcon,
  type Known,
  canonWords,
  positionOf,
  inRetconOrder,
  retconsOf,
  kindOf,
  entryAt,
  versionsOf,
  inCanonOrder,
  retconsBy,
  standingOf,
} from '../canon';
import { type CanonPosition, comparePositions } from '../codex/canonTime';
import { homeOf, nameSpan } from '../rules/rule';
import type { RenderContext } from '../reading/entryWords';
import { renderRetconTooltip, details, rowKey, type ViewRowData, type Rows } from './row';
import type { CheckedProblem } from '../rules/check';
import type { Entry } from '../entry/entry';
import { renderBeginnings } from '../entry/stretches';
import { shownRetcons, standingWords } from '../reading/entryCard';
import { ownChangeRow } from './ownChangeRow';
import { counted } from '../text/words';

interface Group {
  readonly position: CanonPosition;
  readonly retcons: Retcon[];
}

/** A row for each revision or day at which something was retconned; what is under them comes later. */
export function* revisionRows({ known }: RenderContext): Rows {
  const groups = yield* groupsOf(known);
  return [...groups]
    .sort(([, a], [, b]) => comparePositions(b.position, a.position))
    .map(([key, group]): ViewRowData => {
      const { label, title, isOpen } = nameOf(known, group);
      const unfinished = isOpen ? 'still being written' : null;
      const detail = details(title, unfinished, counted(group.retcons.length, 'retcon'));
      return { key, sort: isOpen ? 'unfinished' : 'revision', label, detail, rows: 'later' };
    });
}

/** The retcons of a revision, the latest first, each with both its ends under it. */
export function* retconRows(context: RenderContext, revision: string): Rows {
  const { known } = context;
  const groups = yield* groupsOf(known);
  const found = groups.get(revision)?.retcons ?? [];
  // Each item of what their order rests on is a step of its own: all at once would be one long step.
  for (const { by } of found) {
    edgesBy(known, by);
    yield;
  }
  const retcons = inRetconOrder(known, found);
  const timesSeen = new Map<string, number>();
  const rows: ViewRowData[] = [];
  for (const retcon of retcons.toReversed()) {
    // Two declarations that say different things of one edge are two retcons of the same ends.
    const ends = rowKey(revision, retcon.by.path, retcon.old.path);
    const seen = timesSeen.get(ends) ?? 0;
    timesSeen.set(ends, seen + 1);
    rows.push(retconRow(context, retcon, rowKey(ends, String(seen))));
    yield;
  }
  return rows;
}

function* groupsOf(known: Known): Generator<void, ReadonlyMap<string, Group>> {
  const groups = new Map<string, Group>();
  for (const entry of allEntries(known.canon)) {
    for (const retcon of retconsOf(known, entry)) {
      const key = `${retcon.position.time} ${retcon.position.rank}`;
      const group = groups.get(key);
      if (group) group.retcons.push(retcon);
      else groups.set(key, { position: retcon.position, retcons: [retcon] });
    }
    yield;
  }
  return groups;
}

interface Name {
  readonly label: string;
  readonly title?: string | undefined;
  readonly isOpen?: boolean;
}

/** The revision's, else the date that the author wrote. */
function nameOf({ canon }: Known, { position, retcons }: Group): Name {
  const isHere = (one: { readonly position: CanonPosition }): boolean => comparePositions(one.position, position) === 0;
  const revision = canon.codex.revisions.find(isHere);
  if (revision) return { label: revision.id, title: revision.title, isOpen: revision.open };
  const ends = retcons.flatMap(({ by, old }) => [by, old]);
  const dated = ends.find((entry) => isHere({ position: positionOf(canon, entry) }));
  const label = dated ? canonWords(canon, dated) : null;
  return { label: label ?? (position.time === Infinity ? 'Not committed yet' : 'From the beginning') };
}

const OLD_WORDS = { supersedes: 'superseded', retracts: 'retracted', restores: 'restored' } as const;
const NEW_WORDS = { supersedes: 'supersedes it', retracts: 'retracts it', restores: 'restores it' } as const;

function retconRow(context: RenderContext, retcon: Retcon, key: string): ViewRowData {
  const { by, old, kind, reason, soft } = retcon;
  if (retcon.replaces) return ownChangeRow(context, retcon, key, old.title);
  const home = homeOf(retcon);
  const declared = home.declaration.target.span;
  const tooltip = renderRetconTooltip(context, retcon);
  const end = (entry: Retcon['by'], sort: 'old' | 'new', role: string): ViewRowData => ({
    key: rowKey(key, sort),
    sort,
    label: entry.title,
    detail: details(soft ? `${role}, both stand` : role, entry.date?.date?.text),
    opens: { entry, span: home.entry === entry ? declared : nameSpan(entry) },
    retconnable: entry,
  });
  return {
    key,
    sort: kindOf(context.known, retcon),
    label: old.title,
    detail: reason ?? `${OLD_WORDS[kind]} by ${by.title}`,
    tooltip,
    compares: { before: old, after: by },
    rows: [end(old, 'old', OLD_WORDS[kind]), end(by, 'new', NEW_WORDS[kind])],
  };
}

/** @param found what a commit would report. @param spanNow where a place of a staged file is in the file now */
export function stagedRow(
  { known }: RenderContext,
  found: readonly CheckedProblem[],
  spanNow: (found: CheckedProblem) => CheckedProblem['problem']['span'],
): ViewRowData | null {
  const shown = found.filter(({ problem: { severity } }) => severity === 'error' || severity === 'warning');
  if (shown.length === 0) return null;
  const timesSeen = new Map<string, number>();
  return {
    key: 'staged',
    sort: 'staged',
    label: 'About to be committed',
    detail: counted(shown.length, 'problem'),
    rows: shown.map((one): ViewRowData => {
      const { code, severity, message } = one.problem;
      const key = rowKey('staged', one.file, code, message);
      const seen = timesSeen.get(key) ?? 0;
      timesSeen.set(key, seen + 1);
      return {
        key: rowKey(key, String(seen)),
        sort: severity === 'error' ? 'error' : 'warning',
        label: message,
        detail: entryAt(known.canon, one.file)?.title ?? one.file,
        opens: { entry: { path: one.file }, span: spanNow(one) },
      };
    }),
  };
}

/** A row for each version, and for each change of the page itself; empty where there is only one. */
export function* versionRows(context: RenderContext, here: Entry): Rows {
  const chain = chainOf(context.known, here);
  const open = chain.indexOf(here);
  const rows: ViewRowData[] = [];
  for (const [i, entry] of chain.entries()) {
    const other = i === open ? chain[i + 1] : here;
    const pair = i <= open ? { before: other, after: entry } : { before: entry, after: other };
    rows.push(versionRow(context, entry, i === open, pair));
    if (i === open)
      for (const [n, change] of changesOf(context.known, entry).toReversed().entries())
        rows.push(ownChangeRow(context, change, rowKey(entry.path, String(n))));
    yield;
  }
  return rows.length > 1 ? rows : [];
}

function versionRow(context: RenderContext, entry: Entry, isHere: boolean, compares: Pair): ViewRowData {
  const { known, present } = context;
  const tooltips = shownRetcons(known, [...retconsBy(known, entry), ...retconsOf(known, entry)]).map((retcon) =>
    renderRetconTooltip(context, retcon),
  );
  const { before, after } = compares;
  return {
    key: entry.path,
    sort: standingOf(known, entry, present),
    label: entry.title,
    detail: details(renderBeginnings(entry), canonWords(known.canon, entry), standingWords(context, entry)),
    tooltip: tooltips.join('\n\n'),
    ...(isHere && { isHere }),
    opens: { entry, span: nameSpan(entry) },
    retconnable: entry,
    ...(before && after && { compares: { before, after } }),
  };
}

interface Pair {
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/** Every version, and what retracts or restores one of them, or is retracted or restored by the entry; the latest first. */
function chainOf(known: Known, here: Entry): Entry[] {
  const versions = versionsOf(known, here);
  const others = versions.flatMap((version) =>
    retconsOf(known, version).flatMap(({ kind, by }) => (kind === 'supersedes' ? [] : [by])),
  );
  const undone = retconsBy(known, here).flatMap(({ kind, old }) => (kind === 'supersedes' ? [] : [old]));
  return inCanonOrder(known, [...new Set([...versions, ...others, ...undone])]).toReversed();
}
