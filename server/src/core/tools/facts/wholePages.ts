/** Reads whole pages, and lists the names that lead to them, for the codex or for one knower's view of it. */
import {
  allEntries,
  allOf,
  attributesOf,
  type Canon,
  entityOf,
  idOf,
  isShown,
  type Known,
  writtenKnowers,
} from '../../canon';
import { AUTHOR, EVERYONE } from '../../codex/knowledgeKeys';
import type { Entry } from '../../entry/entry';
import { compareTexts } from '../../text/sorted';
import { fold } from '../../chronology';
import { matchRank } from '../../text/nearNames';
import type { ReadText } from '../asked/answering';
import { askLookup } from './lookup';
import { findEntryByName, type Result } from '../asked/question';
import type { ParameterKind } from '../asked/questionList';
import { plainText } from '../words/richText';

export interface WholePage {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly text: string;
}

/** A page as written; for a knower, what they have learned of it, and the prose that is open to them. */
export function wholePage(canon: Canon, name: string, textOf: ReadText): Result<WholePage> {
  const known = allOf(canon);
  const found = findEntryByName(known, name);
  if (!found.ok) return found;
  const entry = found.value;
  const id = idOf(known, entry);
  return {
    ok: true,
    value: {
      id,
      title: entry.title,
      file: entry.path,
      text: canon.eyes ? seenText(canon, entry, id, textOf) : (textOf(entry.path) ?? ''),
    },
  };
}

function seenText(canon: Canon, entry: Entry, id: string, textOf: ReadText): string {
  const answer = askLookup(canon, { name: id }, { commits: new Map(), textOf });
  const prose = canon.eyes?.proseOf(entry.path, textOf(entry.path) ?? '').trim() ?? '';
  return [answer.ok ? plainText(answer.prose) : entry.title, prose].filter((part) => part !== '').join('\n\n');
}

/** Every page by its id, in their order. */
export function namedPages(canon: Canon): readonly Omit<WholePage, 'text'>[] {
  const known = allOf(canon);
  return shownEntries(known)
    .map((entry) => ({ id: idOf(known, entry), title: entry.title, file: entry.path }))
    .sort((a, b) => compareTexts(a.id, b.id));
}

const shownEntries = (known: Known): Entry[] => allEntries(known.canon).filter((entry) => isShown(known, entry));

/** The names that typed text for a parameter may mean, the best first. */
export function namesLike(canon: Canon, kind: ParameterKind, typed: string): readonly string[] {
  const wanted = fold(typed.trim());
  const ranked = [...new Set(namesOf(allOf(canon), kind))].flatMap((name) => {
    const rank = wanted === '' ? 1 : matchRank(wanted, fold(name));
    return rank === null ? [] : [{ name, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank || compareTexts(a.name, b.name)).map(({ name }) => name);
}

function namesOf(known: Known, kind: ParameterKind): readonly string[] {
  const { codex } = known.canon;
  const entries = shownEntries(known);
  switch (kind) {
    case 'entry':
      return entries.map((entry) => idOf(known, entry));
    case 'entity':
      return entries.map((entry) => entityOf(known, entry));
    case 'knower':
      // A caller that is held to one view learns of no others.
      return known.canon.eyes ? [] : [EVERYONE, AUTHOR, ...writtenKnowers(known), ...mortals(known, entries)];
    case 'attribute':
      return [...codex.attributes.keys(), ...entries.flatMap((entry) => attributesOf(known, entityOf(known, entry)))];
    case 'canon point':
      return ['latest', ...codex.revisions.map(({ id }) => id)];
    case 'world date':
    case 'words':
    case 'count':
    case 'flag':
    case 'pages':
    case 'claims':
      return [];
  }
}

/** Entities that live and die can be knowers. */
const mortals = (known: Known, entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) =>
    entry.type !== null && known.canon.codex.mortal.has(entry.type.text.toLowerCase()) ? idOf(known, entry) : [],
  );
