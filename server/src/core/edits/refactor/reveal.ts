/** "Reveal To": somebody is let in on a page, a fact or a secret of the prose, from a date or a session on. */
import { audienceOfPage, entityNamed, isAmong, isForEveryone, type Known } from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Span } from '../../text/span';
import { letInOnFact, letInOnPage, othersNeedDates, sinceWhen, withoutIdleDate } from './knownByText';
import { asIfWritten, type Outcome } from './outcome';
import { made, secretTarget } from './secret';

/** Whom, and from when: a world date or a revision; empty: as soon as the others. */
export interface Revealed {
  readonly name: string;
  readonly when: string;
}

/** What somebody can be let in on at a place, and who is in on it; null: everyone is. */
export function revealTarget(known: Known, entry: Entry, text: string, selected: Span) {
  const secret = entry.knowledge?.secrets.findLast(
    ({ span }) => span.start <= selected.start && selected.start < span.end,
  );
  if (secret) return { kind: 'passage', secret, names: secret.knowers.map(({ text: name }) => name) } as const;
  const target = secretTarget(entry, text, { start: selected.start, end: selected.start });
  const own = target.kind === 'fact' ? target.fact.knowledge?.knownBy : undefined;
  if (target.kind === 'fact' && own)
    return { kind: 'fact', fact: target.fact, names: own.map(({ knower }) => knower.text) } as const;
  const names = audienceOfPage(known, entry);
  return isForEveryone(names) ? null : ({ kind: 'page', names } as const);
}

/** @param text that of the entry's file */
export function revealTo(known: Known, entry: Entry, text: string, selected: Span, { name, when }: Revealed): Outcome {
  const target = revealTarget(known, entry, text, selected);
  if (!target) return { refusal: `Everyone is in on ${entry.title} already: make it a secret first.` };
  const date = when.trim() === '' ? null : when.trim();
  if (date === null && isAmong(known, name, target.names)) return { refusal: `${name} is in on it already.` };
  if (target.kind === 'passage') return inCallout(entry, text, target.secret, name);
  const { codex } = known.canon;
  const fact = target.kind === 'fact' ? target.fact : undefined;
  const who = { name, when: date, others: sinceWhen(codex, entry, fact) };
  const edit = fact ? letInOnFact(text, fact, who) : letInOnPage(text, codex, who, target.names);
  if (!edit) {
    const refusal =
      date !== null && who.others === null
        ? othersNeedDates(entry)
        : `Who knows this can't be written into ${entry.title} as it is: mend what is underlined there first.`;
    return { refusal };
  }
  const edits = withoutIdleDate(text, codex, edit, fact);
  const before = edits.filter(({ span }) => span.end <= edit.span.end);
  const grown = before.reduce((sum, one) => sum + one.text.length - (one.span.end - one.span.start), 0);
  const caret = { start: edit.span.end + grown, end: edit.span.end + grown };
  const outcome = made(entry, text, edits, caret);
  const after = asIfWritten(known.canon, entry.path, outcome.text);
  const isIn = revealTarget(after.known, after.entry, outcome.text, selected)?.names.some(
    (one) => entityNamed(after.known, one) === entityNamed(after.known, name),
  );
  const isDoubtful = after.entry.knowledge?.isDoubtful === true && entry.knowledge?.isDoubtful !== true;
  return isIn && !isDoubtful
    ? outcome
    : {
        refusal: `“${date ?? name}” can't be written into ${entry.title}: give a date of your world, or a session of codex.yaml.`,
      };
}

/** `> [!secret|lysa]` → `> [!secret|lysa, players]`: there it has no date. */
function inCallout(
  entry: Entry,
  text: string,
  { span, knowers }: { readonly span: Span; readonly knowers: readonly { readonly span: Span }[] },
  name: string,
): Outcome {
  const last = knowers.at(-1);
  const close = text.indexOf(']', last?.span.end ?? span.start);
  if (close === -1 || (!last && text.slice(span.start, close).includes('\n')))
    return { refusal: 'This secret has no bracket that closes it: write `> [!secret]` first.' };
  // A bar with nobody behind it is filled in.
  const hasBar = !last && text.slice(span.start, close).includes('|');
  const at = last?.span.end ?? close;
  const put = last ? `, ${name}` : hasBar ? name : `|${name}`;
  return made(entry, text, [{ span: { start: at, end: at }, text: put }], { start: at, end: at + put.length });
}
