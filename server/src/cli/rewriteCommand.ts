/** `retcon rewrite`: changes one value wherever it is stated, by retcons that say so. Shows all of it before any is written. */
import type { FactRow } from '../core/edits/refactor/factText';
import {
  type WantedValue,
  rewriteReach,
  ambiguity,
  readValueQuery,
  type ValueProblem,
  valueProblem,
} from '../core/edits/refactor/restated';
import { type Rewrite, type RewriteWay, rewrite, canonProblem, rewriteQuestions } from '../core/edits/refactor/rewrite';
import type { CheckedProblem } from '../core/rules/check';
import { jsonText, onOneLine, counted } from '../core/text/words';
import { diagnosticsJson, type RangeOf, rangesOf } from '../core/tools/words/answerJson';
import {
  placeLines,
  problemLines,
  type Consent,
  isAgreed,
  unasked,
  namedIn,
  type Format,
  type Output,
  printRefusal,
  type RefusalJson,
  reportSkipped,
} from './print';
import { allEntries, type Canon, knownAt, LATEST, idOf, type Known } from '../core/canon';
import { keyOf } from '../core/codex/codex';
import { offeredRevisions, revisionId } from '../core/codex/revisions';
import { nearest } from '../core/text/nearNames';
import { findEntityByName, type Result, readWorldDateParam } from '../core/tools/asked/question';
import { openCommits } from '../workspace/commits';
import { pathExists, readerOf } from '../workspace/folder';
import { writeAll } from '../workspace/writeFiles';
import { openDatedCodex, reportMissingCodex } from './ask';

/** What was asked, as the canon understands it. */
interface RewriteRequest extends WantedValue {
  readonly canon: string | null;
  readonly reason: string;
}

interface RewritePreview {
  readonly asked: RewriteRequest;
  readonly change: Rewrite;
  readonly textOf: (file: string) => string | null;
  readonly hasColour: boolean;
}

function previewText({ asked, change, textOf, hasColour }: RewritePreview): string {
  const { creates, edits, rewritten, leftAlone, problems } = change;
  const rangeOf = rangesOf(textOf);
  const row = ({ file, span, entity, attribute, value }: FactRow, words: string) => ({
    file,
    span,
    words: onOneLine(`${entity}.${attribute}: ${value}${words}`),
  });
  const facts = rewritten.map((one) => row(one, ` → ${one.to}${stretch(one)}`));
  const rest = leftAlone.map((one) => row(one, `${stretch(one)}: ${one.because}`));
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? [title, ...lines, ''] : [];
  const when = asked.from ? `from ${asked.from.text} on` : 'always, as if it had never been otherwise';
  const decided = asked.canon === null ? '' : `; decided in ${asked.canon}`;
  const lines = [
    ...section(
      onOneLine(`${asked.old.text} becomes ${asked.value.text}, ${when}${decided}`),
      placeLines(facts, rangeOf, hasColour),
    ),
    ...section('Left alone', placeLines(rest, rangeOf, hasColour)),
    ...section(
      'What check will say about it',
      problemLines(problems.filter(isNews), rangesAfter(change, textOf), hasColour),
    ),
    ...creates.map(({ file }) => {
      const own = rewritten.filter(({ by }) => by === file);
      const files = new Set(own.map((one) => one.file));
      return onOneLine(`New: ${file}, a retcon of ${counted(own.length, 'fact')} in ${counted(files.size, 'file')}.`);
    }),
    ...edits.map(({ file }) => onOneLine(`Changed: ${file}, which remembers what it said.`)),
  ];
  return `${lines.join('\n')}\n`;
}

/** An author who gives no reason knows that. */
const isNews = ({ problem: { code } }: CheckedProblem): boolean => code !== 'supersedes/missing-reason';

const stretch = ({ from, until }: FactRow): string =>
  `${from === null ? '' : `, from ${from}`}${until === null ? '' : `, until ${until}`}`;

