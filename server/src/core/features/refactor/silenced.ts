/** The new entry that declares what an old one had been changed to in place: the old text stands again by then. */
import { type Clipped, clippedFactsOf } from '../../canon/clips';
import { idOf, type Known } from '../../canon/known';
import type { Moment } from '../../chronology/types';
import { setTopKey } from '../../entry/edit';
import type { Entry, Fact } from '../../entry/entry';
import { readEntry } from '../../entry/read';
import { eolAt } from '../../yaml/lay';
import type { YamlValue } from '../../yaml/value';
import { beforeAll, type Carried } from './carried';
import { copies } from './copy';
import { dateText, entityToName, rivalsToName, states } from './declare';
import { asIfWritten, isRefusal, type Surroundings } from './made';
import { freeFile } from './names';
import { bodyOf, edit, hasTitleKey, newFrontmatter, stepped } from './page';
import { questionsAbout } from './questions';
import { factName } from './scope';

/** An entry as it was edited. */
export interface Edited {
  readonly known: Known;
  readonly entry: Entry;
  readonly text: string;
}

export interface Restated {
  /** A fact of the old entry, which stands again. */
  readonly fact: Fact;
  /** What the edited entry said instead; undefined: nothing. */
  readonly instead: Fact | undefined;
}

/** A new file, in which the reason is left blank. */
export interface SilencedPage {
  readonly file: string;
  readonly text: string;
  /** Offset of the blank in its text. */
  readonly reason: number;
}

/** @param known with the old text put back. @param old its entry. @param today the ISO date of now */
export function pageForSilenced(
  known: Known,
  old: Entry,
  edited: Edited,
  restated: readonly Restated[],
  { isTaken, today }: Surroundings & { readonly today: string },
): SilencedPage | null {
  const changed = restated.filter(({ instead }) => instead);
  const asked = questionsAbout(known, old, changed.length > 0 ? 'declare' : 'retract', today);
  if (isRefusal(asked)) return null;
  const { title, decided } = asked;
  const canon = decided?.proposed ?? null;
  const file = freeFile(known, old, title, isTaken);
  const retracted = namesOf(
    known,
    old,
    restated.filter(({ instead }) => !instead),
  );
  const retracts: YamlValue | null =
    retracted.length > 0 ? [{ id: idOf(known, old), reason: '', only: retracted }] : null;
  const text =
    changed.length > 0
      ? superseding(known, old, edited, changed, { file, title, canon, retracts })
      : retracting(known, old, edited, { file, title, canon, retracts });
  const reason = text === null ? -1 : text.indexOf(BLANK);
  return text === null || reason < 0 ? null : { file, text, reason: reason + BLANK.length - 1 };
}

/** Where the author is to say why. */
const BLANK = 'reason: ""';

interface Page {
  readonly file: string;
  readonly title: string;
  readonly canon: string | null;
  readonly retracts: YamlValue | null;
}

const clippedOf = (known: Known, old: Entry, restated: readonly Restated[]): Clipped[] =>
  clippedFactsOf(known, old).filter(({ fact }) => restated.some((one) => one.fact === fact));

const namesOf = (known: Known, old: Entry, restated: readonly Restated[]): string[] => [
  ...new Set(clippedOf(known, old, restated).map(factName)),
];

/** Made from the edited entry, of which only what was changed is kept. */
function superseding(
  known: Known,
  old: Entry,
  { known: before, entry, text }: Edited,
  restated: readonly Restated[],
  { file, title, canon, retracts }: Page,
): string | null {
  const { codex } = known.canon;
  const only = namesOf(known, old, restated);
  const facts = clippedOf(known, old, restated);
  const carried = clippedFactsOf(before, entry)
    .filter(({ fact }) => restated.some(({ instead }) => instead === fact))
    .flatMap((clipped) => clipped.stated.map((segment): Carried => ({ clipped, segment })));
  const earliest = beforeAll({ facts, only }, old);
  const start = entry.date?.date?.start ?? 'always';
  // Without a date a retcon takes effect for all time by itself.
  const isDefault = start === 'always' || isBefore(start, earliest);
  const effective = isDefault ? start : earliest;
  const retcon: YamlValue = {
    id: idOf(known, old),
    ...(old.date?.date && { as_of: dateText(known, old.date.text) ?? old.date.date.text }),
    ...(!isDefault && { effective: earliest === 'always' ? 'always' : earliest.text }),
    reason: '',
    ...(only.length <
      namesOf(
        known,
        old,
        old.facts.map((fact) => ({ fact, instead: undefined })),
      ).length && { only }),
  };
  const plan = {
    codex,
    old: entry,
    carried,
    begin: effective === 'always' ? null : effective,
    title,
    id: entry.writtenId && readEntry(file, '', codex).derivedId,
    entity: carried.some(({ clipped }) => clipped.fact.entity === null) ? entityToName(known, old, 'always') : null,
    date: undefined,
    canon,
    retcon,
    disputes: rivalsToName(
      known,
      old,
      facts.flatMap((clipped) => clipped.stated.map((segment) => ({ clipped, segment }))),
    ),
  };
  const body = bodyOf(entry, title, file, eolAt(text, 0));
  const pages = copies(plan, text).flatMap((front) => {
    const whole =
      retracts === null ? front : stepped(front, [edit((now) => setTopKey(now, codex, 'retracts', retracts))]);
    return whole === null ? [] : whole + body;
  });
  return (
    pages.find((one) => {
      const after = asIfWritten(known.canon, file, one);
      return states(after.known, after.entry, carried);
    }) ?? null
  );
}

const isBefore = (start: Moment, earliest: Moment | 'always'): boolean =>
  earliest !== 'always' && start.line === earliest.line && start.day <= earliest.day;

function retracting(known: Known, old: Entry, { text }: Edited, { file, title, canon, retracts }: Page): string | null {
  const { codex } = known.canon;
  const eol = eolAt(text, 0);
  const id = old.writtenId && readEntry(file, '', codex).derivedId;
  const front = newFrontmatter(codex, { id, title: hasTitleKey(old) ? title : null, canon, retracts }, eol);
  return front && front + bodyOf(old, title, file, eol);
}
