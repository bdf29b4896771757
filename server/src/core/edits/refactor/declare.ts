/** "Retcon This Page": a new file made from the old one, in which the facts stand ready to be changed. */
import {
  type Clipped,
  clippedFactsOf,
  entityOf,
  entryNamed,
  idOf,
  type Known,
  factsAbout,
  before,
  type Segment,
} from '../../canon';
import { compareTexts } from '../../text/sorted';
import { readDate, type Moment, type WorldDate } from '../../chronology';
import { spellingsOf } from '../../codex/codex';
import { isBirthKey } from '../../codex/survey/dateKeys';
import { frontmatterTree, pairOfKey } from '../../entry/frontmatter';
import type { Entry } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { allFactsOf } from '../../entry/versions';
import type { YamlValue } from '../../yaml/tree';
import {
  type DialogAnswers,
  beforeAll,
  type Carried,
  carriedFacts,
  type Manner,
  factName,
  type Scope,
  scopeOf,
} from './carriedFacts';
import { copyFrontmatter, type VersionPlan, acknowledgedRivals } from './newVersion';
import { answeredDate } from './retconQuestions';
import { pageAudience, unclearAudience } from './knownByText';
import { asIfWritten, newFile, type Outcome, type Surroundings, freeFile, pageBeside } from './page';

/** @param text that of the old entry's file */
export function declareRetcon(
  known: Known,
  old: Entry,
  text: string,
  answers: DialogAnswers,
  { isTaken }: Surroundings,
): Outcome {
  const scope = scopeOf(known, old);
  if ('takenBy' in scope) return { refusal: `${old.title} has been superseded or retracted already.` };
  const doubt = unclearAudience(known, old);
  if (doubt !== null) return { refusal: doubt };
  const answered = answeredDate(known, old, 'declare', answers.manner, answers.date);
  if (!answered.ok) return { refusal: answered.message };
  const file = freeFile(known, old, answers.title, isTaken);
  const { key, body, id } = pageBeside(known, old, text, answers.title, file);
  const audience = pageAudience(known.canon.codex, old, text, file);
  const isBirth = answers.manner === 'from' && isBirthKey(dateKey(known, text));
  const plan = { ...planOf(known, old, answers, scope, answered.date, isBirth), id, title: key, audience };
  const texts = copyFrontmatter(plan, text).map((front) => front + body);
  const made = thatStates(known, file, texts, plan.carried) ?? texts[0] ?? '';
  const [first] = readEntry(file, made, known.canon.codex).facts;
  return newFile(file, made, first?.value.span ?? { start: made.length, end: made.length });
}

function planOf(
  known: Known,
  old: Entry,
  { manner, date: written, canon, reason }: DialogAnswers,
  scope: Scope,
  date: WorldDate | null,
  isBirth: boolean,
): Omit<VersionPlan, 'id' | 'title' | 'audience'> {
  const carried = carriedFacts(known, scope, old, manner, date);
  const start = date?.start ?? 'always';
  const earliest = manner === 'always' ? beforeAll(scope, old) : start;
  const isBefore =
    start === earliest ||
    (start !== 'always' && earliest !== 'always' && start.line === earliest.line && start.day <= earliest.day);
  // A retcon without a date takes effect for all time.
  const isDefault = !isBirth && (start === 'always' || isBefore);
  const effective = isDefault ? start : earliest;
  const only = onlyOf(scope, carried, effective);
  const said = retconItem(known, old, isDefault ? null : effective, reason || null, only);
  const retcon = { ...said, ...(manner === 'both' && { soft: 'true' }) };
  const isAsBefore = written.trim() === (old.date?.text ?? '');
  return {
    codex: known.canon.codex,
    old,
    carried,
    begin: manner === 'both' ? (date?.start ?? null) : effective === 'always' ? null : effective,
    entity: entityToName(known, old, manner),
    // A change in the world is not the birth of somebody.
    date: isAsBefore || isBirth ? undefined : (date?.text ?? null),
    canon,
    retcon,
    disputes: rivalsToName(known, old, carried),
  };
}

