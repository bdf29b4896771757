/** What the folders, tags and callouts of the notes say of them: their types, and what only the game master may see. */
import { fold } from '../../chronology';
import { globWithin } from '../globs';
import {
  foldersOf,
  type KeyUses,
  type SurveyedNote,
  surveyTags,
  textsIn,
  withoutLink,
  wordsIn,
  keyWords,
  singleText,
} from './keyUses';
import { addTo, groupBy } from '../../text/groups';
import {
  isForGameMaster,
  isHidingKey,
  isHidingMark,
  keepsFromPublishing,
  markedFolder,
  surelyHides,
} from '../knowledgeKeys';

/** Notes that would be given a type. */
interface TypeFound {
  /** A pattern of paths, or a tag with its `#`. */
  readonly place: string;
  readonly type: string;
  readonly notes: number;
  /** Its name says that, and nothing else. */
  readonly isSure: boolean;
}

export interface TypesFound {
  readonly rules: readonly TypeFound[];
  /** Values of `type` that mean somebody who lives and dies, besides those that are known to. */
  readonly mortal: readonly string[];
  /** Whether some notes are about somebody who lives and dies. */
  readonly hasPeople: boolean;
}

const PERSONS = `person persons people character characters npc npcs pc pcs hero heroes villain villains personen person
  personnage personnages personaje personajes personaggio personaggi personagem personagens charakter charaktere figuren nsc
  nscs sc pnj pnjs pj pjs png mortal mortals persona personas postacie postaci folk cast`;
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    person: PERSONS,
    place: `place places location locations city cities town towns village villages settlement settlements region regions country
      countries kingdom kingdoms geography ort orte lieu lieux lugar lugares luogo luoghi miejsca locaties stadte`,
    faction: `faction factions organization organizations organisation organisations guild guilds fraktion fraktionen
      organisationen faccion facciones faccao faccoes fazione fazioni`,
    deity:
      'deity deities god gods goddesses pantheon pantheons gotter gottheiten dieu dieux dios dioses deuses divinita',
    item: 'item items artifact artifacts artefact artefacts relics relic gegenstande objets objetos oggetti itens',
    event: 'event events battle battles ereignisse evenements eventos eventi',
    session: 'session sessions recaps sitzungen seances sesiones sessoes sessioni',
    species: 'species race races ancestry ancestries volker especies',
    creature: 'creature creatures monster monsters bestiary beasts kreaturen creatures criaturas',
    quest: 'quest quests misiones',
  }).flatMap(([type, words]) => [...wordsIn(words)].map((word) => [word, type] as const)),
);

/** Words that say what is in a folder whatever stands before them: `Overarching Plot Characters`. */
const STRONG = wordsIn(
  'characters npcs pcs deities gods pantheon factions organizations organisations locations settlements personen personnages personajes',
);
/** Words that say which of them. */
const QUALIFIERS =
  wordsIn(`major minor main important key other misc side secondary historical historic former dead noble magic magical
  world game greater lesser secret known named famous common uncommon rare session local player recurring supporting past`);
/** A vault has an organization of its own. */
const VAGUE = /^\W*organi[sz]ation$/i;

const typeOfWord = (word: string): string | undefined => WORDS.get(fold(word));

/** What a folder's name says: its only word, or its last, `Minor NPCs`; not surely where more is in it, `Characters & More`. */
function typeOfName(name: string): { readonly type: string; readonly isSure: boolean } | null {
  const words = keyWords(name).filter((word) => !/^\d+\p{L}?$|^z+$/u.test(word));
  const [first, last] = [typeOfWord(words[0] ?? ''), typeOfWord(words.at(-1) ?? '')];
  const isMixed = /[&+,/~]|\band\b|\bund\b|\bet\b|\by\b/i.test(name) && words.length > 1;
  if (isMixed) {
    const all = new Set(words.flatMap((word) => typeOfWord(word) ?? []));
    const [only] = all;
    return only !== undefined && all.size === 1
      ? { type: only, isSure: words.every((word) => typeOfWord(word) ?? /^(?:and|und|et|y)$/.test(word)) }
      : null;
  }
  if (last === undefined || words.length > 4) return null;
  // `design de personagem`: where a word is explained by another, the last one is not what it is about.
  const isPlain = !/\s(?:of|de|du|des|del|della|do|da|von|der)\s/i.test(name);
  const others = words.slice(0, -1);
  const isClear = STRONG.has(fold(words.at(-1) ?? ''))
    ? first === undefined || first === last || others.length > 1
    : others.every((word) => QUALIFIERS.has(fold(word)));
  return { type: last, isSure: isPlain && isClear && !(words.length === 1 && VAGUE.test(name)) };
}

/** @param typeKey the key that holds the types that notes have, as `keyOf` gives it */
export function typesFound(notes: readonly SurveyedNote[], typed: KeyUses | undefined): TypesFound {
  const withType = new Set(typed?.uses.map(({ note }) => note));
  const folders = foldersFound(notes, withType);
  const covered = new Set(folders.flatMap(({ notes: inside }) => inside));
  const rules = [
    ...folders.map(({ notes: inside, ...rule }) => ({ ...rule, notes: inside.length })),
    ...tagsFound(notes, withType, covered),
  ];
  const people = typesOfPeople(typed);
  return {
    rules,
    mortal: people.filter((type) => !KNOWN_MORTAL.has(type.toLowerCase())),
    hasPeople: people.length > 0 || rules.some(({ type, isSure }) => isSure && type === 'person'),
  };
}

interface FolderFound extends Omit<TypeFound, 'notes'> {
  readonly depth: number;
  readonly notes: readonly SurveyedNote[];
}

