/** Notes of sessions, recognised by their type, tag, folder or name, as the revisions of the canon. */
import { compareTexts } from '../../text/sorted';
import { readIso } from '../canonTime';
import { isOurDay } from './dateKeys';
import { foldersOf, type KeyUses, type SurveyedNote, surveyTags, singleText, withoutLink } from './keyUses';
import { groupBy } from '../../text/groups';
import { fileNameOf } from '../../text/pageFile';

export interface RevisionFound {
  readonly id: string;
  readonly title: string | null;
  /** An ISO day; undefined where it would go backward. */
  readonly date: string | null;
}

interface CampaignFound {
  readonly id: string;
  readonly title: string;
  readonly sessions: readonly RevisionFound[];
}

export interface SessionsFound {
  readonly revisions: readonly RevisionFound[];
  /** The campaigns that have sessions of their own; empty where all are of one. */
  readonly campaigns: readonly CampaignFound[];
  /** The names of the notes of sessions that no campaign could be given, or that have no day and none after them has. */
  readonly unplaced: readonly string[];
  /** The notes of sessions: a day of our own time in them is when it was played. */
  readonly notes: ReadonlySet<SurveyedNote>;
}

interface Session {
  readonly note: SurveyedNote;
  readonly campaign: string | null;
  readonly folder: string;
  readonly name: string;
  readonly number: number | null;
  readonly title: string | null;
  readonly date: string | null;
}

/** When it was played, in our time. */
const PLAYED =
  `session_date sessiondate date_played dateplayed played played_on playdate real_date realdate irl_date irldate
  game_date_irl date_irl real_world_date date`.split(/\s+/);
const NUMBERS = ['session_number', 'sessionnumber', 'session_num', 'sessionnum', 'session_no', 'number', 'session'];
const CAMPAIGNS = [
  'campaign',
  'campaigns',
  'campaign_name',
  'kampagne',
  'campagne',
  'campana',
  'campaña',
  'campagna',
  'party',
];

