/** An entry: one markdown file as it was written, before anything is resolved against the other files; its names and its fingerprint. */
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
  /** The words that a link shows instead, where it has any: `[[name|words]]`. */
  readonly label?: string;
}

/** A date as it was written, and what was read of it: null is undated, on purpose or because it can't be read. */
export interface DateWritten extends Written {
  readonly date: WorldDate | null;
}

/** Where something ends: `moment` is always exclusive; `inclusive` tells that it was given as `through`. */
export interface EndWritten extends DateWritten {
  readonly moment: Moment;
  readonly inclusive: boolean;
}

/** One of several stretches in which what an entry says holds. */
export interface OwnStretch {
  readonly from: DateWritten & { readonly date: WorldDate };
  /** null: it goes on. */
  readonly until: EndWritten | null;
}

export interface Fact {
  /** null: the entity that the entry itself describes. */
  readonly entity: Ref | null;
  readonly attribute: Written;
  readonly value: Ref;
  readonly from: DateWritten | null;
  readonly until: EndWritten | null;
  /** As somebody holds it: it has an end of its own that has not come, so that of its entry says nothing of it. */
  readonly endsLater?: true;
  /** Its place in the file's order of facts. */
  readonly index: number;
  /** What it says itself of who knows it; absent where it says nothing. */
  readonly knowledge?: Knowledge;
}

/** Somebody who is in on it, and since when. */
export interface InOn {
  readonly knower: Ref;
  /** A world date, or the name of a revision (`date` is then null); null: whenever the others are. */
  readonly when: DateWritten | null;
}

/** What is written of who knows a page or a fact (model §11); null where a key is not written. */
export interface Knowledge {
  readonly knownBy: readonly InOn[] | null;
  readonly knownFrom: DateWritten | null;
  /** It is not so: these believe it. */
  readonly believedBy: readonly Ref[] | null;
  /** Something of it can't be read for certain: it is nobody's. */
  readonly isDoubtful: boolean;
}

/** A callout of the prose that is a secret. */
export interface SecretPassage {
  /** All of its lines. */
  readonly span: Span;
  /** The footnotes that are shown through it, and through other secrets at most. */
  readonly footnotes: readonly Span[];
  /** Those who are in on it; nobody, where it names nobody. */
  readonly knowers: readonly Ref[];
}

/** What a page says of who knows it, and what of it counts for its believers alone. */
export interface PageKnowledge extends Knowledge {
  /** Through whose eyes it is told. */
  readonly pov: readonly Ref[];
  /** The callouts of its prose that are secrets, as they begin; one may lie in another. */
  readonly secrets: readonly SecretPassage[];
  /** What some believe, and is not so: such facts are not among those of the entry. */
  readonly beliefs: readonly Fact[];
  /** What a page declares that is a belief itself. */
  readonly believedDeclarations: readonly Declaration[];
}

export type DeclarationKind = 'supersedes' | 'retracts' | 'restores';

/** A fact that `only` names: `house-vyr.founder`, parted at the last dot; entity null where there is no dot. */
export interface OnlyWritten extends Written {
  readonly entity: string | null;
  readonly attribute: string;
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

export interface Entry {
  /** Relative to the codex root, with `/`. The entry's identity; its id is a name. */
  readonly path: string;
  readonly writtenId: Written | null;
  /** The slug of the file's name, and the same with its folder: its id where none is written (model §2). */
  readonly derivedId: string;
  readonly folderId: string;
  /** The file's name without `.md`. */
  readonly fileName: string;
  readonly title: string;
  /** Its `title`, or the heading that says it, also where the file's name says the same; null: no text of the file does. */
  readonly titleSpan: Span | null;
  readonly aliases: readonly Ref[];
  /** `span` is null where codex.yaml gives it, by folder or by tag. */
  readonly type: { readonly text: string; readonly span: Span | null } | null;
  readonly entity: Ref | null;
  /** Where the first of several stretches begins. */
  readonly date: DateWritten | null;
  /** Where the last of several stretches ends. */
  readonly until: EndWritten | null;
  /** Several stretches, as they are written; empty where there is one, which `date` and `until` tell. */
  readonly parts: readonly OwnStretch[];
  /** What puts it into the canon, as written; null where nothing of it does. */
  readonly canon: (Written & { readonly key: 'canon' | 'created' }) | null;
  /** A `canon` that is neither a revision nor an ISO date, and so taken as absent. */
  readonly unknownCanon: Written | null;
  /** Its own place in canon time; null: it says nothing of it, and `positionOf` tells. */
  readonly position: CanonPosition | null;
  readonly draft: boolean;
  /** Whether a key by which other tools publish says that it is not to be published: `publish: false`. */
  readonly isUnpublished: boolean;
  readonly tier: Written | null;
  readonly facts: readonly Fact[];
  /** Where `facts` is written as a key. */
  readonly factsKey: Span | null;
  readonly declarations: readonly Declaration[];
  readonly disputes: readonly Ref[];
  readonly reviewed: readonly Ref[];
  readonly sources: readonly Ref[];
  /** What it sums up, and is to be looked at when that is told otherwise. */
  readonly summarises: readonly Ref[];
  /** Who knows it; null where nothing of it is written. */
  readonly knowledge: PageKnowledge | null;
  /** Whether its prose may hold something that not everybody is shown: a callout, a comment, or a link beside those below. */
  readonly mayVeil: boolean;
  /** Its prose has a code block of events that are no part of the canon: see `timelineBlocks.ts`. */
  readonly hasEvents: boolean;
  /** The links in its prose. */
  readonly links: readonly Link[];
  /** The links in values of the frontmatter that name nothing there by themselves: in the author's own keys, in `type`, amid words. */
  readonly ownLinks: readonly Link[];
  /** The links in its prose whose targets stand in definitions, which only those who look for what is told too much follow. */
  readonly referenceLinks: readonly Link[];
  /** Every name it answers to, as `nameKey` gives them, each once. */
  readonly names: readonly string[];
  /** Keys of the frontmatter that the product does not know. */
  readonly unknownKeys: readonly Written[];
  /** The lines between the fences, empty where there is no frontmatter. */
  readonly frontmatter: Span;
  /** What was found wrong while reading; the rules report it. */
  readonly problems: readonly Problem[];
}

/** Problems that leave it open what a page says: somebody is still typing, or merging. */
const BROKEN: ReadonlySet<string> = new Set(['frontmatter/invalid-yaml', 'entry/conflict']);

export const isBroken = ({ problems }: Pick<Entry, 'problems'>): boolean =>
  problems.some(({ code }) => BROKEN.has(code));

/** The names of an entry as they are written: its id, its title, its aliases, and the name of its file. */
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
 * A number that stands for all of a file that other entries are judged by, and that places in it are counted from: the
 * text as far as its frontmatter and the heading that is its title reach, however its lines end; the title, which a heading further
 * down can undo; and its type, which a tag in the prose can give. All else is prose and its links.
 */
export function fingerprintOf({ frontmatter, title, titleSpan, type }: Entry, text: string): number {
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
  // Where one ends the next begins.
  for (const said of [title, type?.text ?? '']) {
    mix(-1);
    for (let at = 0; at < said.length; at++) mix(said.charCodeAt(at));
  }
  a ^= a >>> 16;
  b ^= b >>> 13;
  // 53 bits, as many as a number holds exactly.
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
