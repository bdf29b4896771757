/** What is reported of each file: its problems as diagnostics, under an id that stays as long as they do. */
import { spoiltSince } from '../../core/commits/comparable';
import { CODEX_FILE } from '../../core/host';
import { isBroken, type Entry } from '../../core/entry/entry';
import { baseName } from '../convert/uris';
import { readSettings, SETTINGS_FILE } from '../../core/codex/settings';
import { ERRATA_FILE } from '../../core/codex/errata';
import { checkConfig, checkEntry, checkErrata, type Reported } from '../../core/rules/check';
import { nameSpan } from '../../core/rules/rule';
import { TOO_LONG } from '../../core/rules/codex/limit';
import { UNFIT } from '../../core/text/unreadable';
import {
  checkEntryAgainst,
  checkErrataAgainst,
  checkGoneAgainst,
  checkUnreadable,
  isCodexGone,
} from '../../core/rules/compareWithBaseline';
import { problemsOfCodexChange } from '../session/followGit';
import type { LiveCodex } from '../session/liveCodex';
import { nearDuplicatesAt } from '../session/nearDuplicates';
import { isDeepEqual } from '../../core/text/deepEqual';
import type { Diagnostic } from 'vscode-languageserver';
import { diagnosticsOf, type ProblemParts } from '../convert/diagnostics';

/** @param file absolute, or the URI of a document that is not a file */
export function documentProblems(codex: LiveCodex, file: string): readonly Reported[] {
  if (codex.pathOf(file) === CODEX_FILE)
    return [...checkConfig(codex.canon.codex, codex.codexProblems), ...problemsOfCodexChange(codex)];
  if (!codex.isOne && codex.pathOf(file) === ERRATA_FILE) return errataIn(codex);
  if (!codex.isOne && baseName(file) === SETTINGS_FILE) return settingsIn(codex, codex.pathOf(file));
  const entry = codex.entryAt(file);
  if (!entry) return [...goneAt(codex, codex.pathOf(file)), ...spoiltAt(codex, codex.pathOf(file))];
  if (!codex.isReady) return ownProblemsOf(codex, entry);
  const near = nearDuplicatesAt(codex, entry.path) ?? [];
  // The page may have been edited since they were found.
  const similar = near.map(({ problem }) => ({ ...problem, span: nameSpan(entry) }));
  return [
    ...checkEntry(codex.known, entry),
    ...similar,
    ...silentIn(codex, entry),
    ...spoiltAt(codex, entry.path),
  ].sort((a, b) => a.span.start - b.span.start);
}

/** Before all files are read, an unknown id is not a problem yet: only what the file itself shows is reported. */
function ownProblemsOf({ known }: LiveCodex, entry: Entry): readonly Reported[] {
  const codes = new Set(entry.problems.map(({ code }) => code));
  return checkEntry(known, entry, (code) => codes.has(code)).filter(({ code, span }) =>
    entry.problems.some((own) => own.code === code && own.span.start === span.start),
  );
}

/** What an entry changes silently since the baseline. */
function silentIn({ baseline, compared }: LiveCodex, entry: Entry): readonly Reported[] {
  // A page that can't be read has not necessarily vanished: somebody may still be typing.
  if (!baseline || !compared || isBroken(entry) || isCodexGone(compared)) return [];
  return checkEntryAgainst(compared, baseline.isCertain, entry);
}

/** What is wrong in a settings.yaml, wherever in the codex it lies: mostly in the folder around several. */
function settingsIn(codex: LiveCodex, path: string): readonly Reported[] {
  const folder = path.slice(0, -SETTINGS_FILE.length);
  const hasCodex = (inner: string): boolean => codex.isThere(folder + (inner === '' ? '' : `${inner}/`) + CODEX_FILE);
  return checkConfig(codex.canon.codex, readSettings(codex.currentText(path) ?? '', hasCodex)?.problems ?? []);
}

/** What is wrong in errata.yaml, which counts beside a codex.yaml only. */
function errataIn({ isReady, known, baseline, compared, currentText }: LiveCodex): readonly Reported[] {
  // Before all files are read, it is unknown which names pages have.
  if (!isReady) return [];
  const found =
    baseline && compared && !isCodexGone(compared)
      ? checkErrataAgainst(compared, baseline.isCertain)
      : checkErrata(currentText(ERRATA_FILE), known);
  return found.map(({ problem }) => problem).sort((a, b) => a.span.start - b.span.start);
}

/** A page that is too long, or was established and is saved so that it can't be read any more. */
function spoiltAt(codex: LiveCodex, file: string): readonly Reported[] {
  const why = codex.unreadable(file);
  if (why === undefined) return [];
  const tooLong = why === UNFIT.long ? checkConfig(codex.canon.codex, [TOO_LONG]) : [];
  const { baseline, compared } = codex;
  if (!baseline || !compared) return tooLong;
  const unreadable = spoiltSince(baseline.snapshot, [[file, why]]);
  return [...tooLong, ...checkUnreadable(compared, { ...baseline, unreadable }).map(({ problem }) => problem)];
}

