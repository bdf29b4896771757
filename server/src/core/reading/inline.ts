/** What an editor draws between the words of a page: lenses, hints and links. */
import {
  elsewhere,
  idOf,
  isShown,
  type Known,
  resolve,
  edgesBy,
  type Retcon,
  retconsBy,
  retconsOf,
  kindOf,
  forkOf,
  describerOf,
  clippedFactsOf,
  canonWords,
} from '../canon';
import type { Entry, DateWritten, EndWritten, Fact } from '../entry/entry';
import { isSamePlace, pairKey, presentFacts, stepsThrough } from '../entry/versions';
import { addTo, groupBy } from '../text/groups';
import { lineEnd } from '../yaml/writeYaml';
import { listWords } from '../text/words';
import {
  absenceWords,
  entryAtViewpoint,
  resolveAtViewpoint,
  entityAtViewpoint,
  subjectAtViewpoint,
} from './atViewpoint';
import { shownRetcons, standingWords } from './entryCard';
import type { Viewpoint } from './viewpoint';
import { type Naming, namingsIn } from '../entry/naming';
import type { Span } from '../text/span';
import { elapsed, type Moment } from '../chronology';
import { slug } from '../entry/slug';
import { stretchesOf } from '../entry/stretches';
import { placeOfSpan, type YamlNode } from '../yaml/tree';
import { readYaml } from '../yaml/readYaml';

/** The lenses over an entry's frontmatter: one for each retcon that it makes, and one for each that is made of it. */
export interface Lens {
  readonly title: string;
  /** The same without the word at its end that says what a click does. */
  readonly words: string;
  /** null: there is nothing to go to. */
  readonly does:
    | { readonly kind: 'compare'; readonly before: Entry; readonly after: Entry; readonly title: string }
    | { readonly kind: 'open'; readonly entry: Entry }
    | { readonly kind: 'revisit'; readonly entry: Entry }
    | { readonly kind: 'fork'; readonly old: Entry; readonly by: readonly Entry[]; readonly title: string }
    | null;
}

/** What has to be settled comes first, then what has become of the entry: an editor cuts off what does not fit in the line. */
export function lensesOf(view: Viewpoint, entry: Entry): readonly Lens[] {
  const { known } = view;
  const entryThen = entryAtViewpoint(view, entry);
  if (!entryThen) return [lens([absenceWords(view)], null, null)];
  return [
    ...forks(known, entryThen),
    ...shownRetcons(known, retconsOf(known, entryThen)).map((retcon) => undergoes(known, retcon)),
    ...shownRetcons(known, retconsBy(known, entryThen)).map((retcon) => makes(known, retcon)),
    // What somebody has not learned of a declaration is not said to be missing.
    ...(view.eyes ? [] : unfound(view, entry, entryThen)),
  ];
}

/** How many passages still say what a page has retconned. */
export const revisitLens = (entry: Entry, count: number): Lens =>
  lens([`${count} to revisit`], 'go through', { kind: 'revisit', entry });

/** Of what the entry supersedes, or is, each that another entry supersedes too. */
function forks(known: Known, entry: Entry): Lens[] {
  const olds = new Set([entry, ...shownRetcons(known, retconsBy(known, entry)).map(({ old }) => old)]);
  return [...olds].flatMap((old): Lens[] => {
    const by = [...new Set(forkOf(known, old).map((retcon) => retcon.by))].filter((one) => isShown(known, one));
    if (by.length < 2 || (old !== entry && !by.includes(entry))) return [];
    const title = `${old.title}, forked`;
    const others = by.filter((one) => one !== entry).map((one) => one.title);
    const words = old === entry ? `forked by ${listWords(others, 'and')}` : `forked: ${listWords(others, 'and')} too`;
    return [lens([words], `look at all ${by.length + 1}`, { kind: 'fork', old, by, title })];
  });
}

const MAKES = { supersedes: 'supersedes', retracts: 'retracts', restores: 'restores' } as const;
const UNDERGOES = { supersedes: 'superseded by', retracts: 'retracted by', restores: 'restored by' } as const;

