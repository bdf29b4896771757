/** "Retcon This Value": the value changes where it stands, and an item of `formerly` keeps what the page said before (model §5). */
import { readDate } from '../../chronology';
import { clippedFactsOf, entityOf, entityOfFact, type Known, type Pair } from '../../canon';
import { type Codex, keyOf, spellingsOf } from '../../codex/codex';
import { addTopItems, frontmatterTree, pairOfKey, removeTopKey, setTopKey } from '../../entry/frontmatter';
import type { Entry, Fact } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { nameKey } from '../../entry/slug';
import { isSamePlace, presentEntry, presentFacts } from '../../entry/versions';
import { applied, draftOf } from '../../text/problem';
import { addKeys, setKey, setScalar, setValue, type YamlEdit } from '../../yaml/editYaml';
import { flowText, isBareLink } from '../../yaml/writeYaml';
import { asWritten, type NodePlace, pairAround, placeOfSpan, type YamlMapping, type YamlValue } from '../../yaml/tree';
import { holdingFrom } from './carriedFacts';
import { addFact, longFacts, longMapping, removeFact } from './factText';
import { type NewFact, type OldPage, withNewFact } from './newVersion';
import { asIfWritten, isRefusal, type Outcome, type RefusedChange } from './page';
import { ALWAYS_INSTEAD, dateFrom, decidedForValue } from './retconQuestions';
import { inPlaceOf, readValueQuery, onlyFormerly, standsInText, valueProblem } from './restated';

/** What of a page is retconned: all that it says of one attribute of an entity, its own date, or its own end. */
export type ValueTarget =
  | { readonly kind: 'fact'; readonly fact: Fact }
  /** A value that is added to a page that said nothing of that attribute. */
  | { readonly kind: 'added'; readonly entity: string; readonly attribute: string }
  /** @property spelled the key by which a page that has none gets one */
  | { readonly kind: 'own'; readonly key: 'date' | 'end'; readonly spelled?: string };

interface ValueChange {
  readonly target: ValueTarget;
  /** As the author types it; empty: nothing takes the place of the old value. */
  readonly value: string;
}

/** What is said of a change. */
export interface ChangeAnswers {
  /** From when in the world, as written; empty: it was always so. */
  readonly effective: string;
  /** A revision or an ISO date; null where none is needed. */
  readonly canon: string | null;
  /** Empty for none. */
  readonly reason: string;
}

/** The words that an item has for itself; an attribute that is called so is written with its entity (model §5). */
const ITEM_WORDS = 'date until through canon effective reason sources soft known_by known_from'.split(' ');

const presentIn = (codex: Codex, path: string, text: string): Entry => presentEntry(readEntry(path, text, codex));

/** Changes values in their page, and keeps what the page said before as one item of `formerly`. The caret goes to the first. */
export function retconValues(
  known: Known,
  { entry, text }: OldPage,
  changed: readonly ValueChange[],
  answers: ChangeAnswers,
): Outcome {
  const { codex } = known.canon;
  const tree = frontmatterTree(text);
  const now = presentEntry(entry);
  if (changed.some((one) => one.target.kind === 'fact' && placeOf(now, one) < 0)) return onlyFormerly(entry);
  const inText = changed.flatMap(({ target }) => targetInText(now, target) ?? [])[0];
  if (inText) return inText;
  const before = changed.map(({ target }) => tree && oldValues(known, now, text, tree, target));
  if (!tree || before.includes(null)) return cannotTake(entry);
  const item = itemOf(known.canon, tree, Object.assign({}, ...before), answers);
  let draft = draftOf(text);
  // The last fact comes first: taking one away gives those after it other places.
  const steps = changed
    .toSorted((a, b) => placeOf(now, b) - placeOf(now, a))
    .flatMap((one) => changes(known, now, one, answers));
  for (const step of [...steps, (text: string) => withItems(text, codex, [item])]) {
    const edit = step(draft.text);
    if (edit === null) return cannotTake(entry);
    draft = draft.with([edit]);
  }
  const after = asIfWritten(known.canon, entry.path, draft.text).entry;
  if (after.problems.length > entry.problems.length) return cannotTake(entry);
  const edits = draft.edits().map((one) => ({ file: entry.path, ...one }));
  return {
    change: { edits },
    file: entry.path,
    text: draft.text,
    caret: caretIn(known, now, presentEntry(after), changed[0]),
  };
}

