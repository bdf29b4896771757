/** Declares all that was changed silently, or slipped in, as the quick fix does one by one: each in what the ones before have left. */
import { entryAt, type Known } from '../../canon';
import { type CheckedProblem, type Reported, wordsKey } from '../../rules/check';
import { checkAgainst, checkEntryAgainst } from '../../rules/compareWithBaseline';
import { applied } from '../../text/problem';
import { mendContextFor, fixesOf } from './fixesAt';
import { contextAfter, textsAfter, type MendContext, type Offer, type MendBaseline } from './mend';

/** What is made of silent changes. */
export interface AllDeclared {
  /** What is declared, and what can't be so mechanically; with spans of the texts before. */
  readonly declared: readonly CheckedProblem[];
  readonly left: readonly CheckedProblem[];
  /** The whole texts of new files, and of files that say again what was told. */
  readonly writings: readonly { readonly file: string; readonly text: string; readonly before: string | null }[];
  /** The new files that state facts: the others only retract what was told. */
  readonly states: ReadonlySet<string>;
}

/** @param isMeant whether a change is to be declared: of a page all are, or none. @param reason why; empty: it is left blank */
export function declareAll(
  known: Known,
  baseline: MendBaseline,
  textOf: MendContext['textOf'],
  isMeant: (found: CheckedProblem) => boolean,
  reason: string,
): AllDeclared {
  const all = silentIn(baseline);
  const others = new Set(all.flatMap((one) => (isMeant(one) ? [] : one.file)));
  const silent = all.filter(({ file }) => !others.has(file));
  const texts = new Map<string, string>();
  let current = { known, told: baseline };
  const isTaken: MendBaseline['isTaken'] = (file) => texts.has(file) || baseline.isTaken(file);
  for (const file of new Set(silent.map((one) => one.file))) {
    if (!entryAt(known.canon, file)) continue;
    let context = mendContextFor(current.known, file, (path) => texts.get(path) ?? textOf(path), {
      ...current.told,
      isTaken,
    });
    for (let fix = firstDeclaring(context); fix; fix = firstDeclaring(context)) {
      const after = textsAfter(withReason(fix, reason), context.textOf);
      for (const [path, text] of after) texts.set(path, text);
      context = contextAfter(context, after);
    }
    current = { known: context.known, told: context.baseline ?? current.told };
  }
  const still = new Set(silentIn(current.told).map(wordsKey));
  return {
    declared: silent.filter((one) => !still.has(wordsKey(one))),
    left: all.filter((one) => isMeant(one) && (others.has(one.file) || still.has(wordsKey(one)))),
    writings: [...texts].map(([file, text]) => ({ file, text, before: textOf(file) })),
    states: new Set([...texts.keys()].filter((file) => (entryAt(current.known.canon, file)?.facts.length ?? 0) > 0)),
  };
}

const isSilent = ({ code }: Pick<Reported, 'code'>): boolean =>
  code === 'retcon/silent' || code === 'retcon/deleted-entry' || code === 'retcon/insertion';

const silentIn = ({ compared }: MendBaseline): CheckedProblem[] =>
  checkAgainst(compared, true).filter(({ problem }) => isSilent(problem));

/** Whether `declareAll` declares a change of an entry. @param isMeant whether that one is asked about */
export const canDeclareIn = (context: MendContext, isMeant: (problem: Reported) => boolean): boolean =>
  silentAt(context).some((problem) => isMeant(problem) && declaring(context, problem));

function firstDeclaring(context: MendContext): Offer | undefined {
  for (const problem of silentAt(context)) {
    const fix = declaring(context, problem);
    if (fix) return fix;
  }
  return undefined;
}

const silentAt = ({ baseline, entry }: MendContext): Reported[] =>
  baseline ? checkEntryAgainst(baseline.compared, true, entry).filter(isSilent) : [];

/** What declares a retcon leaves a reason to be written; what only puts back does not. Each leaves fewer silent changes. */
function declaring(context: MendContext, problem: Reported): Offer | undefined {
  const isInsertion = problem.code === 'retcon/insertion';
  return fixesOf(context, problem).find(({ fix }) => fix.blank && (fix.creates || isInsertion))?.fix;
}

/** The reason, where the author would have written it; a page that takes something away besides says it there as well. */
function withReason(fix: Offer, reason: string): Offer {
  const { blank, creates, edits } = fix;
  if (!blank || reason === '') return fix;
  const quoted = JSON.stringify(reason);
  const filled = (text: string): string => text.replaceAll('reason: ""', () => `reason: ${quoted}`);
  if (!creates) return { ...fix, edits: edits.map((one) => ({ ...one, text: filled(one.text) })) };
  const written = (text: string): string => filled(applied(text, { span: blank.span, text: quoted.slice(1, -1) }));
  return { ...fix, creates: creates.map((one) => ({ ...one, text: written(one.text) })) };
}
