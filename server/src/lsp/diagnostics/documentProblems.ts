/** The problems of one document, as far as they are certain already. */
import { spoiltSince } from '../../core/commits/comparable';
import { CODEX_FILE } from '../../core/host';
import { isBroken, type Entry } from '../../core/entry/entry';
import { ERRATA_FILE } from '../../core/codex/errata';
import { checkConfig, checkEntry, checkErrata, type Reported } from '../../core/rules/check';
import { TOO_LONG } from '../../core/rules/codex/limit';
import { UNFIT } from '../../core/text/fits';
import {
  checkEntryAgainst,
  checkErrataAgainst,
  checkGoneAgainst,
  checkUnreadable,
  isCodexGone,
} from '../../core/rules/compareWithBaseline';
import { problemsOfCodexChange } from '../session/codexFileAgainstBaseline';
import type { LiveCodex } from '../session/liveCodex';

/** @param file absolute, or the URI of what is no file */
export function documentProblems(codex: LiveCodex, file: string): readonly Reported[] {
  if (codex.pathOf(file) === CODEX_FILE)
    return [...checkConfig(codex.canon.codex, codex.codexProblems), ...problemsOfCodexChange(codex)];
  if (!codex.isOne && codex.pathOf(file) === ERRATA_FILE) return errataIn(codex);
  const entry = codex.entryAt(file);
  if (!entry) return [...goneAt(codex, codex.pathOf(file)), ...spoiltAt(codex, codex.pathOf(file))];
  if (!codex.isReady) return ownProblemsOf(codex, entry);
  const problems = checkEntry(codex.known, entry);
  return [...problems, ...silentIn(codex, entry), ...spoiltAt(codex, entry.path)].sort(
    (a, b) => a.span.start - b.span.start,
  );
}

/** Before all files are read, an id without an entry is no problem yet: only what the file itself shows is reported. */
function ownProblemsOf({ known }: LiveCodex, entry: Entry): readonly Reported[] {
  const codes = new Set(entry.problems.map(({ code }) => code));
  return checkEntry(known, entry, (code) => codes.has(code)).filter(({ code, span }) =>
    entry.problems.some((own) => own.code === code && own.span.start === span.start),
  );
}

/** What an entry changes of what was told without saying so. */
function silentIn({ baseline, compared }: LiveCodex, entry: Entry): readonly Reported[] {
  // A page that can't be read has not necessarily vanished: somebody may still be typing.
  if (!baseline || !compared || isBroken(entry) || isCodexGone(compared)) return [];
  return checkEntryAgainst(compared, baseline.isCertain, entry);
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

/** What was told in a file that is no longer there. */
function goneAt({ baseline, compared }: LiveCodex, file: string): readonly Reported[] {
  return baseline && compared && !isCodexGone(compared) ? checkGoneAgainst(compared, baseline.isCertain, file) : [];
}
