/** Who can be named where knowers, believers and points of view are, and behind the bar of a secret: words, circles, those named so elsewhere, characters. */
import { entityOf, entryAt, filed, writtenKnowers } from '../canon';
import { EVERYONE, NO_ONE } from '../codex/knowledgeKeys';
import { cutFrontmatter } from '../entry/frontmatter';
import { nameKey } from '../entry/slug';
import { secretCallouts } from '../entry/veil';
import type { Span } from '../text/span';
import { lineEnd, lineStart } from '../yaml/yamlLayout';
import { revisionsAt } from './fixedValues';
import { entityFor, type CompletionContext } from './completionContext';
import { type CompletionChoice, type CompletionChoices, choiceOf, fitting } from './choice';
import { datesAt } from './dateChoices';
import { eachFitting, inTitleOrder, type RosterEntry } from './entryRoster';
import { firstOf } from './firstRanked';
import { keyInsert, valueInsert } from './insert';
import type { CaretPlace } from './caretPlace';
import { aboutEntry } from './referenceChoices';

/** Where a name goes in, and how. */
interface NamePlace {
  readonly typed: string;
  readonly span: Span;
  /** The text for a name; null where it can't be written there. */
  readonly insertOf: (name: string) => CompletionChoice['insert'] | null;
  /** Names that are there already, as `nameKey` gives them. */
  readonly beside: ReadonlySet<string>;
  /** Whether one of the words is meant there as well. */
  readonly takesWords: boolean;
  readonly goesOn: boolean;
}

/** In a list, or as the keys of a mapping, behind which it is said when. @param takesWords whether `everyone` and `nobody` mean something there */
export function knowersAt(context: CompletionContext, place: CaretPlace, takesWords: boolean): CompletionChoices {
  const isKey = place.takes === 'key';
  const named = (text: string): CompletionChoice['insert'] | null => {
    const written = isKey ? keyInsert(place, text) : valueInsert(place, text);
    return typeof written === 'string' ? [written] : written;
  };
  const beside = isKey ? new Set([...place.beside.keys()].map(nameKey)) : new Set<string>();
  const goesOn = isKey && !place.hasColon;
  return namesAt(context, { ...place, insertOf: named, beside, takesWords, goesOn });
}

/** When somebody learns it: a revision at the table, of which there are few, or a world date. */
export const momentsAt = (context: CompletionContext, place: CaretPlace): CompletionChoice[] => [
  ...fitting(place.typed, revisionsAt(context, place)),
  ...datesAt(context, place, 'from'),
];

/** Behind the bar of a callout that is a secret; null elsewhere. */
export function calloutKnowersAt(context: CompletionContext): CompletionChoices | null {
  const { text, offset, known } = context;
  const body = cutFrontmatter(text)?.body ?? 0;
  const [start, end] = [lineStart(text, offset), lineEnd(text, offset)];
  if (start < body || !text.slice(start, offset).includes('[!')) return null;
  const bar = secretCallouts(text.slice(0, end), start, known.canon.codex.secrets).find(
    (one) => one.bar && one.bar.start < offset && offset <= one.bar.end,
  )?.bar;
  if (!bar) return null;
  const comma = text.lastIndexOf(',', offset - 1);
  const from = Math.max(bar.start, comma) + 1;
  const written = text.slice(from, offset);
  const at = from + written.length - written.trimStart().length;
  const behind = /^[^,\]\r\n]*/.exec(text.slice(offset, bar.end))?.[0].trimEnd() ?? '';
  const blank = from === at && comma > bar.start ? ' ' : '';
  const names = text
    .slice(bar.start + 1, bar.end)
    .split(',')
    .map((name) => nameKey(name.trim()));
  return namesAt(context, {
    typed: text.slice(at, offset),
    span: { start: at, end: offset + behind.length },
    insertOf: (name) => (/[,\]|\r\n]/.test(name) ? null : [blank + name]),
    beside: new Set(names),
    takesWords: false,
    goesOn: false,
  });
}

interface Ranked {
  readonly one: RosterEntry;
  readonly fit: number;
  readonly score: number;
}

/** Words and circles first, then entries: those that know something elsewhere, characters, and all others. */
function namesAt(context: CompletionContext, place: NamePlace): CompletionChoices {
  const { known } = context;
  const { codex } = known.canon;
  const typed = nameKey(place.typed);
  const words = place.takesWords
    ? [
        { name: EVERYONE, note: 'no secret' },
        { name: NO_ONE, note: 'only you know it' },
      ]
    : [];
  const circles = writtenKnowers(known).map((name) => {
    const members = codex.circles.get(name);
    return { name, note: members ? `a circle: ${members.join(', ')}` : 'of a circle' };
  });
  const told = fitting(
    place.typed,
    [...words, ...circles].flatMap(({ name, note }) => choice(place, name, { kind: 'word', label: name, note })),
  );
  const isKnower = (one: RosterEntry): boolean =>
    one.names.split('\n').some((name) => name !== '' && filed(known.canon, 'knownBy', name).length > 0);
  const first = firstOf<Ranked>(
    (a, b) => a.fit - b.fit || a.score - b.score || inTitleOrder(a.one, b.one),
    ({ one }) => {
      const entry = entryAt(known.canon, one.path);
      return entry !== undefined && entry.entity === null && known.has(entry);
    },
  );
  eachFitting(known.canon, typed, (one, fit) => {
    const score = (codex.mortal.has(one.type) ? -1 : 0) - (isKnower(one) ? 2 : 0);
    if (first.mayEnter(fit, score)) first.add({ one, fit, score });
    return true;
  });
  const entries = first.items().flatMap(({ one }) => {
    const entry = entryAt(known.canon, one.path);
    const name = entry ? entityFor(known, entityOf(known, entry)) : null;
    return entry && name !== null ? choice(place, name, aboutEntry(known, entry, false)) : [];
  });
  return { choices: [...told, ...entries], isCut: first.isCut() };
}

type About = Pick<Parameters<typeof choiceOf>[0], 'kind' | 'label' | 'note' | 'detail' | 'names' | 'entry'>;

function choice({ span, insertOf, beside, goesOn }: NamePlace, name: string, about: About): CompletionChoice[] {
  const insert = beside.has(nameKey(name)) ? null : insertOf(name);
  return insert === null ? [] : [choiceOf({ ...about, span, insert, goesOn })];
}
