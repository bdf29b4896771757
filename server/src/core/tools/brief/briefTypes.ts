/** What a brief is made of: what was asked, what it names, its lines, and what was left out of it. */
import type { CanonPoint, Held, Known, Retcon } from '../../canon';
import type { WorldDate } from '../../chronology';
import type { Entry } from '../../entry/entry';
import type { Passage } from '../../entry/passages';
import type { Flags } from '../asked/answering';
import type { RichLine } from '../words/richText';
import { estimateTokenCount } from 'tokenx';

/** What a brief is made of: what was asked, what it names, its lines, and what was left out of it. */
export interface BriefQuestion {
  readonly topic?: string | undefined;
  readonly scene?: SceneGiven | undefined;
  /** Through whose eyes the canon that is asked is seen; for its heading. */
  readonly forWhom?: string | undefined;
  readonly at?: string | undefined;
  readonly asOf?: string | undefined;
  /** Whole numbers from 1 on, as they were written. */
  readonly tokens?: string | undefined;
  readonly snippets?: string | undefined;
  /** Says of each candidate why it is in or out. */
  readonly explain?: boolean;
  /** Whoever asks may see this view alone, and not the files behind it. */
  readonly isHeld?: boolean;
}

/** What a brief takes of the page that is being written: names, since whoever it is for need not know of the page. */
export interface SceneGiven {
  /** As whoever asks has called it. */
  readonly name: string;
  readonly id: string;
  readonly path: string;
  /** Words to be looked for; they are not told. */
  readonly title: string;
  /** Those who see it, what it leads to and what it states facts about, in this order. */
  readonly names: readonly string[];
}

/** A brief as it was asked for, read. */
export interface BriefRequest {
  readonly topic: string | null;
  readonly scene: SceneGiven | null;
  readonly forWhom: string | null;
  readonly point: CanonPoint;
  readonly at: WorldDate | null;
  readonly budget: number;
  /** How many passages at most. */
  readonly most: number;
  /** What is to be known of how the world time was read; null: nothing. */
  readonly remark: string | null;
}

/** One value of one attribute, as it holds. */
export interface StateRow {
  readonly entity: string;
  readonly attribute: string;
  readonly held: Held;
  readonly isDisputed: boolean;
  /** It can't be placed against the asked time. */
  readonly isUndecided: boolean;
}

/** The rows of one attribute of one entity: they stay, or go, together. */
export interface StateGroup {
  readonly entity: string;
  readonly attribute: string;
  /** Whether the topic or the scene names the entity. */
  readonly isNamed: boolean;
  /** What holds, then (of a wide stretch of time) what held before that in it. */
  readonly rows: readonly StateRow[];
  readonly history: readonly StateRow[];
}

/** A retcon, and which of the groups it has to do with. */
export interface MetRetcon {
  readonly retcon: Retcon;
  readonly lines: readonly RichLine[];
  /** `entity` and `attribute` of what it touches, as `pairOf` gives them. */
  readonly pairs: readonly string[];
  readonly isNamed: boolean;
}

/** Why a candidate scores as it does; each from 0 to 1, `weight` aside. */
export interface ScoreParts {
  readonly words: number;
  readonly kinship: number;
  /** What trust, tier, standing and world time make of it: a factor. */
  readonly weight: number;
}

/** A passage that may come into a brief. */
export interface BriefCandidate {
  readonly entry: Entry;
  readonly nth: number;
  readonly passage: Passage;
  readonly score: number;
  readonly parts: ScoreParts;
  readonly flags: Flags;
}

export type WhyOut = 'budget' | 'alike' | 'mode' | 'instruction';

export interface LeftOutEntry {
  readonly entry: Entry;
  readonly why: WhyOut;
}

/** A line of the text, whose words end in their source. */
export interface BriefLine {
  readonly text: string;
  readonly raw: number;
}

export interface Brief extends BriefRequest {
  readonly known: Known;
  readonly state: readonly StateGroup[];
  readonly retcons: readonly MetRetcon[];
  readonly snippets: readonly BriefCandidate[];
  readonly leftOut: readonly LeftOutEntry[];
  readonly text: string;
  readonly tokens: number;
}

/** The estimate was measured 8.5 % low in the median, and 15 % at worst. */
const MARGIN = 1.2;

export const tokenCount = (text: string): number => withMargin(estimateTokenCount(text));

/**
 * The most that some lines can be together: what parts two of them is a token at most. So lines can be taken out one by one
 * without counting all of the others again.
 */
export const tokenCountOfLines = (raw: number): number => withMargin(raw);

/** What a line adds to them, with what parts it from the next. */
export const rawTokens = (line: string): number => estimateTokenCount(line) + 1;

const withMargin = (tokens: number): number => Math.ceil(tokens * MARGIN);