/** Why a target can't be changed where it stands; null: it can. */
function targetInText(page: Entry, target: ValueTarget): RefusedChange | null {
  if (target.kind === 'fact') return standsInText(page, target.fact.attribute.text, target.fact.value);
  const own = target.kind === 'own' ? page[target.key === 'date' ? 'date' : 'until'] : null;
  return own && target.kind === 'own' ? standsInText(page, target.key, { ...own, linked: false }) : null;
}

const placeOf = (page: Entry, { target }: ValueChange): number =>
  target.kind === 'fact' ? page.facts.findIndex((fact) => isSamePlace(fact, target.fact)) : -1;

/** The page's own date or end, if an attribute is the key that the codex has for it; null otherwise. */
export function ownTarget(known: Known, entry: Entry, { entity, attribute }: Pair): ValueTarget | null {
  const { codex } = known.canon;
  const isKey = (key: string): boolean =>
    !codex.attributes.has(attribute) &&
    [key, ...spellingsOf(codex, key)].some((one) => keyOf(one) === keyOf(attribute));
  if (entity !== entityOf(known, entry) || entry.parts.length > 0) return null;
  if (isKey('date')) return { kind: 'own', key: 'date' };
  return isKey('until') || isKey('through') ? { kind: 'own', key: 'end' } : null;
}

/**
 * The same for all that the page says of some attributes, as one item, and for its own date and end, as another.
 * @param wanted what it is to say of each
 */
export function retconFacts(
  known: Known,
  page: OldPage,
  all: readonly NewFact[],
  answers: ChangeAnswers,
): string | RefusedChange {
  const own = all.flatMap((one): ValueChange[] => {
    const target = ownTarget(known, page.entry, one);
    return target ? [{ target, value: one.values.join(' ') }] : [];
  });
  const wanted = all.filter((one) => !ownTarget(known, page.entry, one));
  const text = wanted.length === 0 ? page.text : withFacts(known, page, wanted, answers);
  if (typeof text !== 'string' || own.length === 0) return text;
  const { entry } = asIfWritten(known.canon, page.entry.path, text);
  const made = retconValues(known, { entry, text }, own, { ...answers, effective: '' });
  return isRefusal(made) ? made : made.text;
}

function withFacts(
  known: Known,
  page: OldPage,
  wanted: readonly NewFact[],
  answers: ChangeAnswers,
): string | RefusedChange {
  const { entry } = page;
  const { codex } = known.canon;
  const now = presentEntry(entry);
  for (const name of wanted)
    for (const fact of now.facts) {
      const inText = isOf(known, now, fact, name) ? standsInText(now, fact.attribute.text, fact.value) : null;
      if (inText) return inText;
    }
  const tree = frontmatterTree(page.text);
  if (!tree) return cannotTake(entry);
  const before = wanted.map((name) => oldFacts(known, now, page.text, name));
  let { text } = page;
  for (const fact of wanted) {
    const next = withNewFact(known, { ...page, entry: now }, entry.path, text, fact);
    if (next === null) return cannotTake(entry);
    if (typeof next !== 'string') return next;
    text = answers.effective === '' ? next : beginningAt(known, entry, next, fact, answers.effective);
  }
  const item = itemOf(known.canon, tree, Object.assign({}, ...before), answers);
  const edit = withItems(text, codex, [item]);
  return edit ? applied(text, edit) : cannotTake(entry);
}

function beginningAt(known: Known, entry: Entry, text: string, name: Pair, effective: string): string {
  const { facts } = presentIn(known.canon.codex, entry.path, text);
  return [...facts].reverse().reduce((now, fact) => {
    const edit = fact.from && isOf(known, entry, fact, name) ? setFrom(now, fact, effective) : null;
    return edit ? applied(now, edit) : now;
  }, text);
}

export const cannotTake = ({ title }: Entry): RefusedChange => ({
  refusal: `The properties of ${title} can't be changed as they are written: correct what is underlined in them first.`,
});

