/** Completes names of entries of other settings: the settings, and behind the colon what is there (model §13). */
import { entryAt, knownAt, LATEST } from '../canon';
import { nameKey } from '../entry/slug';
import type { Span } from '../text/span';
import {
  choiceOf,
  type CompletionChoice,
  type CompletionChoices,
  type CompletionContext,
  firstOf,
  fitting,
  nameFor,
  STOP,
} from './choice';
import { eachFitting, inTitleOrder, type RosterEntry } from './entryRoster';
import { aboutEntry } from './referenceChoices';

/** What is being typed, and how a name is put there; null where it can't be. */
interface NamePlace {
  readonly typed: string;
  readonly span: Span;
  readonly write: (name: string) => string | null;
}

interface Ranked {
  readonly one: RosterEntry;
  readonly fit: number;
  readonly score: number;
}

/** The setting whose name stands before a colon in what is typed, and what stands behind it. */
function settingTyped({ known }: CompletionContext, typed: string) {
  const colon = typed.indexOf(':');
  const key = colon > 0 ? nameKey(typed.slice(0, colon)) : '';
  const setting = key === '' ? undefined : known.canon.others?.names.find((name) => nameKey(name) === key);
  return setting === undefined ? null : { setting, rest: typed.slice(colon + 1).trimStart() };
}

/** The entries of another setting; null where none is being named. */
export function choicesElsewhere(
  context: CompletionContext,
  { typed, span, write }: NamePlace,
): CompletionChoices | null {
  const meant = settingTyped(context, typed);
  if (!meant) return null;
  const { setting, rest } = meant;
  const canon = context.known.canon.others?.canonOf(setting);
  if (!canon) return { choices: [], isCut: false };
  const there = knownAt(canon, LATEST);
  const first = firstOf<Ranked>(
    (a, b) => a.fit - b.fit || a.score - b.score || inTitleOrder(a.one, b.one),
    ({ one }) => entryAt(canon, one.path) !== undefined,
  );
  eachFitting(canon, nameKey(rest), (one, fit, mayBePast) => {
    const score = mayBePast ? 4 : 0;
    if (first.mayEnter(fit, score)) first.add({ one, fit, score });
    return !first.isFull(0, 0);
  });
  const choices = first.items().flatMap(({ one }): CompletionChoice[] => {
    const entry = entryAt(canon, one.path);
    const name = entry ? nameFor(there, entry) : null;
    const insert = name === null ? null : write(`${setting}:${name}`);
    if (!entry || insert === null) return [];
    const { kind, label, note, detail, names } = aboutEntry(there, entry, false);
    const withSetting = names.map((own) => `${setting}:${own}`);
    return [choiceOf({ kind, label, note: `${setting}:${note}`, detail, names: withSetting, span, insert })];
  });
  return { choices, isCut: first.isCut() };
}

/** The names of the other settings, behind which one goes on. */
export function settingsAt({ known }: CompletionContext, { typed, span, write }: NamePlace): CompletionChoice[] {
  const offered = (known.canon.others?.names ?? []).flatMap((name): CompletionChoice[] => {
    const [begin, end] = [`${name}:`, write(`${name}:`)];
    if (end === null || !end.startsWith(begin)) return [];
    const insert = [begin, STOP, end.slice(begin.length)];
    return [choiceOf({ kind: 'word', label: begin, note: 'another setting', span, insert, goesOn: true })];
  });
  return typed === '' ? offered : fitting(typed, offered);
}
