/**
 * The types of an entry: one markdown file as it was written, before anything is resolved against other files; and its names and
 * fingerprint.
 */
import type { Moment, WorldDate } from '../chronology';
import type { CanonPosition } from '../codex/canonTime';
import type { Problem } from '../text/problem';
import type { Span } from '../text/span';
import type { Link } from './body';

/** A text at a place. */
export interface Written {
  readonly text: string;
  readonly span: Span;
}

/** A mention of an entry or an entity: an id, title, alias or file name, brackets and quotes stripped, NFC. */
export interface Ref extends Written {
  /** Written as `[[…]]`. */
  readonly linked: boolean;
  /** The words that a link shows instead of its target, if it has any: `[[name|words]]`. */
  readonly label?: string;
}

/** A date as it was written, and as it was read: null is undated, on purpose or because it can't be read. */
export interface DateWritten extends Written {
  readonly date: WorldDate | null;
}

/** The end of a stretch: `moment` is always exclusive; `inclusive` means that it was given as `through`. */
export interface EndWritten extends DateWritten {
  readonly moment: Moment;
  readonly inclusive: boolean;
}

/** One of several stretches in which an entry's content holds. */
export interface OwnStretch {
  readonly from: DateWritten & { readonly date: WorldDate };
  /** null: the stretch is open. */
  readonly until: EndWritten | null;
}

export interface Fact {
  /** null: the entity that the entry itself describes. */
  readonly entity: Ref | null;
  readonly attribute: Written;
  readonly value: Ref;
  readonly from: DateWritten | null;
  readonly until: EndWritten | null;
  /** In a knower's view: the fact has an end of its own that is still to come, so the end of its entry does not apply. */
  readonly endsLater?: true;
  /** Its index in the file's order of facts. */
  readonly index: number;
  /** Its own keys for who knows it; absent if it has none. */
  readonly knowledge?: Knowledge;
}

/** A knower of a secret, and since when. */
export interface InOn {
  readonly knower: Ref;
  /** A world date, or the name of a revision (`date` is then null); null: since the page or fact holds. */
  readonly when: DateWritten | null;
}

/** The keys for who knows a page or a fact (model §11); null where a key is not written. */
export interface Knowledge {
  readonly knownBy: readonly InOn[] | null;
  readonly knownFrom: DateWritten | null;
  /** The content is not true: these knowers believe it. */
  readonly believedBy: readonly Ref[] | null;
  /** Part of it can't be read for certain, so nobody knows it. */
  readonly isDoubtful: boolean;
}

/** A callout in the prose that is a secret. */
export interface SecretPassage {
  /** All of its lines. */
  readonly span: Span;
  /** The footnotes that are shown only through it and other secrets. */
  readonly footnotes: readonly Span[];
  /** The knowers of it; empty if it names nobody. */
  readonly knowers: readonly Ref[];
}

/** The keys for who knows a page, and the parts of the page that only its believers hold. */
export interface PageKnowledge extends Knowledge {
  /** The points of view that it is written from. */
  readonly pov: readonly Ref[];
  /** The secret callouts of its prose, by their beginnings; one may lie in another. */
  readonly secrets: readonly SecretPassage[];
  /** Facts that some believe and that are not true: they are not among the facts of the entry. */
  readonly beliefs: readonly Fact[];
  /** Declarations of the page that are beliefs themselves. */
  readonly believedDeclarations: readonly Declaration[];
}

export type DeclarationKind = 'supersedes' | 'retracts' | 'restores';

/**
 * A fact that `only` names: `house-vyr.founder`, separated at the last dot; entity null if there is no dot. With a value, as in
 * `guild.member = bo`, it is that one alone; null: all values.
 */
export interface OnlyWritten extends Written {
  readonly entity: string | null;
  readonly attribute: string;
  readonly value: Ref | null;
}

/** One item of `supersedes`, `retracts`, `restores` or, from the other end, `superseded_by`. */
export interface Declaration {
  readonly kind: DeclarationKind;
  /** Written on the old entry, as `superseded_by`: `target` is then the new one. */
  readonly fromOldEnd: boolean;
  readonly target: Ref;
  /** The whole item. */
  readonly span: Span;
  readonly key: Written;
  readonly asOf: DateWritten | null;
  readonly effective: (DateWritten & { readonly always: boolean }) | null;
  readonly reason: Written | null;
  readonly sources: readonly Ref[] | null;
  readonly only: readonly OnlyWritten[] | null;
  readonly soft: boolean;
}

/**
 * What a page said from one of its changes on, which an item of `formerly` leads to (model §5). The first version is the page itself,
 * without the values that a later one brings.
 */
export interface FormerVersion extends Pick<Entry, 'date' | 'until' | 'parts' | 'canon' | 'position' | 'sources'> {
  /** What it says that the version before it did not. */
  readonly facts: readonly Fact[];
  /** What its item says and a later one, or the page, says again: it goes on untouched. */
  readonly again: readonly Fact[];
  readonly knowledge: PageKnowledge | null;
  /** What the item declares of the versions before; null where they said nothing of it, and in a first version with dates of its own. */
  readonly change: Declaration | null;
  /** From when what it adds holds; null: from the page's date. */
  readonly effective: Declaration['effective'];
  /** For each value in the `only` of the change, the place of the version that states it; 0 is the page. */
  readonly replaces: readonly number[];
  /** The item says when it was decided; else its position is that of what is before it. */
  readonly hasOwnCanon: boolean;
  readonly unknownCanon: Written | null;
  /** It has dates of its own. */
  readonly isDated: boolean;
}