/** The value that has changed; where it is gone, the frontmatter's end. */
function caretIn(known: Known, before: Entry, after: Entry, change: ValueChange | undefined) {
  const target = change?.target;
  const end = { start: after.frontmatter.end, end: after.frontmatter.end };
  if (!target) return end;
  if (target.kind === 'own' && target.key === 'date') return after.date?.span ?? end;
  if (target.kind === 'own') return after.until?.span ?? end;
  const index =
    target.kind === 'fact'
      ? placeOf(before, change)
      : after.facts.findLastIndex((fact) => isOf(known, after, fact, target));
  return after.facts[index]?.value.span ?? end;
}

/** What the page said before under some keys, with all that is said of the change, in the style of the items that are there. */
function itemOf(
  { codex }: Known['canon'],
  tree: YamlMapping,
  before: Readonly<Record<string, YamlValue>>,
  { effective, canon, reason }: ChangeAnswers,
  hasBlank = false,
): YamlValue {
  const item = {
    ...before,
    ...(canon !== null && { [spelling(codex, tree, 'canon')]: canon }),
    ...(effective !== '' && { effective }),
    ...((reason !== '' || hasBlank) && { reason }),
  };
  const items = pairOfKey(codex, tree, 'formerly')?.value;
  const last = items?.kind === 'sequence' ? items.items.at(-1) : items;
  return last?.kind === 'mapping' && !last.flow ? item : asWritten(flowText(item));
}

/** A page in one canon. */
interface PageIn {
  readonly known: Known;
  readonly page: OldPage;
}

/**
 * Items for what a page was changed from in place, each with a blank for the reason; null where they can't be written.
 *
 * @param was the page as it was established; `lost` are facts of it
 * @param today the ISO date of now
 */
export function rememberedItems(
  was: PageIn,
  now: PageIn,
  lost: { readonly facts: readonly Fact[]; readonly own: readonly ('date' | 'end')[] },
  today: string,
): readonly YamlValue[] | null {
  const { canon } = now.known;
  const [before, tree] = [frontmatterTree(was.page.text), frontmatterTree(now.page.text)];
  const decided = decidedForValue(now.known, now.page.entry, today);
  if (!before || !tree || !decided) return null;
  const then = presentEntry(was.page.entry);
  const said = (target: ValueTarget) => oldValues(was.known, then, was.page.text, before, target);
  const facts = lost.facts.map((fact) => said({ kind: 'fact', fact }));
  // An item holds facts, or a date, or an end.
  const items = [
    ...(facts.length > 0 ? [Object.assign({}, ...facts)] : []),
    ...lost.own.map((key) => said({ kind: 'own', key })),
  ];
  if (items.includes(null)) return null;
  const answers = { effective: '', canon: decided.proposed, reason: '' };
  return items.map((item) => itemOf(canon, tree, item, answers, true));
}

/** The newest items; a new list of them comes last, below all that the page says now. */
export function withItems(text: string, codex: Codex, items: readonly YamlValue[]): YamlEdit | null {
  const tree = frontmatterTree(text);
  if (!tree || tree.pairs.length === 0 || pairOfKey(codex, tree, 'formerly'))
    return addTopItems(text, codex, 'formerly', items);
  return addKeys(text, tree, { [spelling(codex, tree, 'formerly')]: items });
}

/** The old values under their key, as an item has them; null where the page holds in several stretches. */
function oldValues(
  known: Known,
  entry: Entry,
  text: string,
  tree: YamlMapping,
  target: ValueTarget,
): Readonly<Record<string, YamlValue>> | null {
  if (target.kind !== 'own')
    return oldFacts(known, entry, text, target.kind === 'fact' ? nameOf(known, entry, target.fact) : target);
  if (entry.parts.length > 0) return null;
  const written = target.key === 'date' ? entry.date : entry.until;
  return { [target.spelled ?? spelling(known.canon.codex, tree, ownKey(entry, target.key))]: written?.text ?? '' };
}

/** Under which key a page has its end, or would have it. */
export const ownKey = ({ until }: Entry, key: 'date' | 'end'): string =>
  key === 'date' ? 'date' : until?.inclusive === true ? 'through' : 'until';