/** The key under which a page has its date, or would have it. */
function dateKey({ canon: { codex } }: Known, text: string): string {
  const tree = frontmatterTree(text);
  return (tree && pairOfKey(codex, tree, 'date')?.key.text) ?? spellingsOf(codex, 'date')[0] ?? 'date';
}

/** What the new version contradicts as the old one did, as is known of, though not by what that says itself. */
export function rivalsToName(known: Known, old: Entry, carried: readonly Carried[]): string[] {
  const named = new Set(old.disputes.map(({ text }) => entryNamed(known, text)));
  const facts = carried.map(({ clipped }) => clipped);
  return acknowledgedRivals(known, old, facts).flatMap((rival) => (named.has(rival) ? [] : idOf(known, rival)));
}

/**
 * What is written of a retcon, below its key.
 *
 * @param effective null: what it is by default @param reason null: none @param only null: all
 */
export const retconItem = (
  known: Known,
  old: Entry,
  effective: Moment | 'always' | null,
  reason: string | null,
  only: readonly string[] | null,
): Readonly<Record<string, YamlValue>> => ({
  id: idOf(known, old),
  ...(old.date?.date && { as_of: dateText(known, old.date.text) ?? old.date.date.text }),
  ...(effective && { effective: effective === 'always' ? 'always' : effective.text }),
  ...(reason !== null && { reason }),
  ...(only && { only }),
});

/** A date as its author wrote it, if that is one text; a date in parts has to be put in words. */
const dateText = (known: Known, written: string): string | null =>
  readDate(known.canon.codex.chronology, written).ok ? written : null;

/**
 * The entity that the new version has to name as its own; null where the old one does so, or where it is only about others, and
 * the new version is another event.
 */
export function entityToName(known: Known, old: Entry, manner: Manner): string | null {
  if (old.entity) return null;
  const isPage =
    allFactsOf(old).length === 0 ||
    factsAbout(known, entityOf(known, old)).length > 0 ||
    known.canon.codex.mortal.has(old.type?.text.toLowerCase() ?? '');
  return isPage || manner !== 'from' ? idOf(known, old) : null;
}

/** What the retcon must be limited to: the facts that it restates, where it would end others of which it says nothing. */
function onlyOf(
  { facts, only }: Scope,
  carried: readonly Carried[],
  effective: Moment | 'always',
): readonly string[] | null {
  const carriedNames = new Set(carried.map(({ clipped }) => factName(clipped)));
  const isSilent = facts.some(
    (one) =>
      !carriedNames.has(factName(one)) &&
      one.stated.some((segment) => effective === 'always' || before(segment, effective)[0] !== segment),
  );
  if (carriedNames.size > 0) return only || isSilent ? [...carriedNames] : null;
  return only;
}

/** The first of some texts for a new file that states just what it should, for as long as it should. */
export const thatStates = (
  known: Known,
  file: string,
  texts: readonly string[],
  carried: readonly Carried[],
): string | undefined =>
  texts.find((text) => {
    const after = asIfWritten(known.canon, file, text);
    return states(after.known, after.entry, carried);
  });

function states(known: Known, entry: Entry, carried: readonly Carried[]): boolean {
  const statedSignatures = clippedFactsOf(known, entry).flatMap((clipped) =>
    clipped.stated.map((segment) => signature(clipped, segment)),
  );
  const wanted = carried.map(({ clipped, segment }) => signature(clipped, segment)).sort(compareTexts);
  return (
    statedSignatures.length === wanted.length &&
    statedSignatures.sort(compareTexts).every((one, i) => one === wanted[i])
  );
}

function signature({ entity, fact }: Clipped, { from, until, endsElsewhere }: Segment): string {
  const ends = [from, until, endsElsewhere].map((moment) => (moment ? `${moment.line} ${moment.day}` : ''));
  return JSON.stringify([entity, fact.attribute.text, fact.value.text, ...ends]);
}
