/** What a new version is to say instead: values put in place of those that it has taken over, or beside them. */
import { entityNamed, entityOfFact } from '../../canon';
import { keyOf } from '../../codex/codex';
import { addTopKey, frontmatterTree, pairOfKey } from '../../entry/editFrontmatter';
import { withoutBrackets } from '../../entry/entryShapes';
import type { Fact } from '../../entry/entry';
import { applied } from '../../text/composeEdits';
import { addItemsTo } from '../../yaml/editItems';
import { addKeys, setValue, type YamlEdit } from '../../yaml/editYaml';
import { pairAround, placeOfSpan } from '../../yaml/nodeAtSpan';
import type { YamlMapping, YamlPair } from '../../yaml/tree';
import { asWritten, type YamlValue } from '../../yaml/value';
import { flowText } from '../../yaml/writeYaml';
import { removeFact } from './factText';
import { asIfWritten } from './outcome';
import type { Known } from '../../canon';

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
  return bare === null ? null : done(bare, added(known, bare, wanted, value));
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

/** Where and how the page states such already; in the short spelling where it states nothing yet. */
function added(known: Known, text: string, { entity, attribute }: NewFact, value: YamlValue): YamlEdit | null {
  const { codex } = known.canon;
  const mapping = frontmatterTree(text);
  const pair = mapping && pairOfKey(codex, mapping, 'facts');
  const short = { [entity]: asWritten(flowText({ [attribute]: value })) };
  if (!mapping || !pair?.value) return addTopKey(text, codex, 'facts', short);
  const { value: facts } = pair;
  const isLong = (node: YamlMapping): boolean => node.pairs.some(({ key }) => keyOf(key.text) === 'attribute');
  if (facts.kind === 'mapping' && !isLong(facts)) {
    const own = facts.pairs.find(({ key }) => entityNamed(known, withoutBrackets(key.text)) === entity)?.value;
    return own?.kind === 'mapping' ? addKeys(text, own, { [attribute]: value }) : addKeys(text, facts, short);
  }
  return addItemsTo(text, mapping, pair, [asWritten(flowText({ entity, attribute, value }))]);
}

const done = (text: string, edit: YamlEdit | null): string | null => edit && applied(text, edit);
