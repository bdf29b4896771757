/** A codex in memory, and how its files and expectations are drawn in pages and tests. */
import { ERRATA_FILE } from '../../server/src/core/codex/errata';
import { readSettings, SETTINGS_FILE } from '../../server/src/core/codex/settings';
import { type CanonHost, createHost } from '../../server/src/core/host';
import { type Canon, type OtherSettings, knownAt, LATEST } from '../../server/src/core/canon';
import { mendContextFor } from '../../server/src/core/edits/fixes/fixesAt';
import type { MendContext } from '../../server/src/core/edits/fixes';
import { type CheckedProblem, checkCodex } from '../../server/src/core/rules/check';
import { checkAgainst } from '../../server/src/core/rules/compareWithBaseline';
import { type Compared, comparedStates } from '../../server/src/core/rules/retcon/baselineComparison';
import { checkNearDuplicates } from '../../server/src/core/rules/nearDuplicate';
import { atOnce } from '../../server/src/core/text/groups';
import type { Change } from '../../server/src/core/text/problem';
import type { Span } from '../../server/src/core/text/span';

/** Files by path. */
export type Files = Readonly<Record<string, string>>;

export function codexOf(files: Files, others: OtherSettings | null = null): CanonHost {
  const host = createHost((path) => files[path] ?? null, others);
  host.apply(new Map(Object.entries(files).filter(([path]) => path !== ERRATA_FILE)));
  return host;
}

/** The codices of a settings.yaml, by name, with the files of each; one without a name where there is no such file. */
export function settingsOf(files: Files): ReadonlyMap<string, { readonly folder: string; readonly host: CanonHost }> {
  const reading = readSettings(files[SETTINGS_FILE] ?? '', (folder) => `${folder}/codex.yaml` in files);
  if (!reading) return new Map([['', { folder: '', host: codexOf(files) }]]);
  const all = new Map<string, { readonly folder: string; readonly host: CanonHost }>();
  for (const { name: own, folder } of reading.settings) {
    const inside = Object.entries(files).filter(([file]) => file.startsWith(`${folder}/`));
    const names = reading.settings.map(({ name }) => name).filter((name) => name !== own);
    const others = { own, names, canonOf: (name: string) => readCanon(all.get(name)?.host.canon) };
    const texts = Object.fromEntries(inside.map(([file, text]) => [file.slice(folder.length + 1), text]));
    all.set(own, { folder: `${folder}/`, host: codexOf(texts, others) });
  }
  return all;
}

/** A folder without a codex.yaml is not read. */
const readCanon = (canon: Canon | undefined): Canon | null => (canon?.codex.declared === true ? canon : null);

/**
 * A place that is drawn under a line, and what is expected there: `^^^^ code: how the message begins, or a part of it`.
 */
export interface Mark {
  readonly file: string;
  readonly span: Span;
  readonly code: string;
  readonly text: string;
}

export interface Drawing {
  readonly files: Files;
  readonly marks: readonly Mark[];
}

const MARK = /^( *)(\^+) ([a-z-]+\/[a-z-]+)(?:: (.*))?$/;

/**
 * Reads a drawing: `//- path` opens a file; lines of `^^^^ code: text` mark the line above and are not part of it. A
 * deleted file is opened by `//- !path`: what is marked there is at its start.
 */
export function drawn(drawing: string): Drawing {
  const files: Record<string, string> = {};
  const marks: Mark[] = [];
  let file = '';
  /** Where the last line of the file begins. */
  let line = 0;
  for (const text of drawing.split('\n')) {
    const opened = /^\/\/- (\S.*)$/.exec(text)?.[1];
    const mark = MARK.exec(text);
    if (opened !== undefined) {
      file = opened.replace(/^!/, '');
      if (file === opened) files[file] = '';
    } else if (file === '') {
      if (text.trim() !== '') throw new Error(`a drawing begins with //- path, not with ${text}`);
    } else if (mark) {
      const [, indent = '', carets = '', code = '', expected = ''] = mark;
      const start = line + indent.length;
      const span = file in files ? { start, end: start + carets.length } : { start: 0, end: 0 };
      marks.push({ file, span, code, text: expected });
    } else if (file in files) {
      line = files[file]?.length ?? 0;
      files[file] += `${text}\n`;
    }
  }
  return { files, marks };
}