function foldersFound(notes: readonly SurveyedNote[], withType: ReadonlySet<SurveyedNote>): readonly FolderFound[] {
  const byFolder = new Map<string, SurveyedNote[]>();
  for (const note of notes) {
    const folders = foldersOf(note.path);
    for (const [depth] of folders.entries()) {
      const folder = folders.slice(0, depth + 1).join('/');
      addTo(byFolder, folder, note);
    }
  }
  const named = [...byFolder].flatMap(([folder, inside]) => {
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const suggested = typeOfName(name);
    const without = inside.filter((note) => !withType.has(note));
    return suggested && without.length >= 0.5 * inside.length
      ? [{ folder, name, suggested, without, depth: folder.split('/').length }]
      : [];
  });
  // A folder in one of its own type needs no line.
  const typeAt = new Map(named.map(({ folder, suggested }) => [folder, suggested]));
  const sureAt = new Map([...typeAt].filter(([, { isSure }]) => isSure));
  const needed = named.filter(
    ({ folder, suggested }) => nearestAbove(folder, suggested.isSure ? sureAt : typeAt)?.type !== suggested.type,
  );
  const byName = groupBy(needed, (one) => one.name);
  return [...byName.values()]
    .flatMap((same): FolderFound[] => {
      const [first] = same;
      const inside = same.flatMap(({ without }) => without);
      if (inside.length < 2) return [];
      const place = same.length > 1 ? `**/${globWithin(first.name)}` : globWithin(first.folder);
      return [
        {
          place,
          type: first.suggested.type,
          isSure: first.suggested.isSure,
          depth: Math.min(...same.map(({ depth }) => depth)),
          notes: inside,
        },
      ];
    })
    .sort((a, b) => a.depth - b.depth || (a.place < b.place ? -1 : 1));
}

function nearestAbove<Value>(folder: string, at: ReadonlyMap<string, Value>): Value | undefined {
  for (let end = folder.lastIndexOf('/'); end > 0; end = folder.lastIndexOf('/', end - 1)) {
    const value = at.get(folder.slice(0, end));
    if (value !== undefined) return value;
  }
  return undefined;
}

function tagsFound(
  notes: readonly SurveyedNote[],
  withType: ReadonlySet<SurveyedNote>,
  covered: ReadonlySet<SurveyedNote>,
): readonly TypeFound[] {
  const byTag = new Map<string, SurveyedNote[]>();
  for (const note of notes) for (const tag of new Set(surveyTags(note))) addTo(byTag, tag, note);
  return [...byTag]
    .flatMap(([tag, inside]): TypeFound[] => {
      const type = typeOfWord(tag);
      const without = inside.filter((note) => !withType.has(note) && !covered.has(note));
      if (type === undefined || without.length < 3 || without.length < 0.5 * inside.length) return [];
      return [{ place: `#${tag}`, type, notes: without.length, isSure: true }];
    })
    .sort((a, b) => b.notes - a.notes || (a.place < b.place ? -1 : 1));
}

/** Lives end for these anyway. */
const KNOWN_MORTAL: ReadonlySet<string> = new Set(['person', 'character', 'npc']);
const PERSON_WORDS = wordsIn(PERSONS);

function typesOfPeople(typed: KeyUses | undefined): readonly string[] {
  const types = typed?.uses.flatMap(({ node }) => textsIn(node).slice(0, 1)) ?? [];
  const meant = types.filter((type) => {
    const words = keyWords(withoutLink(type)).map(fold);
    return words.length > 0 && words.length <= 2 && PERSON_WORDS.has(words.at(-1) ?? '');
  });
  return [...new Set(meant)];
}

/** A type of callouts, or a folder. */
interface MarkFound {
  readonly name: string;
  readonly notes: number;
  /** Whether it says that it is the game master's; something hidden or private may be hidden from somebody else only. */
  readonly isSure: boolean;
}

export interface HidingFound {
  readonly callouts: readonly MarkFound[];
  /** Patterns of their files. */
  readonly folders: readonly MarkFound[];
  /** Keys and tags, as they are written, each with how many notes have it. */
  readonly others: readonly { readonly written: string; readonly notes: number }[];
}

const CALLOUT = /^[ \t>*+-]*>[ \t]*\[![ \t]*([^\]|\r\n]+)/gm;

export function hidingFound(notes: readonly SurveyedNote[], keys: ReadonlyMap<string, KeyUses>): HidingFound {
  const [callouts, folders, others] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, names: Iterable<string>): void => {
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for (const note of notes) {
    const types = [...note.prose.matchAll(CALLOUT)].map(([, type = '']) => type.trim().toLowerCase());
    // A callout of this type is a secret anyway.
    add(
      callouts,
      types.filter((type) => type !== 'secret' && isHidingMark(type)),
    );
    const folder = markedFolder(note.path);
    if (folder !== null) add(folders, [folder]);
    add(
      others,
      surveyTags(note)
        .filter(isHidingMark)
        .map((tag) => `\`#${tag}\``),
    );
  }
  for (const { key, spelling, uses } of keys.values())
    for (const { node } of uses) {
      const text = singleText(node) ?? '';
      if (isHidingKey(key, text) || keepsFromPublishing(key, text)) add(others, [`\`${spelling}: ${text}\``]);
    }
  const found = (counts: ReadonlyMap<string, number>, isSure: (name: string) => boolean): MarkFound[] =>
    [...counts].map(([name, number]) => ({ name, notes: number, isSure: isSure(name.replace(/^.*\//, '')) }));
  return {
    callouts: found(callouts, isForGameMaster),
    folders: found(folders, surelyHides).map(({ name, ...rest }) => ({ name: globWithin(name), ...rest })),
    others: [...others].map(([written, number]) => ({ written, notes: number })),
  };
}
