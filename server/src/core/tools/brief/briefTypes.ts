/** The types of a brief: what its question names, its lines, and what was left out. */
import type { Held, Known, Retcon } from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Passage } from '../../entry/passages';
import type { Flags } from '../asked/answering';
import type { QuestionPoints } from '../asked/question';
import type { RichLine } from '../words/richText';
import { estimateTokenCount } from 'tokenx';

/** What a brief takes of the page that is being written: names, since the brief's knower need not know of the page. */
export interface SceneGiven {
  /** As the caller has called it. */
  readonly name: string;
  readonly id: string;
  readonly path: string;
  /** Words to search for; they are not shown. */
  readonly title: string;
  /** Its viewpoints, the targets of its links and the subjects of its facts, in this order. */
  readonly names: readonly string[];
}

/** A brief's question, read. */
export interface BriefRequest extends QuestionPoints {
  readonly topic: string | null;
  readonly scene: SceneGiven | null;
  /** The knower whose view of the canon is used; for the heading. */
  readonly forWhom: string | null;
  readonly budget: number;
  /** How many passages at most. */
  readonly most: number;
  /** A note on how the world time was read; null: nothing to note. */
  readonly remark: string | null;
}

/** One value of one attribute in its stretch. */
export interface StateRow {
  readonly entity: string;
  readonly attribute: string;
  readonly held: Held;
  readonly isDisputed: boolean;
  /** It can't be placed against the time in question. */
  readonly isUndecided: boolean;
}

/** The rows of one attribute of one entity, which stay or go together. */
export interface StateGroup {
  readonly entity: string;
  readonly attribute: string;
  /** Whether the topic or the scene names the entity. */
  readonly isNamed: boolean;
  /** What holds; then, in a wide stretch of time, what held before that. */
  readonly rows: readonly StateRow[];
  readonly history: readonly StateRow[];
}

/** A retcon, and the groups that it touches. */
export interface MetRetcon {
  readonly retcon: Retcon;
  readonly lines: readonly RichLine[];
  /** `entity` and `attribute` of what it touches, as `pairOf` gives them. */
  readonly pairs: readonly string[];
  readonly isNamed: boolean;
}

/** The parts of a candidate's score; each from 0 to 1, except `weight`. */
export interface ScoreParts {
  readonly words: number;
  readonly kinship: number;
  /** The factor from trust, tier, standing and world time. */
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

type WhyOut = 'budget' | 'alike' | 'mode' | 'instruction';

export interface LeftOutEntry {
  readonly entry: Entry;
  readonly why: WhyOut;
}

/** A line of the text, which ends in its source. */
export interface BriefLine {
  readonly text: string;
  readonly raw: number;
}

export interface Brief extends Omit<BriefRequest, 'known'> {
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
 * The most tokens of some lines together: what separates two of them is a token at most. So lines can be removed one by one without
 * counting the others again.
 */
export const tokenCountOfLines = (raw: number): number => withMargin(raw);

/** The tokens of a line, with what separates it from the next. */
export const rawTokens = (line: string): number => estimateTokenCount(line) + 1;

const withMargin = (tokens: number): number => Math.ceil(tokens * MARGIN);
