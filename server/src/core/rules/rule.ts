/** Types of the rules that judge an entry, and the helpers that several rule families share. */
import { isPageFile } from '../text/pageFile';
import type { WorldDate } from '../chronology';
import {
  type Known,
  elsewhere,
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
import { listFirst, listWords } from '../text/words';
import { keyOf } from '../codex/codex';
import type { Link } from '../entry/body';
import type { Naming } from '../entry/naming';

/** An entry to judge, with what a rule may look at. */
export interface Judged {
  /** Everything known now. */
  readonly known: Known;
  readonly entry: Entry;
  /** The codex's present; null stands for the end of time. */
  readonly present: WorldDate | null;
}

/** A problem before it has its rule's code; `severity` only where it differs from the rule's own. */
export type Finding = Omit<Problem, 'code'>;

/** One code, its default severity, and the function that finds such problems in an entry. */
export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** The rule is skipped unless one of these parts of the entry has content. Most entries have few parts. */
  readonly of?: readonly (keyof Entry)[];
  check(judged: Judged): Iterable<Finding>;
}

/** Whether any of the parts that a rule looks at has content. */
export const hasSomeOf = (entry: Entry, of: Rule['of']): boolean =>
  // A page that remembers may state nothing in its first version.
  !of || of.some((part) => !isEmpty(entry[part]) || (part === 'facts' && entry.formerly.length > 0));

const isEmpty = (part: Entry[keyof Entry]): boolean => part === null || (Array.isArray(part) && part.length === 0);

/** A rule that reports the problems which the reader found under a code, so that every code has a rule. */
export const foundInReading = (code: string, severity: Severity): Rule => ({
  code,
  severity,
  of: ['problems'],
  check: ({ entry }) => entry.problems.filter((problem) => problem.code === code),
});

/** Rules stop looking for related places at this number; the message then says "many". */
export const MOST_LOOKED_FOR = 100;

/** The span of an entry's id, else of its title, else the beginning of the file. */
export const nameSpan = (entry: Entry): Span => entry.writtenId?.span ?? entry.titleSpan ?? { start: 0, end: 0 };

/** A related place in another entry, by default its id or title. */
export const relatedTo = (entry: Entry, message: string, span = nameSpan(entry)): RelatedPlace => ({
  file: entry.path,
  span,
  message,
});

/** A quick fix that replaces the text in a span. */
export const changeTo = (entry: Entry, span: Span, text: string): Fix => ({
  title: `Change to ${text}`,
  edits: [{ file: entry.path, span, text }],
});

/** The name to write for an entry in place of `ref`: in a link the file's name, which other tools understand too, else the id. */
export function nameLike(known: Known, ref: Pick<Ref, 'linked'>, entry: Entry): string {
  const id = idOf(known, entry);
  if (!ref.linked) return id;
  const named = resolve(known, entry.fileName);
  return named.kind === 'one' && named.entry === entry ? entry.fileName : id;
}

/** The finding for a reference that names no entry. It offers near names, or gives `advice` where there are none. */
export function unknownName(known: Known, entry: Entry, ref: Ref, advice: string): Finding {
  const near = nearEntries(known, ref.text).filter((other) => other !== entry);
  const problem = `No note is called "${ref.text}"`;
  if (near.length === 0) return { span: ref.span, message: `${problem}: ${advice}.` };
  return {
    span: ref.span,
    message: `${problem}. Did you mean ${listWords(near.map((other) => idOf(known, other)))}?`,
    fixes: near.map((other) => changeTo(entry, ref.span, nameLike(known, ref, other))),
  };
}

/** A declaration and the retcon that it makes. */
export interface MadeRetcon {
  readonly declaration: Declaration;
  readonly retcon: Retcon;
}

/** Every declaration in an entry that names another entry, with the retcon it makes. */
export const madeRetcons = perKnown((known: Known, entry: Entry): readonly MadeRetcon[] =>
  entry.declarations.flatMap((declaration) => {
    const named = entryNamed(known, declaration.target.text);
    if (!named || named === entry) return [];
    const retcon = edgesOf(known, declaration.fromOldEnd ? entry : named).find(({ declared }) =>
      declared.some((place) => place.declaration === declaration),
    );
    return retcon ? [{ declaration, retcon }] : [];
  }),
);

/** Where problems of a retcon are reported: in the newer entry, or in the older one if only that declares it. */
export const homeOf = ({ declared }: Retcon): Declared =>
  declared.find(({ declaration }) => !declaration.fromOldEnd) ?? declared[0];

/** The retcons of the given kinds whose problems are reported in an entry. */
export const atHomeIn = (known: Known, entry: Entry, ...kinds: readonly DeclarationKind[]): MadeRetcon[] =>
  madeRetcons(known, entry).filter(
    ({ declaration, retcon }) => kinds.includes(retcon.kind) && homeOf(retcon).declaration === declaration,
  );

