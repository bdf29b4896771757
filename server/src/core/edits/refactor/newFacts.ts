/** What a new version is to say instead: values put in place of those that it has taken over, or beside them. */
import { entityOfFact, type Known } from '../../canon';
import { keyOf } from '../../codex/codex';
import { frontmatterTree } from '../../entry/frontmatter';
import type { Entry, Fact } from '../../entry/entry';
import { applied } from '../../text/composeEdits';
import { setValue, type YamlEdit } from '../../yaml/editYaml';
import { pairAround, placeOfSpan } from '../../yaml/nodeAtSpan';
import type { YamlMapping, YamlPair } from '../../yaml/tree';
import { asWritten, type YamlValue } from '../../yaml/value';
import { addFact } from './addFact';
import { removeFact } from './factText';
import { type AudienceKeys, audienceText, ownAudience, unclearAudience } from './keptAudience';
import { asIfWritten, isRefusal, type RefusedChange } from './outcome';

/** All that an entry is to say of one attribute of an entity. */
export interface NewFact {
  readonly entity: string;
  readonly attribute: string;
  readonly values: readonly string[];
}

/** The page of which a new version is made. */
export interface OldPage {
  readonly entry: Entry;
  readonly text: string;
}

/**
 * The text of a new version that says so; null where its frontmatter can't take it.
 *
 * @param known what is known without the new version
 * @param file that of the new version
 * @param text that of the new version as it is so far
 */
export function withNewFact(
  known: Known,
  old: OldPage,
  file: string,
  text: string,
  wanted: NewFact,
): string | RefusedChange | null {
  const value = valueOf(wanted);
  const facts = factsLike(known, file, text, wanted);
  const pairs = new Map(facts.flatMap((fact) => pairOf(text, fact) ?? []).map((one) => [one.pair, one]));
  const [only] = pairs.values();
  if (only && pairs.size === 1) return done(text, setValue(text, only.mapping, only.pair, value));
  const keys = audienceFor(known, old, wanted);
  if (isRefusal(keys)) return keys;
  const bare = withoutFacts(text, facts);
  return bare === null ? null : done(bare, addFact(known, bare, { ...wanted, valueIn: () => value, keys }));
}

/** Values as they are written: a `[[link]]` keeps its brackets. */
function valueOf({ values }: NewFact): YamlValue {
  const written = values.map((one): YamlValue => (/^\[\[[^[\]]+\]\]$/.test(one) ? asWritten(`"${one}"`) : one));
  const [only] = written;
  return only !== undefined && written.length === 1 ? only : written;
}

/**
 * What a value has to say of who is in on it that takes the place of all that the old page says: the same as that. What has ended
 * before it begins counts too, though the new version does not take it over.
 */
function audienceFor(known: Known, { entry, text }: OldPage, wanted: NewFact): AudienceKeys | RefusedChange {
  const facts = statedBy(known, entry, wanted);
  const [doubt] = facts.flatMap((fact) => unclearAudience(known, entry, fact) ?? []);
  if (doubt !== undefined) return { refusal: doubt };
  const name = `${wanted.entity}.${wanted.attribute}`;
  if (new Set(facts.map((fact) => audienceText(known, entry, fact))).size > 1)
    return {
      refusal: `Who knows ${name}, and since when, is not the same for each of its values on ${entry.title}: propose the page without it, and write it in with the \`known_by\` that it is to have.`,
    };
  const [first] = facts;
  // What the page says of itself, its new version says too.
  return first ? ownAudience(text, first) : {};
}

const statedBy = (known: Known, entry: Entry, { entity, attribute }: NewFact): readonly Fact[] =>
  entry.facts.filter(
    (fact) => keyOf(fact.attribute.text) === keyOf(attribute) && entityOfFact(known, entry, fact) === entity,
  );

function factsLike(known: Known, file: string, text: string, wanted: NewFact): readonly Fact[] {
  const after = asIfWritten(known.canon, file, text);
  return statedBy(after.known, after.entry, wanted);
}

function pairOf(text: string, fact: Fact): { readonly mapping: YamlMapping; readonly pair: YamlPair } | null {
  const found = pairAround(placeOfSpan(frontmatterTree(text), fact.value.span));
  return found && !found.place.isKey ? found : null;
}

/** The last first: so those before it stay where they were read. */
function withoutFacts(text: string, facts: readonly Fact[]): string | null {
  let now = text;
  for (const fact of facts.toSorted((a, b) => b.value.span.start - a.value.span.start)) {
    const edit = removeFact(now, fact);
    if (!edit) return null;
    now = applied(now, edit);
  }
  return now;
}

const done = (text: string, edit: YamlEdit | null): string | null => edit && applied(text, edit);
