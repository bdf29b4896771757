/** Which keys hold names, titles, ids and types, which look like facts, and which name kin: judged by their names and their values. */
import { fold } from '../../chronology';
import { tally, type KeyUses, type SurveyedNote, singleText, wordsIn, keyWords } from './keyUses';
import { counted, listWords } from '../../text/words';
import { type AttributeKind, keyOf } from '../codex';
import type { YamlNode } from '../../yaml/tree';
import { KNOWN_KEYS } from '../keys';
import { KIN_ROLES, type KinRole } from '../codexKeys';
import { fileNameOf } from '../../text/pageFile';

/** Letters and digits alone, to compare names however they are written. */
const bare = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether a title says what the file is called: all of it, or most. `Father` does not for `Father Malachi`. */
const isLike = (title: string, stem: string): boolean => {
  const [one, other] = [bare(title), bare(stem)];
  return (
    one !== '' && other !== '' && (one.includes(other) || (other.includes(one) && one.length >= 0.6 * other.length))
  );
};

/** Why the values of a key are not titles; null where they may be. */
export function whyNoTitles({ uses }: KeyUses): string | null {
  const values = uses.map(({ note, node }) => ({ stem: fileNameOf(note.path), text: singleText(node) ?? '' }));
  if (values.length < 3) return null;
  const like = values.filter(({ stem, text }) => isLike(text, stem)).length;
  const links = values.filter(({ text }) => text.includes('[[')).length;
  const different = new Set(values.map(({ text }) => fold(text))).size;
  const isFew = different <= 0.6 * values.length;
  if (like > 0.1 * values.length || (links <= 0.1 * values.length && !isFew)) return null;
  const often = [...tally(values.map(({ text }) => text))].sort(([, a], [, b]) => b - a);
  const examples = listWords(
    often.slice(0, 2).map(([text]) => text),
    'and',
  );
  const how = [
    isFew
      ? `it has ${counted(different, 'value')} in ${counted(values.length, 'note')}`
      : `of its values in ${counted(values.length, 'note')}`,
    ...(links > 0 ? [`${links} are links`] : []),
  ];
  return `${how.join(isFew ? ', ' : ' ')}, and ${like === 0 ? 'none is' : 'hardly any are'} like the name of its file (${examples})`;
}

/** Whether most values of a key are names, another one in each note. */
const areNames = (key: KeyUses): boolean => {
  const values = key.uses.map(({ node }) => fold(singleText(node) ?? ''));
  return whyNoTitles(key) === null && new Set(values).size >= 0.9 * values.length;
};

/** Names that tools make: a slug, a number, an index. Their headings count anyway. */
const IS_MADE = /^(?:[\p{Ll}\p{N}]+(?:[-_.][\p{Ll}\p{N}]+)*|index|_index|readme)$/u;

export interface HeadingsFound {
  readonly notes: number;
  readonly stem: string;
  readonly heading: string;
}

/**
 * The headings, where they are the names of notes whose files are called otherwise: `# Aldric` in `Aldric 3f2a9c8b7d6e.md`, `# House
 * Vyr` in `House_Vyr.md`. Each note has one that stands before its text, no two the same.
 */
export function headingsAsTitles(notes: readonly SurveyedNote[]): HeadingsFound | null {
  const own = notes.flatMap((note) => {
    const stem = fileNameOf(note.path);
    const first = firstHeading(note.prose);
    return first === null || IS_MADE.test(stem) ? [] : [{ stem, first }];
  });
  const others = own.filter(({ stem, first }) => first !== stem);
  const cleaner = others.filter(({ stem, first }) => isCleaner(first, stem));
  const [example] = cleaner;
  if (!example || cleaner.length < 3 || cleaner.length < 0.6 * own.length || cleaner.length < 0.9 * others.length)
    return null;
  if (new Set(own.map(({ first }) => fold(first))).size < 0.95 * own.length) return null;
  return { notes: cleaner.length, stem: example.stem, heading: example.first };
}

/** Whether the file's name is the heading with an addition that nobody would say aloud, or with `_` for spaces. */
function isCleaner(heading: string, stem: string): boolean {
  const rest = stem.replace(/_/g, ' ').trim();
  if (fold(rest) === fold(heading)) return stem.includes('_');
  const at = bare(stem).indexOf(bare(heading));
  if (at < 0 || bare(heading).length < 3) return false;
  const added = bare(stem).slice(0, at) + bare(stem).slice(at + bare(heading).length);
  return /^(?:\d+|[0-9a-f]{16,})$/.test(added);
}

/** The first heading of level 1, in or outside of what comes before; null where a note has none. */
function firstHeading(prose: string): string | null {
  if (!prose.includes('# ')) return null;
  const text = /^#[ \t]+(.+?)[ \t#]*$/m.exec(prose)?.[1]?.trim() ?? '';
  return text === '' || text.includes('<%') || text.includes('`') ? null : text;
}

