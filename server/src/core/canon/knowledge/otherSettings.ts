/** References to entries of other settings, `vyr:founding-of-house-vyr` (model §13). Nothing of another setting is compared with this one. */
import { nfc } from '../../text/nearNames';
import { type Naming, namingsIn } from '../../entry/naming';
import { nameKey } from '../../entry/slug';
import type { Entry, Ref } from '../../entry/entry';
import type { Canon, Known } from '../model/canonValue';
import { entryAt, filedPaths } from '../model/canon';
import { tableKeys } from '../model/table';
import { knownAt, LATEST } from '../model/canonPoint';
import { allOf, idOf, isReference, keptBeside, type Resolution, resolve } from '../model/known';
import { isKeptFromSome } from './audiences';

/** What a name means that begins with the name of a setting. */
export interface Elsewhere {
  /** The name of the setting, as settings.yaml has it. */
  readonly setting: string;
  /** Whether it is this setting itself. */
  readonly isOwn: boolean;
  /** What stands after the colon. */
  readonly name: string;
  /** What is known there; null: it is not read, and nothing can be said of it. */
  readonly known: Known | null;
  readonly found: Resolution;
}

/** Null where a name does not begin with that of a setting, or where an entry here answers to the whole of it. */
export function elsewhere(known: Known, written: string): Elsewhere | null {
  const { others } = known.canon;
  const colon = others ? written.indexOf(':') : -1;
  if (!others || colon <= 0) return null;
  const key = nameKey(written.slice(0, colon));
  const setting = [...others.names, ...(others.own === null ? [] : [others.own])].find((one) => nameKey(one) === key);
  if (setting === undefined || resolve(known, written).kind !== 'none') return null;
  const name = nfc(written.slice(colon + 1)).trim();
  const there = setting === others.own ? known : latestOf(others.canonOf(setting));
  return { setting, isOwn: setting === others.own, name, known: there, found: there ? resolve(there, name) : NONE };
}

const NONE: Resolution = { kind: 'none' };

const latestOf = (canon: Canon | null): Known | null => canon && knownAt(canon, LATEST);

/** The entry that a name means in another setting, and the id by which it is named here. */
export function entryElsewhere(known: Known, written: string): { readonly entry: Entry; readonly id: string } | null {
  const meant = elsewhere(known, written);
  if (!meant?.known || meant.found.kind !== 'one') return null;
  const { entry } = meant.found;
  return { entry, id: `${meant.setting}:${idOf(meant.known, entry)}` };
}

/** The same for the value of a fact, which is a reference only as a link or by its exact id. */
export function valueElsewhere(known: Known, { text, linked }: Pick<Ref, 'text' | 'linked'>) {
  const found = entryElsewhere(known, text);
  return found && isReference({ text, linked }, found.id) ? found : null;
}

/** The entries of another setting that a name means, where not all of them are open to everyone there: who is meant here by a name may be somebody else there. */
export function hiddenElsewhere(known: Known, written: string): readonly Entry[] {
  const meant = elsewhere(known, written);
  if (!meant?.known) return [];
  const { found, known: there } = meant;
  const entries = found.kind === 'one' ? [found.entry] : found.kind === 'many' ? found.entries : [];
  return entries.some((entry) => entry.draft || isKeptFromSome(there, entry)) ? entries : [];
}

/** Each name in a setting that means one entry of another. */
interface NamingElsewhere {
  readonly entry: Entry;
  readonly naming: Naming;
  /** What is known there. */
  readonly known: Known;
  /** The entry that is meant. */
  readonly meant: Entry;
  /** What it is called behind the colon. */
  readonly name: string;
}

/** @param setting the one whose entries are named */
export function namingsOf(known: Known, setting: string): readonly NamingElsewhere[] {
  return namingElsewhere(known.canon).flatMap((path) => {
    const entry = entryAt(known.canon, path);
    if (!entry || !known.has(entry)) return [];
    return namingsIn(entry).flatMap((naming): NamingElsewhere[] => {
      const there = naming.role === 'value' && !valueElsewhere(known, naming) ? null : elsewhere(known, naming.text);
      if (!there?.known || there.setting !== setting || there.found.kind !== 'one') return [];
      return [{ entry, naming, known: there.known, meant: there.found.entry, name: there.name }];
    });
  });
}

/** The indexes that say what names something. */
const NAMING = ['declaredOn', 'statedOn', 'describing', 'restingOn', 'alsoNaming'] as const;

/** The paths of the entries that name something of another setting, sorted. No index is kept of them: few do, and few ask. */
export const namingElsewhere = (canon: Canon): readonly string[] => (canon.others ? namingOthers(allOf(canon)) : []);

const namingOthers = keptBeside(({ canon }): readonly string[] => {
  const settings = (canon.others?.names ?? []).map((name) => `${nameKey(name)}:`);
  const paths = new Set<string>();
  for (const index of NAMING)
    for (const key of tableKeys(canon[index]))
      if (key.includes(':') && settings.some((setting) => key.startsWith(setting)))
        for (const path of filedPaths(canon, index, key)) paths.add(path);
  return [...paths].sort();
});