const WORD = '(?:session|séance|seance|sitzung|sesión|sesion|sessão|sessao|sessione|sessie|sesja|spielabend)';
const NAMED = new RegExp(`^${WORD}(?:\\s+(?:notes?|log|recap))?[\\s_#.-]*(\\d+)(?:[\\s_:.–—-]+(.*))?$`, 'iu');
/** `The Path of Honor - 9`, where its note says that it is a session. */
const NUMBERED = /^(?:.*?[\s_#-])?(\d{1,4})(?:[\s_:.–—-]+(.*))?$/u;
const TYPED = new RegExp(`^(?:game[\\s_-]*)?${WORD}`, 'iu');
const TAGGED = new RegExp(`^(?:game)?${WORD}s?(?:[-_]?(?:notes?|logs?|recaps?))?$`, 'iu');

/** What a file about a session is called besides, and no title of it. */
const KIND_OF_NOTE = /^(?:recap|plan|notes?|prep|summary|log|report|gm|dm)$/i;
/** `2024_sessions` lists the sessions of a year, and is not one itself. */
const A_YEAR = /^20\d\d$/;
const ISO_DAY = /(?<!\d)((?:19[5-9]|20)\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)/;

/** The revisions that entries name as their `canon`, and the sessions that have notes, in order; empty with fewer than two sessions. */
export function sessionsFound(
  notes: readonly SurveyedNote[],
  keys: ReadonlyMap<string, KeyUses>,
  typeKey: string,
): SessionsFound {
  const sessions = sessionNotes(notes, keys, typeKey);
  const { campaigns, unplaced } = campaignsOf(sessions);
  const played =
    sessions.length < 2 || campaigns.length > 0
      ? []
      : atLeastTwo(revisionsOf(sessions, (number) => `session-${number}`).map(({ revision }) => revision));
  const written = keys.get('canon')?.uses.flatMap(({ node }) => singleText(node)?.trim() ?? []) ?? [];
  const named = [...new Set(written)].filter((id) => isRevision(id));
  const inCampaigns = new Set(campaigns.flatMap(({ id, sessions: own }) => own.map((one) => `${id}/${one.id}`)));
  const missing = named.filter((id) => !played.some((one) => one.id === id) && !inCampaigns.has(id));
  const all = [...played, ...missing.map((id) => ({ id, title: null, date: null }))];
  // Where notes name revisions of another kind, those are the author's.
  const areTables = campaigns.length > 0 && missing.every((id) => id.includes('/'));
  // `session-9` before `session-10`. Made here: that takes milliseconds, and most starts do without.
  const { compare } = new Intl.Collator('en', { numeric: true });
  return {
    revisions: areTables ? [] : missing.length === 0 ? played : all.sort((a, b) => compare(a.id, b.id)),
    campaigns: areTables ? campaigns : [],
    unplaced: areTables ? unplaced : [],
    notes: new Set(sessions.map(({ note }) => note)),
  };
}

/** A single session has no order. */
const atLeastTwo = (found: readonly RevisionFound[]): readonly RevisionFound[] => (found.length < 2 ? [] : found);

const isRevision = (id: string): boolean => id !== '' && !/^(?:true|false|yes|no)$/i.test(id) && !readIso(id);

function sessionNotes(
  notes: readonly SurveyedNote[],
  keys: ReadonlyMap<string, KeyUses>,
  typeKey: string,
): readonly Session[] {
  const ofKey = (key: string) => new Map(keys.get(key)?.uses.map(({ note, node }) => [note, singleText(node)]));
  const [types, played, numbers, campaigns] = [
    ofKey(typeKey),
    PLAYED.map(ofKey),
    NUMBERS.map(ofKey),
    CAMPAIGNS.map(ofKey),
  ];
  const found = (
    some: readonly ReadonlyMap<SurveyedNote, string | null>[],
    note: SurveyedNote,
    fits: (text: string) => boolean,
  ) => some.map((key) => key.get(note)).find((text): text is string => typeof text === 'string' && fits(text)) ?? null;
  const sessions: Session[] = [];
  for (const note of notes) {
    const folders = foldersOf(note.path);
    const name = fileNameOf(note.path).normalize('NFC');
    const isTold = TYPED.test(withoutLink(types.get(note) ?? '')) || surveyTags(note).some((tag) => TAGGED.test(tag));
    const folder = A_YEAR.test(folders.at(-1) ?? '') ? folders.at(-2) : folders.at(-1);
    const inFolder = TYPED.test((folder ?? '').replace(/^[\d\s._-]+/, ''));
    const named = NAMED.exec(name);
    const day = ISO_DAY.exec(name);
    const anyNumber =
      named ?? (isTold || inFolder ? NUMBERED.exec(day ? name.replace(day[0], ' ').trim() : name) : null);
    const numbered = named || !A_YEAR.test(anyNumber?.[1] ?? '') ? anyNumber : null;
    const date = found(played, note, isOurDay)?.slice(0, 10) ?? (day ? `${day[1]}-${day[2]}-${day[3]}` : null);
    if (!named && !isTold && !(inFolder && (numbered || date !== null))) continue;
    const written = numbered?.[1] ?? found(numbers, note, (text) => /^\d{1,4}$/.test(text.trim()));
    const title = (numbered?.[2] ?? '').trim();
    const campaign = found(campaigns, note, (text) => text !== '');
    sessions.push({
      note,
      campaign: campaign === null ? null : withoutLink(campaign),
      folder: folders.join('/').normalize('NFC'),
      name,
      number: written === null ? null : Number(written),
      title: title === '' || KIND_OF_NOTE.test(title) ? null : title,
      date: date !== null && readIso(date) ? date : null,
    });
  }
  return sessions;
}

/**
 * By what notes say, else by folder, else by what their names begin with. Folders and names part campaigns only where
 * numbers come again, or days do.
 */
function campaignsOf(sessions: readonly Session[]): Pick<SessionsFound, 'campaigns' | 'unplaced'> {
  const groupings = [
    ({ campaign }: Session) => campaign ?? '',
    ({ folder }: Session) => withoutParts(folder),
    ({ name }: Session) => prefixOf(name),
  ];
  for (const [place, groupOf] of groupings.entries()) {
    const groups = groupBy(sessions, groupOf);
    const others = groups.get('') ?? [];
    if (place !== 1) groups.delete('');
    if (groups.size < 2 || (place > 0 && !clash([...groups.values()]))) continue;
    const tables = [...groups].map(([key, own]) => ({ key, ...listedOf(own) }));
    const dated = tables.filter(({ listed }) => listed.length > 0);
    // A folder of loose notes beside several tables is not a table.
    const kept = dated.length < 2 ? tables : dated;
    const names = commonless(kept.map(({ key }) => key));
    const found = new Map<string, CampaignFound>();
    for (const { key, listed } of kept) {
      const title = place === 1 ? (names.get(key) ?? key) : key;
      const id = slugOf(title.split('/').at(-1) ?? '') || 'table';
      found.set(found.has(id) ? slugOf(title) : id, {
        id: found.has(id) ? slugOf(title) : id,
        title,
        sessions: listed,
      });
    }
    return {
      campaigns: [...found.values()],
      unplaced: [...tables.flatMap(({ undated }) => undated), ...(place === 1 ? [] : others)].map(({ note }) =>
        fileNameOf(note.path),
      ),
    };
  }
  return { campaigns: [], unplaced: [] };
}

/** Whether a number is counted in two groups, or, where none are numbered, one is played between sessions of another. */
function clash(groups: readonly (readonly Session[])[]): boolean {
  const numbers = groups.flatMap((own) => [...new Set(own.flatMap(({ number }) => number ?? []))]);
  if (numbers.length > 0) return new Set(numbers).size < numbers.length;
  const days = groups.map((own) => own.flatMap(({ date }) => date ?? []).sort(compareTexts));
  return days.some(([first = '~'], i) =>
    days.some((other, j) => i !== j && (other[0] ?? '~') < first && first < (other.at(-1) ?? '')),
  );
}

/** The sessions up to the last one with a day; of those after it nobody knows whether they come before those of other tables. */
function listedOf(own: readonly Session[]) {
  const all = revisionsOf(own, (number) => String(number));
  const last = all.findLastIndex(({ revision }) => revision.date !== null);
  return {
    listed: all.slice(0, last + 1).map(({ revision }) => revision),
    undated: all.slice(last + 1).map(({ session }) => session),
  };
}

/** `Honor` of `Honor - Session 9`; empty where nothing stands before the number. */
function prefixOf(name: string): string {
  const [before = ''] = name.split(/\d/, 1);
  const bare = before.replace(new RegExp(`${WORD}\\s*(?:notes?|log|recap)?[\\s_#.:–—-]*$`, 'iu'), '');
  return bare === name ? '' : bare.replace(/[\s_#.:,–—-]+$/u, '').trim();
}

/** Acts, arcs and tens of sessions are parts of one campaign. */
const withoutParts = (folder: string): string => {
  const above = folder.replace(
    /\/[\d\s._-]*(?:acte?|arc|chapter|part|season|book|notes?|logs?|recaps?|sessions?|séances?)\b[^/]*$/i,
    '',
  );
  return above === folder ? folder : withoutParts(above);
};

/** Folders by the part of their path in which they differ. */
function commonless(folders: readonly string[]): ReadonlyMap<string, string> {
  const parts = folders.map((folder) => folder.split('/'));
  let same = 0;
  while (parts.every((one) => one.length > same + 1 && one[same] === parts[0]?.[same])) same++;
  return new Map(folders.map((folder, index) => [folder, parts[index]?.slice(same).join('/') ?? folder]));
}

function revisionsOf(
  sessions: readonly Session[],
  idOf: (number: number) => string,
): readonly { readonly revision: RevisionFound; readonly session: Session }[] {
  const byNumber = (a: Session, b: Session): number => (a.number ?? Infinity) - (b.number ?? Infinity) || 0;
  const byDate = (a: Session, b: Session): number => compareTexts(a.date ?? '~', b.date ?? '~');
  const areNumbered = sessions.some(({ number }) => number !== null);
  const [first, second] = areNumbered ? [byNumber, byDate] : [byDate, byNumber];
  const inOrder = [...sessions].sort(
    (a, b) => first(a, b) || second(a, b) || compareTexts(a.folder + a.name, b.folder + b.name),
  );
  const found = new Map<string, { readonly revision: RevisionFound; readonly session: Session }>();
  let latest = '';
  for (const session of inOrder) {
    const { name, number, title, date } = session;
    const id = number === null ? slugOf(name) : idOf(number);
    if (id === '' || id === 'latest' || found.has(id)) continue;
    const isForward = date !== null && date >= latest;
    if (isForward) latest = date;
    found.set(id, { session, revision: { id, title, date: isForward ? date : null } });
  }
  return [...found.values()];
}

export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