function makes(known: Known, retcon: Retcon): Lens {
  const { by, old } = retcon;
  const date = retcon.kind === 'supersedes' ? (old.date?.date?.text ?? retcon.asOf) : fromWhen(retcon);
  const title = `${old.title} → ${by.title}`;
  const words = [`${MAKES[retcon.kind]} ${old.title}`, date, character(known, retcon)];
  return lens(words, 'compare', { kind: 'compare', before: old, after: by, title });
}

function undergoes(known: Known, retcon: Retcon): Lens {
  const words = [`${UNDERGOES[retcon.kind]} ${retcon.by.title}`, fromWhen(retcon), character(known, retcon)];
  return lens(words, 'show', { kind: 'open', entry: retcon.by });
}

/** A declaration whose entry is being typed keeps its line, so that the text below does not jump. */
function unfound(view: Viewpoint, entry: Entry, entryThen: Entry): Lens[] {
  const { known } = view;
  const lenses: Lens[] = [];
  for (const { kind, target, fromOldEnd } of entry.declarations) {
    const found = resolveAtViewpoint(view, target.text);
    const isMeant = (retcon: Retcon): boolean =>
      retcon.kind === kind && found.kind === 'one' && retcon.old === found.entry;
    if (fromOldEnd || retconsBy(known, entryThen).some(isMeant)) continue;
    const isCircle = found.kind === 'one' && (found.entry === entryThen || edgesBy(known, entryThen).some(isMeant));
    const isLater = found.kind === 'one' || resolve(view.now, target.text).kind === 'one';
    const why = isCircle
      ? 'in a circle'
      : found.kind === 'many'
        ? 'several notes'
        : isLater
          ? absenceWords(view)
          : 'no such note';
    lenses.push(lens([`${MAKES[kind]} ${target.text}`, why], null, null));
  }
  return lenses;
}

const lens = (words: readonly (string | null)[], click: string | null, does: Lens['does']): Lens => ({
  title: joinWords(...words, click),
  words: joinWords(...words),
  does,
});

const joinWords = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const fromWhen = ({ effective }: Retcon): string | null => (effective === 'always' ? null : effective.text);

/** What sort of retcon it is, where the verb does not say it. */
function character(known: Known, retcon: Retcon): string | null {
  const kind = kindOf(known, retcon);
  const part = retcon.only ? `${retcon.only.map((one) => factLabel(known, retcon, one.text)).join(', ')} only` : null;
  const word = kind === 'soft' ? 'both stand' : kind === 'correction' || kind === 'change' ? kind : null;
  return joinWords(word, part) || null;
}

/** `house-vyr.founder` → `founder`, where the entity is the old entry's own or the only one. */
function factLabel(known: Known, { old }: Retcon, only: string): string {
  const dot = only.lastIndexOf('.');
  const [entity, attribute] = [only.slice(0, Math.max(dot, 0)), only.slice(dot + 1).replaceAll('_', ' ')];
  const found = resolve(known, entity);
  const title = found.kind === 'one' ? found.entry.title : entity;
  return found.kind === 'one' && idOf(known, found.entry) === idOf(known, old) ? attribute : `${attribute} of ${title}`;
}

/** The links of an entry, in its prose and in its frontmatter, that lead to another entry. */
interface EntryLink {
  /** What is between the brackets; in the frontmatter, the name. */
  readonly span: Span;
  readonly entry: Entry;
  /** The link's own text after the `#`. */
  readonly heading: string | null;
  /** Title and standing in plain text; of another setting, its name. */
  readonly tooltip: string;
  /** The other setting that the entry is of; null: this one. */
  readonly setting: string | null;
}

/** Wikilinks, sorted by place. Editors follow relative links by themselves, and a bare id in the frontmatter is not a link. */
export function linksOf(view: Viewpoint, entry: Entry): EntryLink[] {
  return namingsIn(entry)
    .filter(({ linked }) => linked)
    .flatMap((naming) => {
      const { link } = naming;
      const here = targetOf(view, entry, naming);
      const meant = here ? null : elsewhere(view.now, naming.text);
      const target = here ?? (meant?.found.kind === 'one' ? meant.found.entry : undefined);
      if (!target) return [];
      const span = link ? { start: link.span.start + (link.embed ? 3 : 2), end: link.span.end - 2 } : naming.span;
      const setting = meant && !meant.isOwn ? meant.setting : null;
      const tooltip = `${target.title} · ${setting ?? standingWords(view, target)}`;
      return [{ span, entry: target, heading: link?.heading ?? null, tooltip, setting }];
    })
    .sort((a, b) => a.span.start - b.span.start);
}

