/** Declares all silent changes and insertions as retcons, with the same quick fixes as the editor, one after the other. */
import { entryAt, type Known } from '../../canon';
import { type CheckedProblem, type Reported, wordsKey } from '../../rules/check';
import { checkAgainst, checkEntryAgainst } from '../../rules/compareWithBaseline';
import { applied } from '../../text/problem';
import { mendContextFor, fixesOf } from './fixesAt';
import { contextAfter, textsAfter, type MendContext, type Offer, type MendBaseline } from './mend';
import type { Entry } from '../../entry/entry';
import { allFactsOf } from '../../entry/versions';

/** The result of declaring silent changes. */
export interface AllDeclared {
  /** The changes that are declared, and those that no fix can declare; spans refer to the texts before. */
  readonly declared: readonly CheckedProblem[];
  readonly left: readonly CheckedProblem[];
  /** The full texts of new files, and of files whose established text is restored. */
  readonly writings: readonly { readonly file: string; readonly text: string; readonly before: string | null }[];
  /** The pages that keep what they said in an item of `formerly`. */
  readonly remembering: ReadonlySet<string>;
  /** The new files that state facts; the others only retract. */
  readonly states: ReadonlySet<string>;
}

/** @param isMeant selects the changes to declare; a page with an unselected change is skipped. @param reason empty: left blank */
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
  const remembering = new Set<string>();
  let current = { known, baseline };
  const isTaken: MendBaseline['isTaken'] = (file) => texts.has(file) || baseline.isTaken(file);
  for (const file of new Set(silent.map((one) => one.file))) {
    if (!entryAt(known.canon, file)) continue;
    let context = mendContextFor(current.known, file, (path) => texts.get(path) ?? textOf(path), {
      ...current.baseline,
      isTaken,
    });
    for (let fix = firstDeclaring(context); fix; fix = firstDeclaring(context)) {
      if (!fix.creates && baseline.textThen(file) !== null) remembering.add(file);
      const after = textsAfter(withReason(fix, reason), context.textOf);
      for (const [path, text] of after) texts.set(path, text);
      context = contextAfter(context, after);
    }
    current = { known: context.known, baseline: context.baseline ?? current.baseline };
  }
  const still = new Set(silentIn(current.baseline).map(wordsKey));
  return {
    declared: silent.filter((one) => !still.has(wordsKey(one))),
    left: all.filter((one) => isMeant(one) && (others.has(one.file) || still.has(wordsKey(one)))),
    writings: [...texts].map(([file, text]) => ({ file, text, before: textOf(file) })),
    remembering,
    states: new Set([...texts.keys()].filter((file) => statesAnything(entryAt(current.known.canon, file)))),
  };
}

const isSilent = ({ code }: Pick<Reported, 'code'>): boolean =>
  code === 'retcon/silent' || code === 'retcon/deleted-entry' || code === 'retcon/insertion';

const silentIn = ({ compared }: MendBaseline): CheckedProblem[] =>
  checkAgainst(compared, true).filter(({ problem }) => isSilent(problem));

/** Whether `declareAll` can declare a change of an entry. @param isMeant selects the changes in question */
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

/** The fix that declares a problem as a retcon: it leaves a blank for the reason. Each such fix reduces the number of silent changes. */
function declaring(context: MendContext, problem: Reported): Offer | undefined {
  return fixesOf(context, problem).find(({ fix }) => fix.blank)?.fix;
}

/** The fix with the reason filled in, in each declaration that it writes. */
function withReason(fix: Offer, reason: string): Offer {
  const { blank, creates, edits } = fix;
  if (!blank || reason === '') return fix;
  const quoted = JSON.stringify(reason);
  const filled = (text: string): string => text.replaceAll('reason: ""', () => `reason: ${quoted}`);
  if (!creates) return { ...fix, edits: edits.map((edit) => ({ ...edit, text: filled(edit.text) })) };
  const written = (text: string): string => filled(applied(text, { span: blank.span, text: quoted.slice(1, -1) }));
  return { ...fix, creates: creates.map((file) => ({ ...file, text: written(file.text) })) };
}

const statesAnything = (entry: Entry | undefined): boolean => entry !== undefined && allFactsOf(entry).length > 0;