/** A known key, and the keys of the notes that stand for it. */
export interface FieldFound {
  readonly field: string;
  readonly spellings: readonly string[];
  /** Said of it in a comment. */
  readonly remark: string;
  /** One of the spellings, which no note has yet. */
  readonly toCome?: string;
}

/** A key that reads like a fact about what the note describes. */
export interface AttributeFound {
  readonly name: string;
  readonly kind: AttributeKind;
  /** The type of note, or the folder, in which it repeats. */
  readonly group: string;
  readonly uses: number;
  readonly examples: readonly string[];
  /** It is plainly a fact: short values or links, on several notes, and no bookkeeping of the page. */
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
  /^(?:tags?|css.*|statblock.*|file|map.*|publish.*|permalink|slug|weight|categor(?:y|ies)|last_?mod|menus?|hide|toc|banner.*|cover.*|images?|img|art|icon.*|pronunciation|pronounced|obsidian.*|kanban.*|excalidraw.*|dg_.*|fc_.*|aat_.*|calendar|created.*|date_.*|modified.*|updated.*|authors?|url|links?|layout|lang|language_code|version|todo|done|session_?(?:number|date)|calendar_?link|head|progress|words?|word_?count|notes?|summary|description)$/;
const DESK = /^(?:dates?|created|creation|modified|updated?|edited|reviewers?|approvers?|editors?)$/;
const CONSTANTS =
  /^(?:race|species|ancestry|lineage|founder|father|mother|parents?|birthplace|place_of_birth|creator|author|origin|raza|rasse|espece)$/;

/** A key that is used less often is nobody's habit, in a vault that is more than a beginning. */
const [FEWEST, FEW_NOTES] = [3, 12];

/**
 * Keys that repeat, with short values, over the notes of one type, or of one folder where types are not used.
 * @param isOfTheDesk whether a note is about the author's work, as that of a session is
 */
export function attributesFound(
  keys: Keys,
  spent: ReadonlySet<string>,
  typeKey: string,
  notes: number,
  isOfTheDesk: (note: SurveyedNote) => boolean,
): readonly AttributeFound[] {
  const isBeginning = notes < FEW_NOTES;
  const types = new Map(keys.get(typeKey)?.uses.map(({ note, node }) => [note, singleText(node)]));
  const groupOf = (path: string): string => path.split('/').at(-2) ?? '';
  const known = new Set(KNOWN_KEYS.map(({ key }) => key));
  const found: AttributeFound[] = [];
  for (const one of keys.values()) {
    const { key, spelling, uses } = one;
    if (known.has(key) || spent.has(key) || !isLikeAFact(spelling)) continue;
    const groups = new Map<string, string[]>();
    let short = 0;
    for (const { note, node } of uses) {
      const values = node.kind === 'sequence' ? node.items.map(singleText) : [singleText(node)];
      if (!values.every(isShort)) continue;
      short++;
      const group = types.get(note) ?? groupOf(note.path);
      groups.set(group, [...(groups.get(group) ?? []), ...values]);
    }
    const [largest] = [...groups].sort(([, a], [, b]) => b.length - a.length);
    const isRare = !largest || largest[1].length < (isBeginning ? 1 : FEWEST);
    if (isRare || short < 0.8 * uses.length || !saysSomething(uses)) continue;
    const isOfDesk = uses.filter(({ note }) => isOfTheDesk(note)).length > uses.length / 2;
    found.push({
      name: spelling,
      kind: kindOf(
        key,
        uses.map(({ node }) => node),
      ),
      group: largest[0],
      uses: uses.length,
      examples: [...new Set(largest[1])].filter(Boolean).slice(0, 3),
      isSure:
        uses.length >= (isBeginning ? 2 : FEWEST) &&
        !isOfDesk &&
        !isWayAmong(keys, one) &&
        !isBookkeeping(spelling, [...groups.values()].flat()),
    });
  }
  return found.sort((a, b) => b.uses - a.uses).slice(0, 12);
}

/** Of what kind a key would be, judged by its name and by all of its values. Where lists are its habit, it is a set. */
export function kindOf(key: string, nodes: readonly YamlNode[]): AttributeKind {
  // `[[Maric]]` without quotes is a list in a list to YAML, and a link to its author.
  const lists = nodes.filter((node) => node.kind === 'sequence').filter(({ items: [one] }) => one?.kind !== 'sequence');
  const hasSeveral = lists.some(({ items }) => items.length > 1);
  if (hasSeveral || lists.length > nodes.length / 2) return 'set';
  return CONSTANTS.test(keyOf(key)) ? 'constant' : 'state';
}

/** Words of keys about the page rather than the world, and keys by which other tools lead from note to note. */
const PAGE = wordsIn(
  'canon perspective draft stage review reviewed quality visibility pov chapter scene campaign session sessions player players playing',
);
const NEXT = wordsIn(`next prev previous siguiente anterior suivant suivante precedent precedente nachste naechste
  vorherige successivo successiva proximo proxima seguinte volgende vorige nastepny poprzedni`);
/** The latter of these also lead from note to note, and are about a family only in company. */
const [WAYS, BRANCHES] = [
  wordsIn('up down related see_also same moc index source_note timelines'),
  wordsIn('parent parents child children'),
];
/** What such keys say: how far the page is, a yes or no, a number. */
const ON_PAGE =
  /^(?:draft|wip|stubs?|complete|completed|finished|done|todo|to do|in progress|outline|published|unpublished|proposed|established|deprecated|idea|canon|non-canon|final|accepted|rejected|withdrawn|deferred|superseded|replaced|true|false|yes|no|[-+]?[\d.,]+)$/i;

/** Numbers that are of the world for certain. */
const FIGURES = wordsIn('age population alter edad einwohner');

/** Whether another tool, or the author, keeps a key to find their way between notes: it says nothing about the world. */
export const isWay = (key: string): boolean => [NEXT, WAYS, BRANCHES].some((words) => words.has(fold(keyOf(key))));

/**
 * Whether a key leads from note to note, judged by the keys beside it: a `parent` beside a `next` is the book of a chapter, beside a
 * `born` or a `spouse` somebody's mother.
 */
function isWayAmong(keys: Keys, { spelling, uses }: KeyUses): boolean {
  if (!KIN_ROLES.some((role) => WORDS[role].has(fold(keyOf(spelling))))) return isWay(spelling);
  const areBeside = (isBeside: (key: string) => boolean): boolean => {
    const beside = new Set([...keys.values()].filter(({ key }) => isBeside(fold(key))).flatMap(notesOf));
    return uses.filter(({ note }) => beside.has(note)).length > uses.length / 2;
  };
  return areBeside((key) => NEXT.has(key)) || (isWay(spelling) && !areBeside(isOfLives));
}

const notesOf = ({ uses }: KeyUses): readonly SurveyedNote[] => uses.map(({ note }) => note);

/** Whether only somebody who lives has such a key. */
const isOfLives = (key: string): boolean =>
  BIRTHS.has(key) || (!BRANCHES.has(key) && KIN_ROLES.some((role) => WORDS[role].has(key)));
const BIRTHS =
  wordsIn(`born birth birthdate birth_date birthday birth_year date_of_birth dob geboren geburtstag nacimiento
  naissance nascita nascimento geboortedatum`);

/** Whether a key may be about the page: it counts only where its author says so. */
const isBookkeeping = (spelling: string, values: readonly string[]): boolean =>
  keyWords(spelling).some((word) => PAGE.has(word)) ||
  (!FIGURES.has(keyOf(spelling)) && values.filter((text) => ON_PAGE.test(text)).length > values.length / 2);

/**
 * Whether a key can be about the world, judged by its name: not another tool's key, nor one about when a note was
 * written.
 */
export const isLikeAFact = (spelling: string): boolean =>
  !NOT_FACTS.test(keyOf(spelling)) && !keyWords(spelling).some((word) => DESK.test(word));

/** Whether values repeat, link or count; a text that is another one in every note is a label. */
function saysSomething(uses: KeyUses['uses']): boolean {
  if (uses.length < 5) return true;
  const texts = uses.map(({ node }) => singleText(node) ?? '[[');
  const isCounted = texts.filter((text) => /^\d+$/.test(text)).length > texts.length / 2;
  return (
    isCounted ||
    new Set(texts).size < texts.length ||
    texts.filter((text) => text.includes('[[')).length > texts.length / 2
  );
}

const isShort = (text: string | null): text is string =>
  text !== null && text.length <= 40 && !/[\n]|:\/\/|\{\{|<%|\.(?:png|jpe?g|webp|svg|gif)\b/i.test(text);

const WORDS: Readonly<Record<KinRole, ReadonlySet<string>>> = {
  parent: wordsIn(
    'mother father parent parents mum mom dad sire dam child_of son_of daughter_of mutter vater eltern mere pere madre padre padres',
  ),
  spouse: wordsIn(
    'spouse spouses husband wife wives partner partners married married_to consort consorts mate ehemann ehefrau gatte gattin epoux epouse esposo esposa',
  ),
  child: wordsIn(
    'child children son sons daughter daughters kid kids offspring issue parent_of father_of mother_of kinder enfants hijos',
  ),
};

export interface KinFound {
  readonly role: KinRole;
  readonly names: readonly string[];
  /** Whether all of them are plainly facts. */
  readonly isSure: boolean;
}

export const kinFound = (attributes: readonly AttributeFound[]): readonly KinFound[] =>
  KIN_ROLES.flatMap((role) => {
    const names = attributes.filter(({ name, examples }) => {
      return WORDS[role].has(fold(keyOf(name))) && examples.some((text) => text.includes('[['));
    });
    return names.length > 0
      ? { role, names: names.map(({ name }) => name), isSure: names.every(({ isSure }) => isSure) }
      : [];
  });
