/** Reads what codex.yaml says of who knows what (model §11): circles, membership, audiences of folders, callouts that are secrets. */
import { namesIn } from '../schema/yamlShape';
import { isSlip } from '../text/nearNames';
import { MEMBERSHIP } from './codexKeys';
import type { Span } from '../text/span';
import { quoted } from '../text/words';
import type { YamlMapping, YamlNode, YamlPair } from '../yaml/tree';
import { type AudienceRule, type Codex, keyOf } from './codex';
import {
  isEmptyConfig,
  type Placed,
  type ReportProblem,
  readKeys,
  readMapping,
  readTexts,
  fitGlobs,
} from './codexShapes';

type Read = Pick<Codex, 'circles' | 'membership' | 'audience' | 'hidesAll' | 'secrets' | 'sharedKeys'>;

/** The member of a circle, where it stands. */
export interface PlacedMember extends Placed {
  readonly circle: string;
}

/** The names that codex.yaml gives those who know something: whose they are only its pages tell. */
export interface KnowerPlaces {
  readonly members: readonly PlacedMember[];
  readonly audience: readonly Placed[];
  /** The patterns of the folders that `audience` gives to them. */
  readonly folders: readonly Placed[];
  /** Where `audience` stands, or else `circles`; at the start where neither does. */
  readonly place: Span;
}

/** Words that do not name anybody. */
export const EVERYONE = 'everyone';
export const NO_ONE = 'nobody';
export const AUTHOR = 'author';
const WORDS: ReadonlySet<string> = new Set([EVERYONE, NO_ONE, AUTHOR]);

/** What no other callout type is needed for. */
const SECRET = 'secret';