/** Those of the files as they will be. */
const rangesAfter = ({ creates, edits }: Rewrite, textOf: RewritePreview['textOf']): RangeOf =>
  rangesOf((file) => [...creates, ...edits].find((one) => one.file === file)?.text ?? textOf(file));

function previewJson({ asked, change, textOf }: RewritePreview, isWritten: boolean): string {
  const rangeOf = rangesOf(textOf);
  const json = {
    old: asked.old.text,
    new: asked.value.text,
    effective: asked.from?.text ?? 'always',
    canon: asked.canon,
    reason: asked.reason === '' ? null : asked.reason,
    facts: change.rewritten.map(({ file, span, to, ref, by, ...fact }) => {
      return { file, range: rangeOf(file, span), ...fact, new: to, ref, by };
    }),
    left_alone: change.leftAlone.map(({ file, span, ...fact }) => ({ file, range: rangeOf(file, span), ...fact })),
    diagnostics: diagnosticsJson(change.problems, rangesAfter(change, textOf)),
    creates: change.creates,
    edits: change.edits,
    written: isWritten,
  };
  return `${jsonText(json)}\n`;
}

export interface RewriteCall extends Consent {
  readonly old: string;
  readonly value: string;
  readonly attribute?: string;
  readonly entity?: string;
  /** A world date. */
  readonly effective?: string;
  readonly canon?: string;
  readonly reason?: string;
  /** What says the new value: one new page, or each page that states the old one. */
  readonly as: RewriteWay;
}

/** @param today the ISO date of now */
export async function runRewrite(
  root: string,
  call: RewriteCall,
  format: Format,
  output: Output,
  today: string,
): Promise<number> {
  const textOf = readerOf(root, reportSkipped(output));
  const host = await openDatedCodex(root, openCommits(root), output);
  await reportMissingCodex(root, host, output);
  const { canon } = host;
  const known = knownAt(canon, LATEST);
  const wanted = wantedBy(root, canon, known, call);
  if (!wanted.ok) return refused(output, format, wanted.failure);
  const made = madeOf(known, wanted.value, call, textOf, { isTaken: (file) => pathExists(root, file) }, today);
  if (!made.ok) return refused(output, format, made.failure);
  const unable = unasked(call, format, 'rewrite');
  if (unable) return refused(output, format, unable);
  const { asked, change } = made.value;
  const preview = { asked, change, textOf, hasColour: output.hasColour };
  if (format === 'text') output.out(previewText(preview));
  if (change.rewritten.length === 0)
    return refused(output, format, {
      code: 'not-found',
      message: `nothing that says "${call.old}" can be changed: ${because(change)}`,
      given: call.old,
    });
  const writings = [
    ...change.creates.map((one) => ({ ...one, before: null })),
    ...change.edits.map((one) => ({ ...one, before: textOf(one.file) })),
  ];
  const isWritten = await isAgreed(
    call,
    writings.map(({ file }) => file),
  );
  if (isWritten) writeAll(root, writings);
  if (format === 'json') output.out(previewJson(preview, isWritten));
  else output.out(isWritten ? 'Written.\n' : 'Nothing was written.\n');
  return 0;
}

const MOST_LISTED = 3;

