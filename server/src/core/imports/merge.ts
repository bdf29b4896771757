/** Takes over into a page that its author has changed what only its source has changed since the last import: key by key, and the prose as a whole. */
import { cutFrontmatter, frontmatterTree } from '../entry/frontmatter';
import { addKeys, removeKey, setKey, type YamlEdit } from '../yaml/editYaml';
import { isList, valueOf, type YamlMapping, type YamlValue } from '../yaml/tree';

/** What a page is made of. */
interface PageParts {
  /** By key; each of the facts under `attributes` for itself, as `attributes.eyes`. */
  readonly keys: ReadonlyMap<string, YamlValue>;
  readonly prose: string;
}

/** The name of the prose among the parts. */
const PROSE = '';
const FACTS = 'attributes';

/** @param pairs of the frontmatter */
export function partsOf(pairs: Iterable<readonly [string, YamlValue]>, prose: string): PageParts {
  const keys = new Map<string, YamlValue>();
  for (const [key, value] of pairs)
    if (key === FACTS && typeof value === 'object' && !isList(value))
      for (const [attribute, one] of Object.entries(value)) keys.set(`${FACTS}.${attribute}`, one);
    else keys.set(key, value);
  return { keys, prose: prose.trim() };
}

/** The parts of a page as it lies there; null where its frontmatter can't be read. */
function partsIn(text: string): PageParts | null {
  const cut = cutFrontmatter(text);
  const tree = frontmatterTree(text);
  if (!cut || !tree) return null;
  return partsOf(
    tree.pairs.map(({ key, value }) => [key.text, valueOf(value)] as const),
    text.slice(cut.body),
  );
}

/** Digests of parts, by name: what an import remembers of a page. */
export type PartDigests = Readonly<Record<string, string>>;

export function digestsOf({ keys, prose }: PageParts, digestOf: (text: string) => string): PartDigests {
  const values = [...keys].map(([name, value]) => [name, digestOf(JSON.stringify(value))] as const);
  return Object.fromEntries([...values, [PROSE, digestOf(prose)]]);
}

interface Merged {
  readonly text: string;
  /** What was taken over, in words. */
  readonly taken: readonly string[];
  /** What the source has changed and the author too: it stays the author's. */
  readonly left: readonly string[];
  /** What the next import compares with. */
  readonly digests: PartDigests;
}

/**
 * @param before the parts as the last import had them
 * @param source the parts as they would be written now
 */
export function merged(
  own: string,
  before: PartDigests,
  source: PageParts,
  digestOf: (text: string) => string,
): Merged | null {
  const parts = partsIn(own);
  if (parts === null) return null;
  const [mine, theirs] = [digestsOf(parts, digestOf), digestsOf(source, digestOf)];
  const [taken, left]: [string[], string[]] = [[], []];
  const digests: Record<string, string> = { ...theirs };
  let text = own;
  for (const name of new Set([...Object.keys(before), ...Object.keys(theirs)])) {
    if (theirs[name] === before[name] || theirs[name] === mine[name]) continue;
    const edited = mine[name] === before[name] ? withPart(text, name, source) : null;
    // An edit that would change anything else is none.
    if (edited !== null && isOnlyChange(text, edited, name, theirs[name], digestOf)) {
      text = edited;
      taken.push(wordsOf(name));
    } else {
      left.push(wordsOf(name));
      const old = before[name];
      if (old === undefined) delete digests[name];
      else digests[name] = old;
    }
  }
  return { text, taken, left, digests };
}

const wordsOf = (name: string): string => (name === PROSE ? 'prose' : name);

function isOnlyChange(
  before: string,
  after: string,
  name: string,
  wanted: string | undefined,
  digestOf: (text: string) => string,
): boolean {
  const [old, now] = [before, after].map((text) => {
    const parts = partsIn(text);
    return parts && digestsOf(parts, digestOf);
  });
  if (!old || !now || now[name] !== wanted) return false;
  return [...Object.keys(old), ...Object.keys(now)].every((one) => one === name || old[one] === now[one]);
}

/** A page with a part as its source has it; null where that can't be written. */
function withPart(text: string, name: string, { keys, prose }: PageParts): string | null {
  const [cut, tree] = [cutFrontmatter(text), frontmatterTree(text)];
  if (!cut || !tree) return null;
  if (name === PROSE) return `${text.slice(0, cut.body)}${prose === '' ? '' : `\n${prose}\n`}`;
  const edit = keyEdit(text, tree, name, keys.get(name));
  return edit && text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end);
}

/** @param value undefined: the key is removed */
function keyEdit(text: string, tree: YamlMapping, name: string, value: YamlValue | undefined): YamlEdit | null {
  const facts = name.startsWith(`${FACTS}.`) ? name.slice(FACTS.length + 1) : null;
  if (facts === null) return setOrRemove(text, tree, name, value);
  const inner = tree.pairs.find(({ key }) => key.text === FACTS);
  if (!inner) return value === undefined ? null : addKeys(text, tree, { [FACTS]: { [facts]: value } });
  if (inner.value?.kind !== 'mapping') return null;
  // An empty mapping is nothing.
  if (value === undefined && inner.value.pairs.length === 1) return removeKey(text, tree, inner);
  return setOrRemove(text, inner.value, facts, value);
}

function setOrRemove(text: string, mapping: YamlMapping, key: string, value: YamlValue | undefined): YamlEdit | null {
  if (value !== undefined) return setKey(text, mapping, key, value);
  const pair = mapping.pairs.find((one) => one.key.text === key);
  return pair ? removeKey(text, mapping, pair) : null;
}