/** A name with the `[[ ]]` of a link taken off. */
const nameIn = (text: string): string =>
  text
    .replace(/^\[\[|\]\]$/g, '')
    .replace(/[|#].*$/s, '')
    .trim();

/** @param hidesAll whether codex.yaml can't be read as it is written */
export function readKnowledgeKeys(
  report: ReportProblem,
  at: (key: 'circles' | 'membership' | 'audience' | 'secrets' | 'shared_keys') => YamlNode | null,
  hidesAll: boolean,
): Read {
  const audience = readAudience(report, at('audience'));
  return {
    circles: readCircles(report, at('circles')),
    membership: readMembership(report, at('membership')),
    audience: hidesAll ? [...audience, HIDES_ALL] : audience,
    hidesAll,
    secrets: new Set([
      SECRET,
      ...readTexts(report, at('secrets'), 'secrets').map(({ text }) => text.normalize('NFKC').toLowerCase()),
    ]),
    sharedKeys: new Set(readTexts(report, at('shared_keys'), 'shared_keys').map(({ text }) => keyOf(text))),
  };
}

const HIDES_ALL: AudienceRule = { glob: '**', knowers: [NO_ONE] };

/** Whether a key at the top was hardly meant to be another: what it says of secrets would be missed. */
export const mayHideSecrets = ({ pairs }: YamlMapping): boolean =>
  pairs.some(({ key }) => ['audience', 'secrets'].some((known) => isSlip(keyOf(key.text), known, 4)));

/** The players of a campaign, where they stand. */
export const playersIn = (campaign: YamlNode | null): YamlNode | null =>
  (campaign?.kind === 'mapping' && campaign.pairs.find(({ key }) => keyOf(key.text) === 'players')?.value) || null;

/** What stands under `circles`, `campaigns` and `audience`, where it can be read. */
export function knowerPlaces(
  circles: YamlPair | undefined,
  campaigns: YamlPair | undefined,
  audience: YamlPair | undefined,
): KnowerPlaces {
  const namesOf = (node: YamlNode | null | undefined, valueIn = (value: YamlNode | null) => value): PlacedMember[] =>
    (node?.kind === 'mapping' ? node.pairs : []).flatMap(({ key, value }) =>
      readTexts(() => undefined, valueIn(value), '').map(({ text, span }) => ({
        text: nameIn(text),
        span,
        circle: key.text.normalize('NFC').trim(),
      })),
    );
  const given = audience?.value;
  const folders = (given?.kind === 'mapping' ? given.pairs : []).map(({ key }) => ({
    text: key.text.normalize('NFC').trim(),
    span: key.content,
  }));
  return {
    members: [...namesOf(circles?.value), ...namesOf(campaigns?.value, playersIn)],
    audience: namesOf(given),
    folders: fitGlobs(() => undefined, folders),
    place: (audience ?? circles)?.key.content ?? { start: 0, end: 0 },
  };
}

function readCircles(report: ReportProblem, node: YamlNode | null): Read['circles'] {
  const circles = new Map<string, readonly string[]>();
  const mapping = readMapping(report, node, 'circles', 'a name and its members, like `players: [sara, tom]`.');
  for (const { key, value } of mapping?.pairs ?? []) {
    const name = key.text.normalize('NFC').trim();
    if (circles.has(name)) continue; // the YAML reader has reported the second of two equal keys
    if (isKnowerWord(report, name, key.content)) continue;
    circles.set(name, readMembers(report, name, value));
  }
  return circles;
}

/** The members of a circle, as they stand behind its name. */
export function readMembers(report: ReportProblem, circle: string, node: YamlNode | null): readonly string[] {
  const members = readTexts(report, node, circle);
  for (const member of members)
    if (nameIn(member.text).toLowerCase() === circle.toLowerCase())
      report(member.span, `${quoted(circle)} can't be a member of itself: leave it out of its own list.`);
  return members.map(({ text }) => nameIn(text));
}

/** Whether a name is one of the words that name nobody, which is reported. */
export function isKnowerWord(report: ReportProblem, name: string, span: Span): boolean {
  const is = WORDS.has(name.toLowerCase());
  if (is)
    report(
      span,
      `${name} has a meaning of its own in \`known_by\`, so no circle can be called that: choose another name.`,
    );
  return is;
}

function readMembership(report: ReportProblem, node: YamlNode | null): Codex['membership'] {
  const mapping = readMapping(
    report,
    node,
    'membership',
    '`membership: {of_circle: [member], of_member: [organization]}`.',
  );
  const keys = mapping ? readKeys(report, mapping, 'membership', namesIn(MEMBERSHIP)) : new Map<string, never>();
  const names = (key: 'of_circle' | 'of_member', usual: readonly string[]): readonly string[] => {
    const value: YamlNode | null = keys.get(key)?.value ?? null;
    return keys.has(key) ? readTexts(report, value, key).map(({ text }) => text) : usual;
  };
  return { ofCircle: names('of_circle', ['member']), ofMember: names('of_member', []) };
}

/** Whether a name was meant to take somebody out of an audience: `-sara`, `!players`, `not lysa`. No key can do that. */
export const leavesOut = (name: string): boolean => /^(?:[-!](?=\S)|(?:not|except|but) )/i.test(name);

function readAudience(report: ReportProblem, node: YamlNode | null): readonly AudienceRule[] {
  if (isEmptyConfig(node)) return [];
  const mapping = readMapping(
    report,
    node,
    'audience',
    'a folder and who knows what is in it, like `"GM/**": nobody`.',
  );
  if (!mapping) return [HIDES_ALL];
  const places = mapping.pairs.map(({ key, value }) => ({
    text: key.text.normalize('NFC').trim(),
    span: key.content,
    key,
    value,
  }));
  const fit = fitGlobs(report, places);
  const rules = fit.map(({ text: glob, key, value }): AudienceRule => {
    const knowers = readTexts(report, value, glob);
    const leaving = knowers.find(({ text }) => leavesOut(nameIn(text)));
    if (leaving)
      report(
        leaving.span,
        `"${quoted(leaving.text)}" can't leave somebody out, so nobody sees ${quoted(glob)}: name those who know it.`,
      );
    const isCertain = !leaving && (value?.kind !== 'sequence' || knowers.length === value.items.length);
    if (isEmptyConfig(value))
      report(
        key.content,
        `Who knows what is in ${quoted(glob)}? Write it after the colon, like \`"${quoted(glob)}": nobody\`.`,
      );
    // What can't be read is hidden.
    return { glob, knowers: isCertain && knowers.length > 0 ? knowers.map(({ text }) => nameIn(text)) : [NO_ONE] };
  });
  // What would lie where a pattern leads that can't be matched, nobody knows.
  return fit.length < places.length ? [...rules, HIDES_ALL] : rules;
}

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

/** Whether the name of a callout, a key, a tag or a folder says that only the game master may see it. */
export const isForGameMaster = (name: string): boolean => FOR_MASTER.test(wordsOf(name));

/** What all such names hold, but few others: every tag and folder of a codex is asked about. */
const MAY_HIDE = /[gd]m|keeper|storyteller|master|secret|hidden|private|spoiler|players/iu;

/** Whether such a name may stand in a text. */
export const mayHoldHidingMark = (text: string): boolean => MAY_HIDE.test(text);

/** The same, or it may hide something from somebody: a folder of secrets may hold those of the players too. */
export const isHidingMark = (name: string): boolean =>
  mayHoldHidingMark(name) && (isForGameMaster(name) || HIDDEN.test(wordsOf(name)));

/** Names of folders that hide what lies in them, though a callout or a tag called so need not. */
const HIDDEN_FOLDER =
  /^(?:sealed|confidential|classified|behind the screen|(?:for )?my eyes only|authors?(?: s)?(?: eyes)? only|(?:me|eyes) only|(?:author|campaign|plot|story|world)s? (?:secrets|spoilers))$/;
const MAY_BE_HIDDEN = /sealed|confidential|classified|screen|only|secrets|spoilers/iu;

const isHidingFolder = (name: string): boolean =>
  isHidingMark(name) || (MAY_BE_HIDDEN.test(name) && HIDDEN_FOLDER.test(wordsOf(name)));

/** Whether there is hardly a doubt that a folder hides what lies in it: one with a `_` before its name is not of the world. */
export const surelyHides = (name: string): boolean =>
  isForGameMaster(name) || (/^[_.]/.test(name) && isHidingFolder(name));

const YES = /^(?:true|yes|on)$/i;
const NO = /^(?:false|no|off)$/i;

/** What tools that publish a vault go by. */
const PUBLISHING: ReadonlySet<string> = new Set(['publish', 'published', 'dg_publish', 'public', 'share']);

/** `publish: false`. */
export const keepsFromPublishing = (key: string, value: string): boolean =>
  NO.test(value) && PUBLISHING.has(keyOf(key));

/** `dg-publish: true`. */
export const marksForPublishing = (key: string, value: string): boolean =>
  YES.test(value) && PUBLISHING.has(keyOf(key));

/** `secret: true`. */
export const isHidingKey = (key: string, value: string): boolean =>
  (YES.test(value) && isHidingMark(keyOf(key))) || (NO.test(value) && keyOf(key) === 'visible');

/** The outermost folder on a path with such a name; null where none has one. */
export function markedFolder(path: string): string | null {
  let start = 0;
  for (let end = path.indexOf('/'); end !== -1; start = end + 1, end = path.indexOf('/', start))
    if (isHidingFolder(path.slice(start, end))) return path.slice(0, end);
  return null;
}
