/** What a rule is: one diagnostic code, its severity, and the function that finds it. And what rules share. */
import type { WorldDate } from '../chronology';
import {
  type Known,
  idOf,
  resolve,
  nearEntries,
  entryNamed,
  perKnown,
  type Declared,
  edgesOf,
  type Retcon,
  entryAt,
  type Resolution,
  valueEntry,
} from '../canon';
import type { Entry, Ref, Declaration, DeclarationKind } from '../entry/entry';
import type { Problem, Severity, Fix, RelatedPlace } from '../text/problem';
import type { Span } from '../text/span';
import { listWords } from '../text/words';
import { keyOf } from '../codex/codex';
import type { Link } from '../entry/body';
import type { Naming } from '../entry/naming';

/** What a rule is: one diagnostic code, its severity, and the function that finds it in an entry. */
export interface Judged {
  /** Everything known now. */
  readonly known: Known;
  readonly entry: Entry;
  /** The codex's present, or null: the end of time. */
  readonly present: WorldDate | null;
}

/** A problem before it has its rule's code; `severity` only where it differs from the rule's own. */
export type Finding = Omit<Problem, 'code'>;

export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** What an entry must have some of, one or another, for anything to be found: most entries have little, and most rules look at little. */
  readonly of?: readonly (keyof Entry)[];
  check(judged: Judged): Iterable<Finding>;
}

/** Whether an entry has some of what a rule looks at. */
export const hasSomeOf = (entry: Entry, of: Rule['of']): boolean => !of || !of.every((part) => isEmpty(entry[part]));

const isEmpty = (part: Entry[keyof Entry]): boolean => part === null || (Array.isArray(part) && part.length === 0);

/** What was found under a code while the entry was read, reported again so that every code has its rule. */
export const foundInReading = (code: string, severity: Severity): Rule => ({
  code,
  severity,
  of: ['problems'],
  check: ({ entry }) => entry.problems.filter((problem) => problem.code === code),
});

/** Of more places it is only said that they are many: a rule need not look for all of them. */
export const MOST_LOOKED_FOR = 100;

/** Where an entry says who it is: its id, its title, or else its beginning. */
export const nameSpan = (entry: Entry): Span => entry.writtenId?.span ?? entry.titleSpan ?? { start: 0, end: 0 };

/** A place in another entry; without a span, where it says who it is. */
export const relatedTo = (entry: Entry, message: string, span = nameSpan(entry)): RelatedPlace => ({
  file: entry.path,
  span,
  message,
});

/** The quick fix that puts one text in place of another. */
export const changeTo = (entry: Entry, span: Span, text: string): Fix => ({
  title: `Change to ${text}`,
  edits: [{ file: entry.path, span, text }],
});

/** An entry's name, to stand where `ref` stands: a link by its file's name, which other tools know too, else its id. */
export function nameLike(known: Known, ref: Pick<Ref, 'linked'>, entry: Entry): string {
  const id = idOf(known, entry);
  if (!ref.linked) return id;
  const named = resolve(known, entry.fileName);
  return named.kind === 'one' && named.entry === entry ? entry.fileName : id;
}

/** The finding that a reference names no entry; near names are offered, and else `advice`. */
export function unknownName(known: Known, entry: Entry, ref: Ref, advice: string): Finding {
  const near = nearEntries(known, ref.text).filter((other) => other !== entry);
  const problem = `No entry is called "${ref.text}"`;
  if (near.length === 0) return { span: ref.span, message: `${problem}: ${advice}.` };
  return {
    span: ref.span,
    message: `${problem}. Did you mean ${listWords(near.map((other) => idOf(known, other)))}?`,
    fixes: near.map((other) => changeTo(entry, ref.span, nameLike(known, ref, other))),
  };
}

/** The retcons that the declarations in an entry make, and which of them the entry has to answer for. */
export interface MadeRetcon {
  readonly declaration: Declaration;
  readonly retcon: Retcon;
}

