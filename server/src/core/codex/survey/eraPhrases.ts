/** Eras of several words, `412 Third Age`: only once they are declared can such dates be read. */
import { type Chronology, makeChronology, fold, readDate } from '../../chronology';
import { roleOf } from './dateWords';
import { calendarOf } from './joinEras';
import { type KeyUses, textsIn } from './keyUses';

const WORDS = "(\\p{L}[\\p{L}'’-]*(?:\\s+\\p{L}[\\p{L}'’-]*){1,4})";
const BEHIND = new RegExp(
  `^(?:c\\.|ca\\.?|circa|~|year)?\\s*\\d{1,6}\\s*,?\\s*(?:(?:of|in)\\s+)?(?:the\\s+)?${WORDS}$`,
  'iu',
);
const BEFORE = new RegExp(`^(?:the\\s+)?${WORDS}\\s*,?\\s*(?:year\\s+)?\\d{1,6}$`, 'iu');

/** What nothing but an era is called. */
const AN_ERA =
  /(?:^(?:before|after|since|vor|nach|avant|après|antes|después|prima|dopo) )|(?: (?:age|era|epoch|cycle|dynasty|reckoning|zeitalter|ära|âge|ère|edad|época|età))$/iu;

/** More would be no eras. */
const MOST = 6;

/** The words that stand beside years in dates that can't be read otherwise, if these are nearly all of them. */
export function eraPhrases(keys: Iterable<KeyUses>): readonly string[] {
  const plain = makeChronology([]);
  const phrases = new Map<string, { readonly name: string; uses: number }>();
  let unread = 0;
  for (const key of keys) {
    if (!roleOf(key)) continue;
    for (const text of key.uses.flatMap(({ node }) => (node.kind === 'mapping' ? [] : textsIn(node)))) {
      const name = (BEHIND.exec(text.trim()) ?? BEFORE.exec(text.trim()))?.[1];
      // `Third Age 412` could be the month Third in an era called Age.
      if (!/\d/.test(text) || (!AN_ERA.test(name ?? '') && readDate(plain, text).ok)) continue;
      unread++;
      if (name === undefined) continue;
      const seen = phrases.get(fold(name)) ?? { name, uses: 0 };
      seen.uses++;
      phrases.set(fold(name), seen);
    }
  }
  // `late Deepwinter, year 650` in one note is no era.
  const often = [...phrases.values()].filter(({ name, uses }) => uses > 1 || AN_ERA.test(name));
  const told = often.reduce((sum, { uses }) => sum + uses, 0);
  return often.length <= MOST && told >= 0.6 * unread ? often.map(({ name }) => name) : [];
}

/** What reads such dates, each era on a line of its own; ours, where there are none. */
export function readingPhrases(phrases: readonly string[]): {
  readonly chronology: Chronology;
  /** The era of a date, if it is written in one of them. */
  readonly eraOf: (text: string) => string | null;
} {
  const eras = phrases.map((id) => ({ id, names: [], epoch: 0, direction: 'forward' as const, yearZero: true }));
  return {
    chronology: makeChronology(eras.map((era, place) => calendarOf(`phrase-${place}`, [era], era.id))),
    eraOf: (text) => phrases.find((phrase) => fold(text).includes(fold(phrase))) ?? null,
  };
}