/** What was established in a file that is gone. */
function goneAt({ baseline, compared }: LiveCodex, file: string): readonly Reported[] {
  return baseline && compared && !isCodexGone(compared) ? checkGoneAgainst(compared, baseline.isCertain, file) : [];
}

export interface DiagnosticReport {
  /** The same as long as the diagnostics are. */
  readonly id: string;
  /** Made on demand: most belong to files that are not open. */
  readonly items: Diagnostic[];
  readonly codes: ReadonlySet<string>;
}

/** The report of a file without problems. */
export const CLEAN: DiagnosticReport = { id: 'clean', items: [], codes: new Set() };

export interface Reports {
  /** The report of a file now. @param file absolute, or the URI of a document that is not a file */
  of(codex: LiveCodex, file: string): DiagnosticReport;
  /** The reports with problems, as they were judged last, by file. */
  all(): ReadonlyMap<string, DiagnosticReport>;
  /** The files of a codex that have such a report; those with a problem of a code, where one is given. */
  filesOf(codex: LiveCodex, code?: string): readonly string[];
  /** Forgets the files of all codices but these. */
  keepOnly(codices: readonly LiveCodex[]): void;
}

interface Kept {
  readonly codex: LiveCodex;
  /** The codex, when it was judged; and what was judged, where it is open: it is not judged again. */
  readonly state: object;
  readonly entry: Entry | undefined;
  readonly near: object | undefined;
  /** Why the disk's text can't be read, whatever the editor has; undefined: it can. */
  readonly spoilt: string | undefined;
  /** The text of the file up to the end of its last problem: places are counted in its lines. */
  readonly head: string;
  readonly text: string;
  readonly report: DiagnosticReport;
}

/** The text of a file up to the last of the places in it that its problems name. */
function headOf(codex: LiveCodex, path: string, problems: readonly Reported[]): string {
  const ends = problems.flatMap(({ span, related = [] }) => [
    span.end,
    ...related.flatMap((one) => (one.file === path ? one.span.end : [])),
  ]);
  return (ends.length > 0 && codex.currentText(path)?.slice(0, Math.max(...ends))) || '';
}

/**
 * @param pageOf the URI of the page that explains a code
 * @param uriThen the URI of a file as it was established; files are relative to the codex's root
 * @param parts what the editor takes of a problem
 */
export function makeReports(
  isOpen: (file: string) => boolean,
  pageOf: (code: string) => string,
  uriThen: (codex: LiveCodex, file: string) => string,
  parts: () => ProblemParts,
): Reports {
  const kept = new Map<string, Kept>();
  /** There are few kinds of problems, and a file has few of them. */
  const sets = new Map<string, ReadonlySet<string>>();
  let ids = 0;
  const codesOf = (items: readonly Diagnostic[]): ReadonlySet<string> => {
    const codes = [...new Set(items.map(({ code }) => String(code)))];
    const key = codes.join(' ');
    let found = sets.get(key);
    if (!found) sets.set(key, (found = new Set(codes)));
    return found;
  };
  const reportOf = (items: readonly Diagnostic[], text: string): DiagnosticReport => ({
    id: String(++ids),
    codes: codesOf(items),
    get items() {
      return JSON.parse(text) as Diagnostic[];
    },
  });
  const faulty = () => [...kept].filter(([, { report }]) => report !== CLEAN);
  return {
    of(codex, file) {
      const last = kept.get(file);
      const { state } = codex;
      const entry = codex.entryAt(file);
      const path = codex.pathOf(file);
      const near = nearDuplicatesAt(codex, path);
      const spoilt = codex.unreadable(path);
      const open = isOpen(file);
      const isSame = last?.codex === codex && last.state === state && last.near === near && last.spoilt === spoilt;
      if (entry && isSame) {
        if (last.entry === entry) return last.report;
        // Most keys are typed in prose, where they change nothing that is judged.
        if (open && isDeepEqual(last.entry, entry) && codex.currentText(path)?.startsWith(last.head) === true) {
          kept.set(file, { ...last, entry });
          return last.report;
        }
      }
      const then = (of: string): string => uriThen(codex, of);
      const problems = documentProblems(codex, file);
      const items = diagnosticsOf(codex, path, problems, pageOf, then, parts());
      const text = items.length > 0 ? JSON.stringify(items) : '';
      const report = text === '' ? CLEAN : last?.text === text ? last.report : reportOf(items, text);
      // It may have become part of another codex, which has judged it already.
      if (report === CLEAN && !entry && last && last.codex !== codex) return report;
      // Most files are clean and not open, so nothing is remembered of them.
      if (report === CLEAN && !open) kept.delete(file);
      else {
        const head = open ? headOf(codex, path, problems) : '';
        kept.set(file, { codex, state, entry: open ? entry : undefined, near, spoilt, head, text, report });
      }
      return report;
    },
    all: () => new Map(faulty().map(([file, { report }]) => [file, report])),
    filesOf: (codex, code) =>
      faulty().flatMap(([file, one]) => {
        const tells = code === undefined || one.report.codes.has(code);
        return one.codex === codex && tells ? file : [];
      }),
    keepOnly(codices) {
      for (const [file, { codex }] of kept) if (!codices.includes(codex)) kept.delete(file);
    },
  };
}