/** The named entry at the viewpoint; in the frontmatter also the one that describes the entity of that name. */
export function targetOf(view: Viewpoint, entry: Entry, naming: Naming): Entry | undefined {
  const subject = subjectAtViewpoint(view, entry, naming);
  if (subject?.kind === 'entry') return subject.entry;
  if (!subject || naming.link || resolveAtViewpoint(view, subject.name).kind === 'many') return undefined;
  return describerOf(view.known, entityAtViewpoint(view, subject.name), view.present);
}

/** Hints between the words of the frontmatter: what a name stands for, and how long something lasts. */
interface Hint {
  /** Where it stands: just behind that character. */
  readonly offset: number;
  readonly label: string;
  /** The named thing at the viewpoint; null for an interval. */
  readonly entry: Entry | null;
  /** An interval, in words without markup. */
  readonly tooltip: string | null;
}

/** In the order of places. @param within only those that stand in this part of the text */
export function hintsIn(view: Viewpoint, entry: Entry, text: string, within: Span): Hint[] {
  const { frontmatter } = entry;
  if (frontmatter.end <= frontmatter.start || within.end < frontmatter.start || frontmatter.end < within.start)
    return [];
  const { root } = readYaml(text, frontmatter);
  const hints = new Map<number, Hint>();
  for (const { span, ...hint } of [...namesHinted(view, entry), ...lengthsHinted(view, entry)]) {
    if (span.end < within.start || within.end < span.start) continue;
    const offset = behind(root, text, span);
    if (!hints.has(offset)) hints.set(offset, { ...hint, offset });
  }
  const former = formerHints(view, entry, text).filter(({ offset }) => within.start <= offset && offset <= within.end);
  return [...hints.values(), ...former].sort((a, b) => a.offset - b.offset);
}

interface Hinted extends Omit<Hint, 'offset'> {
  /** What the hint stands behind. */
  readonly span: Span;
}

/** The title, where the name is not nearly that already, and when it was. */
function namesHinted(view: Viewpoint, entry: Entry): Hinted[] {
  return namingsIn(entry).flatMap((naming) => {
    if (naming.link || naming.only) return [];
    const target = targetOf(view, entry, naming);
    if (!target || target === entryAtViewpoint(view, entry)) return [];
    // Two pages of one thing may date it differently, and one of them supersedes the other.
    const date = naming.role === 'entity' ? [] : dateOf(view, target);
    const label = [...(isNearly(naming, target) ? [] : [target.title]), ...date].join(' · ');
    return label === '' ? [] : [{ span: naming.span, label, entry: target, tooltip: null }];
  });
}

/** When it was; of somebody who lives and dies, that it is when they were born: the fact may be of another time. */
function dateOf({ known }: Viewpoint, { date, type }: Entry): string[] {
  const isBirth = type !== null && known.canon.codex.mortal.has(type.text.toLowerCase());
  return date?.date ? [isBirth ? `born ${date.date.text}` : date.date.text] : [];
}

/** `founding-of-house-vyr` is nearly "The Founding of House Vyr". */
const isNearly = ({ text }: Naming, { title }: Entry): boolean => bare(text) === bare(title);

const bare = (name: string): string => slug(name).replace(/^(?:the|an?)-/, '');