function oldFacts(known: Known, entry: Entry, text: string, name: Pair): Readonly<Record<string, YamlValue>> {
  const long = longFacts(text);
  const values = entry.facts
    .filter((fact) => isOf(known, entry, fact, name))
    .map((fact) => {
      const from = fact.from?.text ?? null;
      const stated = long({ fact, entity: name.entity, from, end: fact.until });
      const { entity: _entity, attribute: _attribute, ...said } = stated;
      return Object.keys(said).length === 1 ? (said['value'] ?? '') : said;
    });
  const [only = ''] = values;
  return { [keyInItem(known, entry, name)]: values.length < 2 ? only : values };
}

const nameOf = (known: Known, entry: Entry, fact: Fact): Pair => ({
  entity: entityOfFact(known, entry, fact),
  attribute: fact.attribute.text,
});

const isOf = (known: Known, entry: Entry, fact: Fact, target: ValueTarget | Pair): boolean => {
  if (!('attribute' in target)) return false;
  return keyOf(fact.attribute.text) === keyOf(target.attribute) && entityOfFact(known, entry, fact) === target.entity;
};

/** A key of facts, as an item has it. */
function keyInItem(known: Known, entry: Entry, { entity, attribute }: Pair): string {
  const { codex } = known.canon;
  const isWord = ITEM_WORDS.some((word) => spellingsOf(codex, word).some((one) => keyOf(one) === keyOf(attribute)));
  return entity === entityOf(known, entry) && !isWord ? attribute : `${entity}.${attribute}`;
}

/** A known key as the page spells it, else as its codex does. */
const spelling = (codex: Codex, tree: YamlMapping, key: string): string =>
  pairOfKey(codex, tree, key)?.key.text ?? spellingsOf(codex, key)[0] ?? key;

type Step = (text: string) => YamlEdit | null;

function changes(known: Known, entry: Entry, change: ValueChange, { effective }: ChangeAnswers): Step[] {
  const { target, value } = change;
  const { codex } = known.canon;
  if (target.kind === 'own') {
    const key = ownKey(entry, target.key);
    const { spelled } = target;
    if (spelled !== undefined) return [(text) => addedTop(text, codex, spelled, value)];
    return [(text) => (value === '' ? removeTopKey(text, codex, key) : setTop(text, codex, key, value))];
  }
  if (target.kind === 'added') return [(text) => added(known, entry, text, target, value)];
  const place = placeOf(entry, change);
  const factIn = (text: string): Fact => presentIn(codex, entry.path, text).facts[place] ?? target.fact;
  if (value === '') return [(text) => removeFact(text, factIn(text))];
  const written = inPlaceOf(known, readValueQuery(known, value), target.fact);
  const from: Step = (text) => setFrom(text, factIn(text), effective);
  const put: Step = (text) => setFactValue(text, factIn(text), written);
  return effective !== '' && target.fact.from ? [from, put] : [put];
}

/** The beginning that a fact states itself goes before that of the retcon. */
function setFrom(text: string, fact: Fact, effective: string): YamlEdit | null {
  const long = longMapping(text, fact);
  const key = long?.pairs.find((pair) => keyOf(pair.key.text) === 'from')?.key.text ?? 'from';
  return long && setKey(text, long, key, effective);
}

function setTop(text: string, codex: Codex, key: string, value: string): YamlEdit | null {
  const tree = frontmatterTree(text);
  const pair = tree && pairOfKey(codex, tree, key);
  return tree && pair ? setValue(text, tree, pair, value) : setTopKey(text, codex, key, value);
}

/** In the place of what a template left open, else above the facts, where a page that has neither would have it. */
function addedTop(text: string, codex: Codex, key: string, value: string): YamlEdit | null {
  const tree = frontmatterTree(text);
  const open = tree?.pairs.find((pair) => keyOf(pair.key.text) === keyOf(key));
  if (tree && open) return setValue(text, tree, open, value);
  return tree && addKeys(text, tree, { [key]: value }, (one) => codex.attributeKeys.has(keyOf(one)));
}