/** A problem as a mark would draw it, for comparing and for showing what differs. */
export function asMark({ file, problem }: CheckedProblem, files: Files): string {
  const { start, end } = problem.span;
  return `${file} ${problem.code} at ${JSON.stringify((files[file] ?? '').slice(start, end))}: ${problem.message}`;
}

/** Some files, compared with the baseline at v1. */
export function comparedOf(files: Files, established: Files): Compared {
  const isUntouched = (path: string): boolean => files[path] === established[path];
  const { canon } = codexOf(files);
  const then = { canon: codexOf(established).canon, textOf: (path: string) => established[path] ?? null, isUntouched };
  return comparedStates({ canon, textOf: (path) => files[path] ?? null }, then, 'v1');
}

/** Everything the rules find in some files, and in their changes to the baseline. */
export function problemsIn(files: Files, established: Files | null): CheckedProblem[] {
  const found = [...settingsOf(files).values()].flatMap(({ folder, host }) =>
    [...checkCodex(host), ...atOnce(checkNearDuplicates(host.canon, (path) => files[folder + path] ?? null))].map(
      (one) => ({ ...one, file: folder + one.file }),
    ),
  );
  return established ? [...found, ...checkAgainst(comparedOf(files, established), true)] : found;
}

/** The context of fixes. */
export function askedIn(files: Files, file: string, established: Files | null = null): MendContext {
  const compared = established && comparedOf(files, established);
  const known = compared?.now ?? knownAt(codexOf(files).canon, LATEST);
  const told = established &&
    compared && {
      compared,
      textThen: (path: string) => established[path] ?? null,
      isTaken: (path: string) => path in files,
      today: '2026-05-12',
    };
  return mendContextFor(known, file, (path) => files[path] ?? null, told);
}

/** What the rules find, compared with the drawing: the two are the same when both lists are empty. */
export function differences(
  { files, marks }: Drawing,
  isAsked: (found: CheckedProblem) => boolean,
  established: Files | null = null,
) {
  const found = problemsIn(files, established);
  const missing = [...marks];
  const unexpected: string[] = [];
  for (const one of found) {
    const { span, code, message } = one.problem;
    const at = missing.findIndex(
      (mark) =>
        mark.file === one.file &&
        mark.code === code &&
        mark.span.start === span.start &&
        (mark.span.end === span.end || isFirstLine(files[mark.file] ?? '', mark.span, span)) &&
        message.includes(mark.text),
    );
    if (at >= 0) missing.splice(at, 1);
    else if (isAsked(one)) unexpected.push(asMark(one, files));
  }
  return {
    missing: missing.map(
      ({ file, code, span, text }) =>
        `${file} ${code} at ${JSON.stringify(files[file]?.slice(span.start, span.end))}: ${text}`,
    ),
    unexpected,
  };
}

/** Of a span over several lines only the first can be drawn. */
const isFirstLine = (text: string, drawn: Span, whole: Span): boolean =>
  drawn.end < whole.end && text[drawn.end] === '\n';

/** The files that a change touches, with their new texts; the old name of a renamed file is gone. */
export function changedBy(files: Files, { creates = [], edits, renames = [] }: Change): Record<string, string> {
  const texts: Record<string, string> = Object.fromEntries(creates.map(({ file, text }) => [file, text]));
  for (const { file, span, text } of [...edits].sort((a, b) => b.span.start - a.span.start)) {
    const before = texts[file] ?? files[file] ?? '';
    texts[file] = before.slice(0, span.start) + text + before.slice(span.end);
  }
  for (const { from, to } of renames) {
    texts[to] = texts[from] ?? files[from] ?? '';
    delete texts[from];
  }
  return texts;
}
