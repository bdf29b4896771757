/** "Retract This Entry" and "Restore This Entry": said in a new entry, or in one that is there. */
import { entryAt, idOf, type Known, mayKeepSecrets } from '../../canon';
import type { DeclarationKind, Entry } from '../../entry/entry';
import { addTopItems } from '../../entry/frontmatter';
import { readEntry } from '../../entry/readEntry';
import { notBroughtBack } from '../../rules/retracts';
import { inTurn } from '../../text/problem';
import type { YamlValue } from '../../yaml/tree';
import type { UndoAnswers } from './carriedFacts';
import { answeredDate } from './retconQuestions';
import {
  type MadeChange,
  newFile,
  type Outcome,
  type Surroundings,
  freeFile,
  type IsTaken,
  edit,
  type Keys,
  newFrontmatter,
  stepped,
  pageBeside,
} from './page';
import { pageAudience, unclearAudience } from './knownByText';

type Kind = Extract<DeclarationKind, 'retracts' | 'restores'>;

/**
 * @param text that of the file of the entry that is retracted or restored
 * @param textOf those of the others, by path
 */
export function undo(
  known: Known,
  old: Entry,
  text: string,
  kind: Kind,
  answers: UndoAnswers,
  { isTaken }: Surroundings,
  textOf: (path: string) => string | null,
): Outcome {
  const doubt = unclearAudience(known, old);
  if (doubt !== null) return { refusal: doubt };
  const answered = answeredDate(known, old, kind === 'retracts' ? 'retract' : 'restore', answers.manner, answers.date);
  if (!answered.ok) return { refusal: answered.message };
  const from = answers.manner === 'from' ? (answered.date?.text ?? null) : null;
  const all = declarationsOf(known, old, kind, answers, from);
  if (answers.into === null)
    return inNewEntry(known, old, text, answers, kind === 'restores' ? from : null, all, isTaken);
  const page = entryAt(known.canon, answers.into);
  const before = page ? textOf(page.path) : null;
  const made = page && before !== null ? inEntry(known, page, before, all) : null;
  const title = page?.title ?? answers.into;
  return (
    made ?? {
      refusal: `Nothing can be added to the properties of ${title} as they are: correct them first, or use a new note.`,
    }
  );
}

/** A declaration that is to be made. */
interface Declared {
  readonly kind: Kind;
  readonly id: string;
  /** A world date, or `always`. */
  readonly effective: string;
  readonly reason: string;
}

/** @param from a world date; null for all time */
function declarationsOf(
  known: Known,
  old: Entry,
  kind: Kind,
  { reason, bringsBack }: UndoAnswers,
  from: string | null,
): Declared[] {
  const effective = from ?? 'always';
  const gone = kind === 'retracts' && bringsBack ? notBroughtBack(known, old) : [];
  return [
    { kind, id: idOf(known, old), effective, reason },
    ...gone.map((entry): Declared => ({ kind: 'restores', id: idOf(known, entry), effective, reason })),
  ];
}

/** A restoration says where it takes effect: without that it goes by the retcons that it undoes. */
const itemOf = ({ kind, id, effective, reason }: Declared): YamlValue => ({
  id,
  ...((kind === 'restores' || effective !== 'always') && { effective }),
  ...(reason !== '' && { reason }),
});

/** What is to be written of all, by the key that it comes under. */
function itemsOf(all: readonly Declared[]): ReadonlyMap<Kind, readonly YamlValue[]> {
  const kinds = new Set(all.map(({ kind }) => kind));
  const itemsOfKind = (wanted: Kind) => all.filter(({ kind }) => kind === wanted).map(itemOf);
  return new Map([...kinds].map((kind) => [kind, itemsOfKind(kind)]));
}

/** @param date that of the new entry */
function inNewEntry(
  known: Known,
  old: Entry,
  text: string,
  { title, canon }: UndoAnswers,
  date: string | null,
  all: readonly Declared[],
  isTaken: IsTaken,
): MadeChange {
  const { codex } = known.canon;
  const file = freeFile(known, old, title, isTaken);
  const items = itemsOf(all);
  const { key, body, id, eol } = pageBeside(known, old, text, title, file);
  const front = newFrontmatter(
    codex,
    {
      id,
      title: key,
      date,
      canon,
      ...(date === null && sinceDate(known, old)),
      ...pageAudience(codex, old, text, file),
      retracts: items.get('retracts'),
      restores: items.get('restores'),
    },
    eol,
  );
  const whole = `${front ?? ''}${body}`;
  return newFile(file, whole, { start: whole.length, end: whole.length });
}

/** A page that has no date of its own is not known before the one whose title it bears, where anything is kept from anybody. */
const sinceDate = ({ canon }: Known, { date }: Entry): Keys =>
  mayKeepSecrets(canon) && date?.date ? { known_from: date.date.text } : {};

/** The caret goes to the reason. */
function inEntry(known: Known, page: Entry, before: string, all: readonly Declared[]): MadeChange | null {
  const { codex } = known.canon;
  const steps = [...itemsOf(all)].map(
    ([kind, items]) =>
      (text: string) =>
        addTopItems(text, codex, kind, items),
  );
  const text = stepped(before, steps.map(edit));
  if (text === null) return null;
  const edits = inTurn(before, steps).map((one) => ({ file: page.path, ...one }));
  const declared = readEntry(page.path, text, codex).declarations.find(
    ({ kind, target }) => kind === all[0]?.kind && target.text === all[0].id,
  );
  const caret = declared?.reason?.span ?? declared?.target.span ?? { start: 0, end: 0 };
  return { change: { edits }, file: page.path, text, caret };
}