/** The interval over which a fact holds. It does not depend on the viewpoint, unless a knower has not learned all of it. */
function lengthsHinted(view: Viewpoint, written: Entry): Hinted[] {
  const { now, known, eyes, asOf } = view;
  // What was committed stands at other places.
  const entry = eyes ? (asOf?.kind === 'git' ? undefined : entryAtViewpoint(view, written)) : written;
  if (!entry) return [];
  const { chronology } = now.canon.codex;
  const lasting = (
    span: Span,
    from: Moment | undefined,
    until: Moment | undefined,
    through: string | null,
    isVague = false,
  ): Hinted[] => {
    const isForward = from && until && from.day < until.day;
    const length = isForward ? elapsed(chronology, from, until, through !== null) : undefined;
    if (!from || !until || length === undefined) return [];
    const label = isVague || from.approximate || until.approximate ? `about ${length}` : length;
    const tooltip = `from ${from.text} ${through === null ? `until ${until.text}` : `through ${through}`}`;
    return [{ span, label, entry: null, tooltip }];
  };
  const range = (written: DateWritten | null): Hinted[] => {
    const [, last] = written?.date?.text.split(RANGE) ?? [];
    if (!written?.date || last === undefined) return [];
    const { start, end, approximate } = written.date;
    return lasting(written.span, start, end, last, approximate);
  };
  const end = (written: EndWritten | null, from: Moment | undefined): Hinted[] =>
    written
      ? lasting(written.span, from, written.moment, written.inclusive ? (written.date?.text ?? written.text) : null)
      : [];
  const facts = clippedFactsOf(eyes ? known : now, entry).flatMap(({ fact, stated }) => [
    ...range(fact.from),
    ...end(fact.until, stated[0]?.from ?? undefined),
  ]);
  const own = stretchesOf(entry).flatMap(({ from, until }) => [...range(from), ...end(until, from?.date?.start)]);
  return [...own, ...facts];
}

/** `was brown`, at the end of the line of a value that its page has changed. */
function formerHints(view: Viewpoint, written: Entry, text: string): Hint[] {
  if (written.formerly.length === 0) return [];
  const { known, eyes, asOf } = view;
  const page = !eyes ? written : asOf?.kind === 'git' ? undefined : entryAtViewpoint(view, written);
  if (!page) return [];
  const present = presentFacts(written);
  const stands = new Map(present.map((fact) => [formerKey(fact), fact.value.span]));
  const former = new Map<string, Former[]>();
  for (const { version, gone } of stepsThrough(page)) {
    const { change, isDated } = version.versionOf ?? {};
    if (!change || isDated || !known.has(version)) continue;
    const until = canonWords(known.canon, version);
    const why = change.reason === null ? '' : `: ${change.reason.text}`;
    // Of several values, the one that came in the place of another.
    for (const [key, [came, ...others]] of groupBy(version.facts, formerKey))
      if (came && others.length === 0 && present.some((fact) => isSamePlace(fact, came)))
        stands.set(key, came.value.span);
    for (const [key, facts] of groupBy(gone, formerKey))
      addTo(former, key, {
        was: facts.map(({ value }) => value.text).join(', '),
        story: `${until === null ? '' : ` until ${until}`}${why}`,
      });
  }
  return [...former].flatMap(([key, changes]) => {
    const span = stands.get(key);
    if (!span) return [];
    const label = `was ${shortened(changes.at(-1)?.was ?? '')}`;
    const tooltip = changes.map(({ was, story }) => was + story).join('\n');
    return [{ offset: writtenEnd(text, span.end), label, entry: null, tooltip }];
  });
}

/** What a page said before, and until when, and why. */
interface Former {
  readonly was: string;
  readonly story: string;
}

const formerKey = ({ entity, attribute }: Fact): string => pairKey(entity?.text ?? null, attribute.text);

/** More than fits in a hint. */
const LONGEST_FORMER = 40;

const shortened = (words: string): string =>
  words.length <= LONGEST_FORMER ? words : `${[...words].slice(0, LONGEST_FORMER).join('')}…`;

/** The end of what is written in the line. */
const writtenEnd = (text: string, from: number): number =>
  from + text.slice(from, lineEnd(text, from)).trimEnd().length;

/** Between the two dates of a range as it is printed, whatever it was written like. */
const RANGE = ' .. ';

/** Behind the closing quote or brackets; behind the colon of a key. */
function behind(root: YamlNode | null, text: string, span: Span): number {
  const place = placeOfSpan(root, span);
  const end = place?.node.kind === 'scalar' ? place.node.span.end : span.end;
  const closed = text.startsWith(']]', end) && text.startsWith('[[', span.start - 2) ? end + 2 : end;
  return place?.isKey === true && text[closed] === ':' ? closed + 1 : closed;
}