function because({ leftAlone }: Rewrite): string {
  const listed = leftAlone.slice(0, MOST_LISTED).map((one) => `${one.file}: ${one.because}`);
  const more = leftAlone.length - listed.length;
  return [...listed, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

function refused(output: Output, format: Format, refusal: RefusalJson): number {
  printRefusal(output, format, refusal);
  return refusal.code === 'not-found' || refusal.code === 'ambiguous' ? 1 : 2;
}

type Understood<T> = Result<T> | { readonly ok: false; readonly failure: RefusalJson };

const wrong = (given: string, message: string, accepted?: readonly string[]) =>
  ({ ok: false, failure: { code: 'usage', message, given, ...(accepted && { accepted }) } }) as const;

function wantedBy(root: string, canon: Canon, known: Known, call: RewriteCall): Understood<WantedValue> {
  const date = call.effective === undefined ? null : readWorldDateParam(canon, call.effective);
  if (date?.ok === false) return date;
  const entity = call.entity === undefined ? null : findEntityByName(known, namedIn(root, call.entity));
  if (entity?.ok === false) return entity;
  const [old, value] = [readValueQuery(known, call.old), readValueQuery(known, call.value)];
  const problem = valueProblem(known, old, value);
  if (problem) return refusalOf(problem, call.value);
  const isMeant: WantedValue['isMeant'] = (fact) =>
    (entity === null || fact.entity === entity.value.id) &&
    (call.attribute === undefined || keyOf(fact.attribute) === keyOf(call.attribute));
  return { ok: true, value: { old, value, from: date?.value ?? null, isMeant } };
}

function refusalOf({ message, candidates }: ValueProblem, given: string) {
  if (candidates.length === 0) return wrong(given, message);
  return { ok: false, failure: { code: 'ambiguous', message, given, candidates } } as const;
}

interface Made {
  readonly asked: RewriteRequest;
  readonly change: Rewrite;
}

function madeOf(
  known: Known,
  wanted: WantedValue,
  { old, attribute, canon, reason = '', as }: RewriteCall,
  textOf: (file: string) => string | null,
  surroundings: Parameters<typeof rewrite>[3],
  today: string,
): Understood<Made> {
  const reach = rewriteReach(known, wanted);
  if (reach.restated.length + reach.leftAlone.length === 0) {
    const problem = ambiguity(known, wanted.old);
    return problem ? refusalOf(problem, old) : (nothingOn(known, attribute) ?? nothing(known, old));
  }
  const questions = rewriteQuestions(known, wanted, reach, today);
  if ('refusal' in questions) return wrong(canon ?? old, questions.refusal);
  const problem = canon === undefined ? null : canonProblem(known, reach, canon);
  if (problem !== null) return wrong(canon ?? '', problem, offeredRevisions(known.canon.codex, canon));
  // As codex.yaml writes it.
  const decided = (canon && revisionId(known.canon.codex, canon)) ?? questions.decided?.proposed ?? null;
  const answers = { title: questions.title, canon: decided, reason, as };
  const change = rewrite(known, wanted, answers, surroundings, textOf);
  return { ok: true, value: { asked: { ...wanted, canon: decided, reason }, change } };
}

/** Where no fact has the attribute that is asked for. */
function nothingOn({ canon }: Known, given: string | undefined) {
  if (given === undefined) return null;
  const attributes = new Set(allEntries(canon).flatMap(({ facts }) => facts.map(({ attribute }) => attribute.text)));
  if ([...attributes].some((one) => keyOf(one) === keyOf(given))) return null;
  const near = nearest(given, attributes);
  const message = `No fact has the attribute "${given}".${near === null ? '' : ` Did you mean ${near}?`}`;
  return { ok: false, failure: { code: 'not-found', message, given, ...(near && { candidates: [near] }) } } as const;
}

function nothing(known: Known, given: string) {
  const { canon } = known;
  const { text, entry } = readValueQuery(known, given);
  if (entry) {
    const what = text === entry.title ? 'the title' : text === idOf(known, entry) ? 'the id' : 'a name';
    const message = `"${given}" is ${what} of ${entry.path}, and no fact in question says it now. To give that page another name, change it there: F2 in the editor also changes whatever names it.`;
    return { ok: false, failure: { code: 'not-found', message, given } } as const;
  }
  const near = nearest(given, new Set(allEntries(canon).flatMap(({ facts }) => facts.map(({ value }) => value.text))));
  const isOther = near !== null && near !== given;
  const message = `No fact in question says "${given}" now.${isOther ? ` Did you mean ${near}?` : ''}`;
  return { ok: false, failure: { code: 'not-found', message, given, ...(isOther && { candidates: [near] }) } } as const;
}
