/** What a new version is to say instead: values put in place of those that it has taken over, or beside them. */
import { entityOfFact, type Known } from '../../canon';
import { keyOf } from '../../codex/codex';
import { frontmatterTree } from '../../entry/editFrontmatter';
import type { Fact } from '../../entry/entry';
import { applied } from '../../text/composeEdits';
import { setValue, type YamlEdit } from '../../yaml/editYaml';
import { pairAround, placeOfSpan } from '../../yaml/nodeAtSpan';
import type { YamlMapping, YamlPair } from '../../yaml/tree';
import { asWritten, type YamlValue } from '../../yaml/value';
import { addFact } from './addFact';
import { removeFact } from './factText';
import { asIfWritten } from './outcome';

/** All that an entry is to say of one attribute of an entity. */
export interface NewFact {
  readonly entity: string;
  readonly attribute: string;
  readonly values: readonly string[];
}

/** The text of a page that says so; null where its frontmatter can't take it. @param known what is known without the page */
export function withNewFact(known: Known, file: string, text: string, wanted: NewFact): string | null {
  const value = valueOf(wanted);
  const facts = factsLike(known, file, text, wanted);
  const pairs = new Map(facts.flatMap((fact) => pairOf(text, fact) ?? []).map((one) => [one.pair, one]));
  const [only] = pairs.values();
  if (only && pairs.size === 1) return done(text, setValue(text, only.mapping, only.pair, value));
  const bare = facts.length > 0 ? withoutFacts(known, file, text, wanted) : text;
  return bare === null ? null : done(bare, addFact(known, bare, { ...wanted, valueIn: () => value, keys: {} }));
}

/** Values as they are written: a `[[link]]` keeps its brackets. */
function valueOf({ values }: NewFact): YamlValue {
  const written = values.map((one): YamlValue => (/^\[\[[^[\]]+\]\]$/.test(one) ? asWritten(`"${one}"`) : one));
  const [only] = written;
  return only !== undefined && written.length === 1 ? only : written;
}

function factsLike(known: Known, file: string, text: string, { entity, attribute }: NewFact): readonly Fact[] {
  const after = asIfWritten(known.canon, file, text);
  return after.entry.facts.filter(
    (fact) =>
      keyOf(fact.attribute.text) === keyOf(attribute) && entityOfFact(after.known, after.entry, fact) === entity,
  );
}

function pairOf(text: string, fact: Fact): { readonly mapping: YamlMapping; readonly pair: YamlPair } | null {
  const found = pairAround(placeOfSpan(frontmatterTree(text), fact.value.span));
  return found && !found.place.isKey ? found : null;
}

function withoutFacts(known: Known, file: string, text: string, wanted: NewFact): string | null {
  let now = text;
  for (let last = factsLike(known, file, now, wanted).at(-1); last; last = factsLike(known, file, now, wanted).at(-1)) {
    const edit = removeFact(now, last);
    if (!edit) return null;
    now = applied(now, edit);
  }
  return now;
}

const done = (text: string, edit: YamlEdit | null): string | null => edit && applied(text, edit);
