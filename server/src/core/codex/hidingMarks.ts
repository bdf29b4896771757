/** Words by which game masters and other tools mark what players may not see, and that mean nothing to Retcon by themselves. */
import { keyOf } from './codex';

const MASTER = '(?:gms?|dms?|keeper|storyteller|game ?masters?|dungeon ?masters?)';
const FOR_MASTER = new RegExp(`^(?:for )?(?:the )?${MASTER}(?: ?(?:only|notes?|secrets?|info|eyes only))?$`);
const HIDDEN = /^(?:secrets?|hidden|private|spoilers?|(?:no|not for) players)$/;

/** The words of a name, however they are joined, without a number before them: `01 GM-only` → `gm only`. */
const wordsOf = (name: string): string =>
  (
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
  )
    .join(' ')
    .replace(/^[\p{N} ]+/u, '');

/** Whether a callout, a key, a tag or a folder is called so that it is the game master's alone. */
export const isForGameMaster = (name: string): boolean => FOR_MASTER.test(wordsOf(name));

/** What all such names hold, but few others: every tag and folder of a codex is asked about. */
const MAY_HIDE = /[gd]m|keeper|storyteller|master|secret|hidden|private|spoiler|players/iu;

/** Whether such a name may stand in a text. */
export const mayHoldHidingMark = (text: string): boolean => MAY_HIDE.test(text);

/** The same, or it may hide something from somebody: a folder of secrets may hold those of the players too. */
export const isHidingMark = (name: string): boolean =>
  mayHoldHidingMark(name) && (isForGameMaster(name) || HIDDEN.test(wordsOf(name)));

const YES = /^(?:true|yes|on)$/i;
const NO = /^(?:false|no|off)$/i;

/** What tools that publish a vault go by. */
const PUBLISHING: ReadonlySet<string> = new Set(['publish', 'published', 'dg_publish', 'public', 'share']);

/** `publish: false`. */
export const keepsFromPublishing = (key: string, value: string): boolean =>
  NO.test(value) && PUBLISHING.has(keyOf(key));

/** `secret: true`. */
export const isHidingKey = (key: string, value: string): boolean =>
  (YES.test(value) && isHidingMark(keyOf(key))) || (NO.test(value) && keyOf(key) === 'visible');

/** The outermost folder on a path that is called so; null: none is. */
export function markedFolder(path: string): string | null {
  let start = 0;
  for (let end = path.indexOf('/'); end !== -1; start = end + 1, end = path.indexOf('/', start))
    if (isHidingMark(path.slice(start, end))) return path.slice(0, end);
  return null;
}