/** A new value in the place of that of a fact: alone behind its key, or as an item of a list. */
function setFactValue(text: string, fact: Fact, value: string): YamlEdit | null {
  const inner = placeOfSpan(frontmatterTree(text), fact.value.span);
  const found = pairAround(inner);
  if (!inner || !found || found.place.isKey) return null;
  const { node } = found.place;
  if (node.kind !== 'sequence' || isBareLink(text, node)) return setValue(text, found.mapping, found.pair, value);
  let item: NodePlace = inner;
  while (item.parent !== node && item.above) item = item.above;
  return item.node.kind === 'scalar'
    ? setScalar(item.node, value, node.flow)
    : { span: item.node.span, text: flowText(value) };
}

/** A property beside those that are facts, where the attribute can be one; else a fact under `facts`. */
function added(known: Known, entry: Entry, text: string, { entity, attribute }: Pair, value: string): YamlEdit | null {
  const { codex } = known.canon;
  const tree = frontmatterTree(text);
  const isFlat = codex.attributeKeys.has(keyOf(attribute)) && entity === entityOf(known, entry);
  if (!tree || !isFlat) return addFact(known, text, { entity, attribute, valueIn: () => value, keys: {} });
  return addedTop(text, codex, attribute, value);
}

/** Why the author's answer to "from when in the world" can't be taken; where nothing changes from then on, that is said. */
export function effectiveProblem(known: Known, entry: Entry, target: ValueTarget, text: string): string | null {
  const answer = dateFrom(known.canon.codex, text);
  if (!answer.ok) return answer.message;
  const { date } = answer;
  if (target.kind !== 'fact' || date === null) return null;
  const name = nameOf(known, entry, target.fact);
  const holds = clippedFactsOf(known, entry).some(
    (clipped) => isOf(known, entry, clipped.fact, name) && holdingFrom(known, clipped, date.start).length > 0,
  );
  return holds
    ? null
    : `Nothing that ${entry.title} says of ${name.attribute} holds at ${text}, so nothing would change from then on: ${ALWAYS_INSTEAD}`;
}

/** What of a page can be retconned, in the order written. @param entry as it stands now */
export function valueTargets(entry: Entry): ValueTarget[] {
  const facts = entry.facts.map((fact): ValueTarget => ({ kind: 'fact', fact }));
  if (entry.parts.length > 0) return facts;
  return [
    ...facts,
    ...(entry.date ? [{ kind: 'own', key: 'date' } as const] : []),
    ...(entry.until ? [{ kind: 'own', key: 'end' } as const] : []),
  ];
}

/** Types of pages that say what happened: such a telling is superseded by another, where a person or a place is kept up to date. */
const TELLINGS: ReadonlySet<string> = new Set('event scene session chapter letter chronicle journal recap'.split(' '));

/**
 * Whether a page says what happened, rather than what somebody or something is like: by its type, or since all its facts are about
 * others.
 */
export function isNarrative(page: Entry): boolean {
  const { type, names } = page;
  const facts = presentFacts(page);
  return (
    TELLINGS.has(type?.text.toLowerCase() ?? '') ||
    (facts.length > 0 && facts.every(({ entity }) => entity !== null && !names.includes(nameKey(entity.text))))
  );
}

/** Whether a page counts as established: it is not a draft, and its revision is not still being written (model §10). */
export const isEstablished = ({ revisions }: Codex, { draft, canon }: Entry): boolean =>
  !draft && !revisions.some(({ id, open }) => open && id === canon?.text);

/** What an author's new value means, or why it can't take the place of the old one. @param value empty: nothing takes its place */
export function valueAnswer(
  known: Known,
  target: ValueTarget,
  value: string,
): { readonly ok: boolean; readonly message: string } {
  if (value === '') return { ok: target.kind !== 'added' && !('spelled' in target), message: '' };
  if (target.kind === 'added') return { ok: true, message: '' };
  if (target.kind === 'own') {
    const reading = readDate(known.canon.codex.chronology, value);
    return { ok: reading.ok, message: reading.ok ? '' : reading.message };
  }
  const [before, now] = [readValueQuery(known, target.fact.value.text), readValueQuery(known, value)];
  const problem = valueProblem(known, before, now);
  return { ok: problem === null, message: problem?.message ?? now.entry?.title ?? '' };
}
