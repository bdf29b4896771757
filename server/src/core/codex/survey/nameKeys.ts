/** Which keys hold names, ids, types, and which look like facts: judged by their names and by how their values repeat. */
import { fold } from '../../chronology';
import { type AttributeKind, keyOf } from '../codex';
import { KNOWN_KEYS } from '../keys';
import { type KeyUses, singleText, wordsIn, keyWords } from './keyUses';
import { areNames } from './titles';

/** A known key, and the keys of the notes that stand for it. */
export interface FieldFound {
  readonly field: string;
  readonly spellings: readonly string[];
  /** Said of it in a comment. */
  readonly remark: string;
}

/** A key that reads like a fact about what the note describes. */
export interface AttributeFound {
  readonly name: string;
  readonly kind: AttributeKind;
  /** The type of note, or the folder, in which it repeats. */
  readonly group: string;
  readonly uses: number;
  readonly examples: readonly string[];
  /** It can be nothing but a fact, and one for all time. */
  readonly isSure: boolean;
}

type Keys = ReadonlyMap<string, KeyUses>;

const TITLES = wordsIn('name full_name fullname display_name fc_display_name page_title nom nombre nome');
const ALIASES = wordsIn(
  'alias aka also_known_as nickname nicknames other_names alternate_names alternative_names alt_names names',
);
const TYPES = wordsIn('note_type notetype entry_type entity_type kind category fc_category');
const ID_WORDS = wordsIn('id uid uuid guid slug key number identifier eip erc rfc pep kep');

/** Title, aliases, id and type under other names; `notes` is how many have frontmatter. */
export function namesFound(keys: Keys, notes: number): readonly FieldFound[] {
  const oftenEnough = ({ uses }: KeyUses): boolean => uses.length >= Math.max(2, 0.1 * notes);
  const isText = ({ uses }: KeyUses): boolean => uses.every(({ node }) => singleText(node) !== null);
  const known = (names: ReadonlySet<string>): readonly KeyUses[] => [...names].flatMap((name) => keys.get(name) ?? []);
  const titles = known(TITLES).filter((uses) => oftenEnough(uses) && isText(uses) && areNames(uses));
  const types = known(TYPES).filter((uses) => oftenEnough(uses) && isText(uses) && repeats(uses));
  const ids = [...keys.values()].filter((uses) => isText(uses) && isId(uses, notes));
  return [
    fieldFound('id', keys.has('id') ? [] : ids.slice(0, 1)),
    fieldFound('title', titles),
    fieldFound('aliases', known(ALIASES)),
    fieldFound('type', keys.has('type') ? [] : mostUsed(types).slice(0, 1)),
  ].filter(({ spellings }) => spellings.length > 0);
}

function fieldFound(field: string, found: readonly KeyUses[]): FieldFound {
  const [first] = found;
  const example = first?.uses.map(({ node }) => singleText(node)).find((text) => text !== null) ?? '';
  return { field, spellings: found.map(({ spelling }) => spelling), remark: first ? remarkOn(found, example) : '' };
}

export function remarkOn(found: readonly KeyUses[], example: string): string {
  const count = new Set(found.flatMap(({ uses }) => uses.map(({ note }) => note))).size;
  return `in ${count} ${count === 1 ? 'note' : 'notes'}${example ? `, like ${example}` : ''}`;
}

/** One word or number, another one in every note, in nearly every note. */
function isId({ spelling, uses }: KeyUses, notes: number): boolean {
  if (uses.length < Math.max(3, 0.8 * notes)) return false;
  if (!keyWords(spelling).some((word) => ID_WORDS.has(word))) return false;
  const values = uses.map(({ node }) => singleText(node) ?? '');
  return new Set(values.map(fold)).size === values.length && values.every((value) => /^\S{1,80}$/.test(value));
}

const repeats = ({ uses }: KeyUses): boolean =>
  new Set(uses.map(({ node }) => singleText(node))).size <= Math.max(1, uses.length / 2);