/** Whether a name is of another setting: what retcons it is reported as that. */
const isOfOther = (known: Known, name: string): boolean => elsewhere(known, name)?.isOwn === false;

/** Declarations of one kind whose target names no entry. */
function* unknownTargets({ known, entry }: Judged, kind: DeclarationKind): Iterable<Finding> {
  for (const declaration of entry.declarations) {
    const { text } = declaration.target;
    if (declaration.kind !== kind || resolve(known, text).kind !== 'none' || isOfOther(known, text)) continue;
    const own = elsewhere(known, text);
    if (own?.isOwn && own.found.kind === 'one') {
      const message = `A retcon names entries of its own setting, which is ${own.setting}: write "${own.name}" alone.`;
      yield { span: declaration.target.span, message, fixes: [changeTo(entry, declaration.target.span, own.name)] };
      continue;
    }
    const advice = declaration.fromOldEnd
      ? 'write the id or the title of the entry that supersedes this one'
      : `write the id or the title of the note that this one ${kind}`;
    yield unknownName(known, entry, declaration.target, advice);
  }
}

/** A declaration of one kind that names no entry. */
export const unknownTarget = (kind: DeclarationKind): Rule => ({
  code: `${kind}/unknown-id`,
  severity: 'error',
  of: ['declarations'],
  check: (judged) => unknownTargets(judged, kind),
});

/** Retcons of one kind without a reason. */
export function* missingReasons({ known, entry }: Judged, kind: DeclarationKind): Iterable<Finding> {
  for (const { declaration, retcon } of atHomeIn(known, entry, kind)) {
    if (retcon.reason) continue;
    const advice = entry.unknownKeys.some(({ text }) => keyOf(text) === 'reason')
      ? `move the \`reason\` of this page into ${declaration.key.text}, below the id`
      : 'add a `reason`, for later readers';
    const message = `Nothing says why ${idOf(known, retcon.by)} ${kind} ${idOf(known, retcon.old)}: ${advice}.`;
    yield { span: declaration.target.span, message };
  }
}

/** Changes of a page itself without a reason. */
export function* missingInFormerly({ known, entry }: Judged): Iterable<Finding> {
  for (const { change, canon, hasOwnCanon } of entry.formerly) {
    if (!change || change.reason?.text) continue;
    const [first] = change.only ?? [];
    const what = [...new Set((change.only ?? []).map(({ attribute }) => attribute))];
    const message = `Nothing says why ${idOf(known, entry)} changed${what.length > 0 ? ` its ${listFirst(MOST_QUOTED_NAMES, what, 'and')}` : ''}: add a \`reason\`, for later readers.`;
    yield { span: first?.span ?? (hasOwnCanon && canon ? canon.span : change.span), message };
  }
}

/** More attributes than are worth naming. */
const MOST_QUOTED_NAMES = 3;

/** The extension of a link to a file that is not an entry, such as `.png` or `.canvas`. */
const OTHER_FILE = /\.(?!md$)[a-z][a-z0-9]{0,5}$/i;

/** Resolves a link in the prose of an entry. Null: it is not a link to an entry, or it leaves the codex. */
export function leadsTo(known: Known, entry: Entry, link: Link): Resolution | null {
  const target = link.target.normalize('NFC').trim();
  if (target === '') return null;
  if (link.kind === 'wiki') {
    const found = resolve(known, target);
    return found.kind === 'none' && OTHER_FILE.test(target) ? null : found;
  }
  if (!isPageFile(target)) return null;
  const path = pathFrom(entry.path, target);
  if (path === null) return null;
  const linkedEntry = entryAt(known.canon, path);
  return linkedEntry ? { kind: 'one', entry: linkedEntry } : resolve(known, target);
}

/** A link in the prose, and what it resolves to. */
interface Followed {
  readonly link: Link;
  readonly found: Resolution;
}

/** The links of an entry that could name entries, resolved once for all rules. */
export const followedLinks = perKnown((known: Known, entry: Entry): readonly Followed[] =>
  entry.links.flatMap((link) => {
    const found = leadsTo(known, entry, link);
    return found ? { link, found } : [];
  }),
);

/** The entry that a name in an entry resolves to: a link by its path, a fact's value only if it is a reference. */
export function namedEntry(known: Known, entry: Entry, naming: Naming): Entry | undefined {
  if (naming.role === 'value') return valueEntry(known, naming);
  if (!naming.link) return entryNamed(known, naming.text);
  const found = leadsTo(known, entry, naming.link);
  return found?.kind === 'one' ? found.entry : undefined;
}

/** Resolves a path relative to a file. Null: it leaves the codex. */
export function pathFrom(file: string, target: string): string | null {
  const parts = target.startsWith('/') ? [] : file.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}