/** The place of a version of a page among all of them. */
interface VersionOf extends Pick<FormerVersion, 'change' | 'effective' | 'replaces' | 'isDated'> {
  readonly page: Entry;
  /** From 1 on; 0 is the page. */
  readonly place: number;
}

export interface Entry {
  /** Relative to the codex root, with `/`. It identifies the entry; the id is a name. */
  readonly path: string;
  readonly writtenId: Written | null;
  /** The slug of the file's name, and the same with its folder: the id if none is written (model §2). */
  readonly derivedId: string;
  readonly folderId: string;
  /** The file's name without `.md`. */
  readonly fileName: string;
  readonly title: string;
  /**
   * The place of its `title`, or of the heading with the title, even if the file's name is equal; null: no text of the file has it.
   */
  readonly titleSpan: Span | null;
  readonly aliases: readonly Ref[];
  /** `span` is null if codex.yaml assigns the type, by folder or by tag. */
  readonly type: { readonly text: string; readonly span: Span | null } | null;
  readonly entity: Ref | null;
  /** The beginning of the first of several stretches. */
  readonly date: DateWritten | null;
  /** The end of the last of several stretches. */
  readonly until: EndWritten | null;
  /** Several stretches, as written; empty if there is one, which `date` and `until` give. */
  readonly parts: readonly OwnStretch[];
  /** The key that places it in the canon, as written; null if there is none. */
  readonly canon: (Written & { readonly key: 'canon' | 'created' }) | null;
  /** A `canon` that is neither a revision nor an ISO date, and is taken as absent. */
  readonly unknownCanon: Written | null;
  /** Its own place in canon time; null: it states none, and `positionOf` finds it. */
  readonly position: CanonPosition | null;
  readonly draft: boolean;
  /** What the keys of publishing tools say of it, like `publish: false`: editions alone heed them. */
  readonly publishing: 'yes' | 'no' | 'unsaid';
  readonly tier: Written | null;
  readonly facts: readonly Fact[];
  /** The place of the key `facts`. */
  readonly factsKey: Span | null;
  readonly declarations: readonly Declaration[];
  /** Its later versions, in canon order: `facts` are what it says in the first. Mostly there are none. */
  readonly formerly: readonly FormerVersion[];
  /** Set where the entry is a later version of a page, and has no name, link or declaration of its own. */
  readonly versionOf?: VersionOf;
  readonly disputes: readonly Ref[];
  readonly reviewed: readonly Ref[];
  readonly sources: readonly Ref[];
  /** The entries that it sums up; it is to be reviewed when these change. */
  readonly summarises: readonly Ref[];
  /** Who knows it; null if nothing is written about that. */
  readonly knowledge: PageKnowledge | null;
  /** Whether its prose may hold something that is not shown to everybody: a callout, a comment, or a link beside those below. */
  readonly mayVeil: boolean;
  /** Whether a link of its prose stands in a comment, or in what may be one: then only its text can say which links are shown. */
  readonly hidesLinks: boolean;
  /** Its prose has a code block of events that are not part of the canon: see `timelineBlocks.ts`. */
  readonly hasEvents: boolean;
  /** The links in its prose. */
  readonly links: readonly Link[];
  /** The links in values of the frontmatter that are not names by themselves: in the author's own keys, in `type`, amid words. */
  readonly ownLinks: readonly Link[];
  /** The links in its prose whose targets are in definitions; only checks for leaks follow them. */
  readonly referenceLinks: readonly Link[];
  /** Every name of it, as `nameKey` gives them, each once. */
  readonly names: readonly string[];
  /** Keys of the frontmatter that the product does not know. */
  readonly unknownKeys: readonly Written[];
  /** The lines between the fences; empty if there is no frontmatter. */
  readonly frontmatter: Span;
  /** The problems found while reading; the rules report them. */
  readonly problems: readonly Problem[];
}

/** Problems that leave the meaning of a page open: its author is still typing, or merging. */
const BROKEN: ReadonlySet<string> = new Set(['frontmatter/invalid-yaml', 'entry/conflict']);

export const isBroken = ({ problems }: Pick<Entry, 'problems'>): boolean =>
  problems.some(({ code }) => BROKEN.has(code));

/** The names of an entry as written: its id, its title, its aliases, and the name of its file. */
export const writtenNamesOf = (entry: Entry): string[] => [
  entry.writtenId?.text ?? entry.derivedId,
  entry.title,
  ...entry.aliases.map(({ text }) => text),
  entry.folderId,
  entry.derivedId,
  ...entry.names,
];

const [LF, CR] = [10, 13];

/**
 * A hash of everything in a file that other entries depend on and that offsets are counted from: the text up to the end of its
 * frontmatter and title heading, whatever its line ends; the title, which a later heading can undo; and the type, which a tag in
 * the prose can assign. All else is prose and its links.
 */
export function fingerprintOf(
  { frontmatter, title, titleSpan, type }: Pick<Entry, 'frontmatter' | 'title' | 'titleSpan' | 'type'>,
  text: string,
): number {
  const end = Math.max(frontmatter.end, titleSpan?.end ?? 0);
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  const mix = (unit: number): void => {
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  };
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== CR || text.charCodeAt(at + 1) !== LF) mix(unit);
  }
  // The separator between two texts.
  for (const said of [title, type?.text ?? '']) {
    mix(-1);
    for (let at = 0; at < said.length; at++) mix(said.charCodeAt(at));
  }
  a ^= a >>> 16;
  b ^= b >>> 13;
  // 53 bits, as many as a number holds exactly.
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