/** Every declaration in an entry that names another one, with the retcon it makes. */
export const madeRetcons = perKnown((known: Known, entry: Entry): readonly MadeRetcon[] =>
  entry.declarations.flatMap((declaration) => {
    const named = entryNamed(known, declaration.target.text);
    if (!named || named === entry) return [];
    const retcon = edgesOf(known, declaration.fromOldEnd ? entry : named).find(({ declared }) =>
      declared.some((one) => one.declaration === declaration),
    );
    return retcon ? [{ declaration, retcon }] : [];
  }),
);

/** The place of a problem about a retcon: its newer end, or the older one where only that declares it. */
export const homeOf = ({ declared }: Retcon): Declared =>
  declared.find(({ declaration }) => !declaration.fromOldEnd) ?? declared[0];

/** The retcons of some kinds that have their home in an entry. */
export const atHomeIn = (known: Known, entry: Entry, ...kinds: readonly DeclarationKind[]): MadeRetcon[] =>
  madeRetcons(known, entry).filter(
    ({ declaration, retcon }) => kinds.includes(retcon.kind) && homeOf(retcon).declaration === declaration,
  );

/** What `supersedes`, `retracts` and `restores` may lack alike: an entry of that name, a reason. */
export function* unknownTargets({ known, entry }: Judged, kind: DeclarationKind): Iterable<Finding> {
  for (const declaration of entry.declarations) {
    if (declaration.kind !== kind || resolve(known, declaration.target.text).kind !== 'none') continue;
    const advice = declaration.fromOldEnd
      ? 'write the id or the title of the entry that supersedes this one'
      : `write the id or the title of the entry that this one ${kind}`;
    yield unknownName(known, entry, declaration.target, advice);
  }
}

export function* missingReasons({ known, entry }: Judged, kind: DeclarationKind): Iterable<Finding> {
  for (const { declaration, retcon } of atHomeIn(known, entry, kind)) {
    if (retcon.reason) continue;
    const advice = entry.unknownKeys.some(({ text }) => keyOf(text) === 'reason')
      ? `move the \`reason\` of this page into ${declaration.key.text}, below the id`
      : 'add a `reason`, for whoever asks later';
    const message = `Nothing says why ${idOf(known, retcon.by)} ${kind} ${idOf(known, retcon.old)}: ${advice}.`;
    yield { span: declaration.target.span, message };
  }
}

/** `.png`, `.canvas`: a link to something that is no entry. */
const OTHER_FILE = /\.(?!md$)[a-z][a-z0-9]{0,5}$/i;

/** What a link names; null for one that is not meant for an entry, or leads out of the codex. */
export function leadsTo(known: Known, entry: Entry, link: Link): Resolution | null {
  const target = link.target.normalize('NFC').trim();
  if (target === '') return null;
  if (link.kind === 'wiki') {
    const found = resolve(known, target);
    return found.kind === 'none' && OTHER_FILE.test(target) ? null : found;
  }
  if (!/\.md$/i.test(target)) return null;
  const path = pathFrom(entry.path, target);
  if (path === null) return null;
  const linkedEntry = entryAt(known.canon, path);
  return linkedEntry ? { kind: 'one', entry: linkedEntry } : resolve(known, target);
}

/** A link in the prose, and what it leads to. */
interface Followed {
  readonly link: Link;
  readonly found: Resolution;
}

/** The links of an entry that are meant for entries: several rules look at each. */
export const followedLinks = perKnown((known: Known, entry: Entry): readonly Followed[] =>
  entry.links.flatMap((link) => {
    const found = leadsTo(known, entry, link);
    return found ? { link, found } : [];
  }),
);

/** The entry that a name leads to where it stands: a link by its path, a fact's value only where it is a reference. */
export function namedEntry(known: Known, entry: Entry, naming: Naming): Entry | undefined {
  if (naming.role === 'value') return valueEntry(known, naming);
  if (!naming.link) return entryNamed(known, naming.text);
  const found = leadsTo(known, entry, naming.link);
  return found?.kind === 'one' ? found.entry : undefined;
}

/** A relative path, seen from a file; null where it leads out of the codex. */
export function pathFrom(file: string, target: string): string | null {
  const parts = target.startsWith('/') ? [] : file.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}
