/** What in a folder without codex.yaml looks like a world: notes that link to each other, are characters, or bear dates that are not of our time. */
import { nameKey } from './slug';
import { fileNameOf } from '../text/pageFile';

/** What one note shows; null where it shows nothing, as nearly every page of a repository of code. */
export interface WorldSign {
  /** What its first links lead to, as `nameKey` has it. */
  readonly links: readonly string[];
  readonly isDated: boolean;
}

/** So many notes that link to another, so many with dates of a world, or so many characters are one. */
const [LINKED, DATED, CHARACTERS] = [40, 5, 10];
/** In a small vault fewer linked notes are enough, where they are at least this part of it. */
const [FEW_LINKED, PART] = [15, 1 / 4];
/** The links of a note that are looked at. */
const FIRST = 8;

const LINK = /\[\[([^[\]|#^\n]{1,80})/g;
/** `born: 412 TA`, and the keys that plug-ins have for days of a calendar of their own. */
const DATE =
  /^(?:fc-date|fc-calendar|aat-event-start-date|["']?[\w -]*(?:[Dd]ate|[Bb]orn|[Bb]irth|[Dd]ied|[Dd]eath|[Ff]ounded|[Yy]ear|[Ss]tart|[Ee]nd)\b[\w -]*["']?:[ \t]*["']?(?!\d{4}-\d\d-\d\d)[^\n]*\b\d{1,6} ?(?!AM|PM|UTC|GMT)\p{Lu}{2,4}\b)/mu;

/** A note in a folder of persons that somebody made up: `Characters/Minor/Ada.md`. */
const CHARACTER =
  /(?:^|[/ _-])(?:characters|npcs|pcs|charaktere|figuren|personnages|personajes|personaggi|personagens)\//i;

export function signIn(text: string): WorldSign | null {
  const links = text.includes('[[') ? [...text.matchAll(LINK)].slice(0, FIRST) : [];
  const end = text.startsWith('---') ? text.indexOf('\n---', 3) : -1;
  const isDated = end > 0 && DATE.test(text.slice(3, end));
  if (links.length === 0 && !isDated) return null;
  return { links: links.map(([, to = '']) => nameKey(fileNameOf(to.trim()))), isDated };
}

/** @param notes all notes of the folder, by their paths in it */
export function looksLikeWorld(notes: ReadonlyMap<string, WorldSign | null>): boolean {
  const signs = [...notes].filter(([, sign]) => sign !== null);
  if (signs.filter(([, sign]) => sign?.isDated).length >= DATED) return true;
  if ([...notes.keys()].filter((path) => CHARACTER.test(path)).length >= CHARACTERS) return true;
  if (signs.length < FEW_LINKED) return false;
  const names = new Set([...notes.keys()].map((path) => nameKey(fileNameOf(path))));
  const isLinked = ([path, sign]: (typeof signs)[number]): boolean =>
    sign?.links.some((to) => names.has(to) && to !== nameKey(fileNameOf(path))) === true;
  const linked = signs.filter(isLinked).length;
  return linked >= LINKED || (linked >= FEW_LINKED && linked >= PART * notes.size);
}
