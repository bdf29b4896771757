/** Notes of sessions, told by their type or their name, as the revisions of the canon. */
import { readIso } from '../canonTime';
import { type KeyUses, type SurveyedNote, textOf } from './keys';

export interface RevisionFound {
  readonly id: string;
  readonly title: string | null;
  /** An ISO day; none where it would go backward. */
  readonly date: string | null;
}

interface Session {
  readonly folder: string;
  readonly name: string;
  readonly number: number | null;
  readonly title: string | null;
  readonly date: string | null;
}

/** When it was played, in our time. */
const PLAYED = ['session_date', 'sessiondate', 'date_played', 'played', 'real_date', 'irl_date', 'date'];
const OUR_DAY = /^(?:19[5-9]|20)\d\d-\d\d-\d\d/;

/** What a file about a session is called besides, and no title of it. */
const KIND_OF_NOTE = /^(?:recap|plan|notes?|prep|summary|log|report)$/i;

/** What entries name as their `canon`, and the sessions there are notes of, in their order; at least two sessions, else none. */
export function sessionsFound(
  notes: readonly SurveyedNote[],
  keys: ReadonlyMap<string, KeyUses>,
  typeKey: string,
): readonly RevisionFound[] {
  const played = sessionsPlayed(notes, keys, typeKey);
  const written = keys.get('canon')?.uses.flatMap(({ node }) => textOf(node)?.trim() ?? []) ?? [];
  const named = [...new Set(written)].filter((id) => id !== '' && !/^(?:true|false|yes|no)$/i.test(id) && !readIso(id));
  if (named.length === 0) return played;
  const missing = named.filter((id) => !played.some((one) => one.id === id));
  const all = [...played, ...missing.map((id) => ({ id, title: null, date: null }))];
  // `session-9` before `session-10`. Made here: that takes milliseconds, and most starts do without.
  const { compare } = new Intl.Collator('en', { numeric: true });
  return missing.length === 0 ? played : all.sort((a, b) => compare(a.id, b.id));
}

function sessionsPlayed(
  notes: readonly SurveyedNote[],
  keys: ReadonlyMap<string, KeyUses>,
  typeKey: string,
): readonly RevisionFound[] {
  const ofKey = (key: string) => new Map(keys.get(key)?.uses.map(({ note, node }) => [note, textOf(node)]));
  const types = ofKey(typeKey);
  const played = PLAYED.map(ofKey);
  const sessions: Session[] = [];
  for (const note of notes) {
    const path = note.path.replace(/\.md$/i, '').normalize('NFC').split('/');
    const [folder, name] = [path.at(-2) ?? '', path.at(-1) ?? ''];
    const named = /^session[\s_#-]*(\d+)(?:[\s_:.–—-]+(.*))?$/i.exec(name);
    if (!named && !/^session\b/i.test(types.get(note) ?? '')) continue;
    const day = played
      .map((key) => key.get(note)?.slice(0, 10))
      .find((text) => text && OUR_DAY.test(text) && readIso(text));
    const number = named?.[1] === undefined ? null : Number(named[1]);
    const title = named?.[2]?.trim() ?? '';
    sessions.push({
      folder,
      name,
      number,
      title: title === '' || KIND_OF_NOTE.test(title) ? null : title,
      date: day ?? null,
    });
  }
  return sessions.length < 2 ? [] : revisionsOf(sessions);
}

function revisionsOf(sessions: readonly Session[]): readonly RevisionFound[] {
  const numbers = sessions.flatMap(({ number }) => number ?? []);
  const isOneTable = new Set(numbers).size === numbers.length;
  const byNumber = (a: Session, b: Session): number => (a.number ?? Infinity) - (b.number ?? Infinity) || 0;
  const byDate = (a: Session, b: Session): number => compare(a.date ?? '~', b.date ?? '~');
  const [first, second] = isOneTable ? [byNumber, byDate] : [byDate, byNumber];
  const inOrder = [...sessions].sort(
    (a, b) => first(a, b) || second(a, b) || compare(a.folder + a.name, b.folder + b.name),
  );
  const found = new Map<string, RevisionFound>();
  let latest = '';
  for (const { folder, name, number, title, date } of inOrder) {
    const own = number === null ? slugOf(name) : `session-${number}`;
    const id = isOneTable ? own : slugOf(`${folder} ${own}`);
    if (id === '' || id === 'latest' || found.has(id)) continue;
    const isForward = date !== null && date >= latest;
    if (isForward) latest = date;
    found.set(id, { id, title, date: isForward ? date : null });
  }
  return [...found.values()];
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