const mostUsed = (keys: readonly KeyUses[]): readonly KeyUses[] =>
  [...keys].sort((a, b) => b.uses.length - a.uses.length);

/** Keys of other tools, and of the desk rather than the world. */
const NOT_FACTS =
  /^(?:tags?|css.*|statblock.*|file|map.*|publish.*|permalink|banner.*|cover.*|images?|img|art|icon.*|pronunciation|pronounced|obsidian.*|kanban.*|excalidraw.*|dg_.*|fc_.*|calendar|created.*|date_.*|modified.*|updated.*|authors?|url|links?|layout|lang|language_code|version|todo|done|session_?(?:number|date)|calendar_?link|head|progress|words?|word_?count|notes?|summary|description)$/;
const DESK = /^(?:dates?|created|creation|modified|updated?|edited|reviewers?|approvers?|editors?)$/;
const CONSTANTS =
  /^(?:race|species|ancestry|lineage|founder|father|mother|parents?|birthplace|place_of_birth|creator|author|origin|raza|rasse|espece)$/;

/** A default that authors do not change: such a key says nothing. */
const IS_CONSTANT = wordsIn('race species ancestry lineage birthplace place_of_birth raza rasse espece');

/** Keys that repeat, with short values, over the notes of one type, or of one folder where types are not used. */
export function attributesFound(keys: Keys, spent: ReadonlySet<string>, typeKey: string): readonly AttributeFound[] {
  const types = new Map(keys.get(typeKey)?.uses.map(({ note, node }) => [note, singleText(node)]));
  const groupOf = (path: string): string => path.split('/').at(-2) ?? '';
  const known = new Set(KNOWN_KEYS.map(({ key }) => key));
  const found: AttributeFound[] = [];
  for (const { key, spelling, uses } of keys.values()) {
    if (known.has(key) || spent.has(key) || !isLikeAFact(spelling)) continue;
    const groups = new Map<string, string[]>();
    let [lists, short] = [0, 0];
    for (const { note, node } of uses) {
      const values = node.kind === 'sequence' ? node.items.map(singleText) : [singleText(node)];
      if (!values.every(isShort)) continue;
      short++;
      if (node.kind === 'sequence' && node.items.length > 1) lists++;
      const group = types.get(note) ?? groupOf(note.path);
      groups.set(group, [...(groups.get(group) ?? []), ...values]);
    }
    const [largest] = [...groups].sort(([, a], [, b]) => b.length - a.length);
    if (!largest || largest[1].length < 3 || short < 0.8 * uses.length || !saysSomething(uses)) continue;
    const kind = lists > 0 ? 'set' : CONSTANTS.test(key) ? 'constant' : 'state';
    found.push({
      name: spelling,
      kind,
      group: largest[0],
      uses: uses.length,
      examples: [...new Set(largest[1])].slice(0, 3),
      isSure: kind === 'constant' && IS_CONSTANT.has(key) && largest[1].every((text) => !text.includes('[[')),
    });
  }
  return found.sort((a, b) => b.uses - a.uses).slice(0, 12);
}

/**
 * Whether a key can be about the world, judged by its name: not another tool's key, nor one about when and by whom a note was
 * written.
 */
export const isLikeAFact = (spelling: string): boolean =>
  !NOT_FACTS.test(keyOf(spelling)) && !keyWords(spelling).some((word) => DESK.test(word));

/** Whether values repeat or link; a text that is another one in every note is a label. */
function saysSomething(uses: KeyUses['uses']): boolean {
  if (uses.length < 5) return true;
  const texts = uses.map(({ node }) => singleText(node) ?? '[[');
  return new Set(texts).size < texts.length || texts.filter((text) => text.includes('[[')).length > texts.length / 2;
}

const isShort = (text: string | null): text is string =>
  text !== null && text.length <= 40 && !/[\n]|:\/\/|\{\{|<%|\.(?:png|jpe?g|webp|svg|gif)\b/i.test(text);
