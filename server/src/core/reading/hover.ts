/** What a hover says of the thing under the caret, as markdown. */
import { knownEras, describe, elapsed, type WorldDate } from '../chronology';
import type { Viewpoint } from './viewpoint';
import {
  inlineMarkdown,
  keyDoc,
  believersOfFact,
  attributeWords,
  entityWords,
  entryLink,
  type RenderContext,
} from './entryWords';
import {
  type Elsewhere,
  entityOf,
  hiddenElsewhere,
  limitIn,
  limitWords,
  type Resolution,
  resolve,
  attributesOf,
  describerOf,
  type Known,
} from '../canon';
import type { Codex } from '../codex/codex';
import { EVERYONE, NO_ONE } from '../codex/knowledgeKeys';
import type { Entry, Fact } from '../entry/entry';
import { findRevision } from '../codex/revisions';
import { nameKey } from '../entry/slug';
import { renderBeginnings } from '../entry/stretches';
import type { Span } from '../text/span';
import { cardOf, entityCard, factPairsOf, timelineList } from './entryCard';
import { type Mention, mentionAt } from './mentions';
import { type Scene, sceneOf, renderScene, renderValuesAt } from './scene';
import {
  absenceWords,
  dateAtViewpoint,
  entityOfFactAtViewpoint,
  entityAtViewpoint,
  entryAtViewpoint,
  linkAtViewpoint,
  mentionElsewhere,
  resolveAtViewpoint,
  valueAtViewpoint,
} from './atViewpoint';
import { allFactsOf } from '../entry/versions';

/** A world date in a hover: how it is read, its era, its distance from the viewpoint; for a single day its weekday and number too. */
function renderDate(view: Viewpoint, date: WorldDate): string {
  const { chronology } = view.known.canon.codex;
  const anchor = Number.isFinite(date.start.day) ? date.start : date.end;
  const { era, calendar, weekday, absoluteDay } = describe(chronology, anchor);
  const found = knownEras(chronology).find((one) => one.id === era && one.calendar === calendar);
  const eraName = found?.names[0] ?? found?.id;
  const head = [
    `**${inlineMarkdown(date.text)}**`,
    ...(date.approximate ? ['approximate'] : []),
    ...(eraName ? [inlineMarkdown(eraName)] : []),
    ...(calendar !== undefined && chronology.calendars.length > 1
      ? [inlineMarkdown(calendar.replace(/[_-]+/g, ' '))]
      : []),
  ];
  const isDay = date.end.day - date.start.day === 1;
  const details = [
    isDay && weekday !== undefined ? inlineMarkdown(weekday) : '',
    isDay && absoluteDay !== undefined ? `day ${grouped(absoluteDay)}` : '',
    distance(view, date),
  ];
  return [head.join(' · '), details.filter((part) => part !== '').join(' · ')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** `590,123`, in a number or in words that hold one. */
const grouped = (count: number | string): string =>
  String(count)
    .replace(/\B(?=(\d{3})+\b)/g, ',')
    .replace(/^-/, '−');

/** `18 years before the present, 430 TA`. */
function distance({ known, present, at }: Viewpoint, date: WorldDate): string {
  if (!present) return '';
  const now = `${at ? 'the viewpoint' : 'the present'}, ${inlineMarkdown(present.text)}`;
  if (present.start.line !== date.start.line) return `can't be compared with ${now}`;
  if (date.start.day < present.end.day && present.start.day < date.end.day) return `${at ? 'at' : 'in'} ${now}`;
  const isPast = date.start.day < present.start.day;
  const { chronology } = known.canon.codex;
  const far = elapsed(chronology, Number.isFinite(date.start.day) ? date.start : date.end, present.start);
  return far === undefined ? '' : `${grouped(far)} ${isPast ? 'before' : 'after'} ${now}`;
}

interface Hover {
  readonly span: Span;
  readonly markdown: string;
}

/** What needs something past its limit is answered with that. */
export function hoverAt(context: RenderContext, entry: Entry, text: string, offset: number): Hover | null {
  const mention = mentionAt(entry, context.now.canon.codex, text, offset);
  if (!mention) return null;
  try {
    return renderHover(context, entry, mention);
  } catch (error) {
    return { span: mention.span, markdown: limitWords(limitIn(error)) };
  }
}

function renderHover(context: RenderContext, entry: Entry, mention: Mention): Hover | null {
  const scene = sceneOf(context, entry);
  const rendered = renderMention({ ...context, scene }, entry, mention);
  if (rendered === null) return null;
  const { lead, first, whole }: HoverText = typeof rendered === 'string' ? { first: null, whole: rendered } : rendered;
  const head = lead === undefined ? [] : [lead];
  if (first !== null) head.push(`*${scene?.words ?? ''}:* ${first}`, '---');
  if (first === null && !context.isNow && dependsOnViewpoint(context, mention)) head.push(`*${scene?.words ?? ''}:*`);
  return { span: mention.span, markdown: [...head, whole].join('\n\n') };
}

interface HoverContext extends RenderContext {
  readonly scene: Scene | null;
}

/** The leading lines, the values at the time of the scene if there is one, then the whole history. */
interface HoverText {
  readonly lead?: string;
  readonly first: string | null;
  readonly whole: string;
}

/** Whether the hover depends on the viewpoint: a date does only where another codex.yaml than today's reads it. */
const dependsOnViewpoint = ({ asOf }: RenderContext, { kind }: Mention): boolean =>
  kind === 'date' ? asOf?.kind === 'git' : kind !== 'revision' && kind !== 'key';

function renderMention(context: HoverContext, entry: Entry, mention: Mention): HoverText | string | null {
  const meant = mentionElsewhere(context.now, mention);
  return meant && !meant.isOwn ? renderElsewhere(context, mention, meant) : renderHere(context, entry, mention);
}

/** The card of an entry of another setting, which is as it is there now. */
function renderElsewhere(context: HoverContext, mention: Mention, meant: Elsewhere): string | null {
  const { setting, known, found } = meant;
  const head = `*In the setting ${inlineMarkdown(setting)}*`;
  if (known === null) return `${head}, whose folder is not open here`;
  // To somebody who looks through it, what they may not see there is not there.
  const isHidden = context.eyes !== null && hiddenElsewhere(context.now, `${setting}:${meant.name}`).length > 0;
  const there = context.contextOf?.(setting);
  if (isHidden || found.kind === 'none' || !there) return null;
  if (found.kind === 'many') return `${head}, several notes are called **${inlineMarkdown(meant.name)}**`;
  const value = mention.kind === 'value' ? `**${attributeWords(mention.fact.attribute.text)}**: ` : '';
  return `${value}${head}\n\n${cardOf(there, found.entry)}`;
}

function renderHere(context: HoverContext, entry: Entry, mention: Mention): HoverText | string | null {
  switch (mention.kind) {
    case 'self': {
      const entryThen = entryAtViewpoint(context, entry);
      // An entry's own date is not a scene about itself.
      return entryThen
        ? renderEntry(context.at ? context : { ...context, scene: null }, entryThen)
        : renderAbsent(context, entry);
    }
    case 'entry':
      return renderName(context, mention.ref.text);
    case 'entity':
      return renderEntityNamed(context, mention.ref.text);
    case 'knower':
      return renderKnower(context, mention.ref.text);
    case 'link': {
      const found = linkAtViewpoint(context, entry, mention.link);
      return found && renderResolution(context, mention.link.target, found);
    }
    case 'attribute':
      return withBelievers(
        context,
        entry,
        mention.fact,
        renderAttribute(context, entityOfFactAtViewpoint(context, entry, mention.fact), mention.fact.attribute.text),
      );
    case 'value':
      return withBelievers(context, entry, mention.fact, renderValue(context, entry, mention.fact));
    case 'only': {
      const { entity, attribute } = mention.only;
      return entity === null ? null : renderAttribute(context, entityAtViewpoint(context, entity), attribute);
    }
    case 'date':
      if (mention.always) return '**always** · the old version was never true';
      return renderWrittenDate(context, mention.date.date);
    case 'revision':
      return renderRevision(context.now.canon.codex, mention.revision.text);
    case 'key':
      return renderKey(context, entry, mention.path);
  }
}

const renderName = (context: HoverContext, name: string): HoverText | string | null =>
  renderResolution(context, name, resolveAtViewpoint(context, name));

/** A belief says first that it is one. */
function withBelievers(context: HoverContext, entry: Entry, fact: Fact, text: HoverText): HoverText {
  const lead = believersOfFact(context, entry, fact);
  return lead === null ? text : { lead, ...text };
}

const WORDS: ReadonlyMap<string, string> = new Map([
  [EVERYONE, '**everyone** — it is not a secret'],
  [NO_ONE, '**nobody** — only you know it'],
]);

/** A knower with a page, a circle of codex.yaml, or a member of one. */
function renderKnower(context: HoverContext, name: string): HoverText | string | null {
  const word = WORDS.get(nameKey(name));
  if (word !== undefined) return word;
  const isPage = resolveAtViewpoint(context, name).kind !== 'none';
  const { circles, campaigns } = context.now.canon.codex;
  const isSame = (other: string): boolean => nameKey(other) === nameKey(name);
  const members = [...circles].find(([circle]) => isSame(circle))?.[1];
  const within = [...circles].flatMap(([circle, all]) => (all.some(isSame) ? circle : []));
  if (isPage || (members === undefined && within.length === 0)) return renderEntityNamed(context, name);
  const all = (names: readonly string[]): string => names.map(inlineMarkdown).join(', ');
  const head = `**${inlineMarkdown(name)}**`;
  return members === undefined
    ? `${head} — of the circle ${all(within)}`
    : `${head} — ${tableWords(campaigns, name)}: ${all(members) || 'nobody'}`;
}

/** `the table of The Path of Honor`, or `a circle`. */
function tableWords(campaigns: Codex['campaigns'], name: string): string {
  const title = [...campaigns].find(([id]) => nameKey(id) === nameKey(name))?.[1];
  return title === undefined ? 'a circle' : `the table of ${inlineMarkdown(title)}`;
}

/** What facts are about need not have a page. */
function renderEntityNamed(context: HoverContext, name: string): HoverText | string | null {
  const found = resolveAtViewpoint(context, name);
  const entity = found.kind === 'none' ? renderEntity(context, entityAtViewpoint(context, name)) : null;
  return entity ?? renderResolution(context, name, found);
}

function renderResolution(context: HoverContext, name: string, found: Resolution): HoverText | string | null {
  if (found.kind === 'one') return renderEntry(context, found.entry);
  if (found.kind === 'none') {
    if (context.eyes) return `**${inlineMarkdown(name)}** — ${inlineMarkdown(absenceWords(context))}`;
    const later = context.asOf ? resolve(context.now, name) : found;
    return later.kind === 'one' ? renderAbsent(context, later.entry) : null;
  }
  const candidates = found.entries.map(
    (entry) => `- ${entryLink(context, entry)}${entry.type ? ` · ${inlineMarkdown(entry.type.text)}` : ''}`,
  );
  return `Several notes are called **${inlineMarkdown(name)}**:\n\n${candidates.join('\n')}`;
}

/** @param entry of now */
const renderAbsent = (context: HoverContext, entry: Entry): string =>
  context.eyes
    ? `This page is ${inlineMarkdown(absenceWords(context))}.`
    : `**${entryLink(context, entry)}** — ${absenceWords(context)}`;

function renderEntry(context: HoverContext, entry: Entry): HoverText {
  const { known, scene } = context;
  const first = scene?.at
    ? renderScene(context, scene.at, entityOf(known, entry), factPairsOf(known, entry), entry)
    : null;
  const why = context.whyOf?.(entry) ?? null;
  return { first, whole: [cardOf(context, entry), ...(why === null ? [] : ['---', why])].join('\n\n') };
}

function renderEntity(context: HoverContext, entity: string): HoverText | null {
  const attributes = attributesOf(context.known, entity);
  if (attributes.length === 0) return null;
  const pairs = attributes.map((attribute) => ({ entity, attribute }));
  const first = context.scene?.at ? renderScene(context, context.scene.at, entity, pairs) : null;
  return { first, whole: entityCard(context, entity) };
}

function renderAttribute(context: HoverContext, entity: string, attribute: string): HoverText {
  const head = `**${attributeWords(attribute)}** of ${entityWords(context, entity)}`;
  const story = timelineList(context, entity, attribute);
  const whole = [head, story.join('\n')].join('\n\n');
  const { at } = context.scene ?? { at: null };
  if (!at) return { first: null, whole };
  const values = renderValuesAt(context, at, { entity, attribute });
  // A value that always holds needs no time.
  const isOne = values !== null && story.length === 1;
  return { first: isOne ? null : head + (values ?? ': no facts recorded'), whole };
}

/** The story of its attribute; for a value that is an entry, that entry's name and kind as well. */
function renderValue(context: HoverContext, entry: Entry, fact: Fact): HoverText {
  const { known } = context;
  const story = renderAttribute(context, entityOfFactAtViewpoint(context, entry, fact), fact.attribute.text);
  const found = valueAtViewpoint(context, fact);
  if (!found) return story;
  const details = [
    `**${entryLink(context, found)}**`,
    ...[found.type?.text, renderBeginnings(found)].flatMap((part) => (part ? inlineMarkdown(part) : [])),
  ];
  const { at } = context.scene ?? { at: null };
  const first = at && renderScene(context, at, entityOf(known, found), factPairsOf(known, found), found);
  return { first: first ?? story.first, whole: [details.join(' · '), story.whole].join('\n\n') };
}

function renderWrittenDate(context: HoverContext, date: WorldDate | null): string | null {
  const read = date && dateAtViewpoint(context, date);
  return read
    ? renderDate(context, read)
    : date && `**${inlineMarkdown(date.text)}** — no calendar of that time reads it`;
}

function renderRevision(codex: Codex, text: string): string | null {
  const revision = findRevision(codex, text);
  if (!revision) return null;
  const parts = [
    `**${inlineMarkdown(revision.id)}**`,
    revision.title && inlineMarkdown(revision.title),
    revision.date,
    revision.open ? 'still being written' : '',
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** The hover of a key that codex.yaml declares as an attribute says that; any other says what the key means. */
function renderKey(context: HoverContext, entry: Entry, path: readonly string[]): HoverText | string | null {
  const found = keyDoc(context.known, path);
  const [name = ''] = path.slice(-1);
  if (found) return `\`${name}\` — ${found.doc}\n\nTakes ${found.shape}.`;
  const fact = path.length === 1 ? allFactsOf(entry).find(({ attribute }) => attribute.text === name) : undefined;
  return fact ? renderAttribute(context, entityOfFactAtViewpoint(context, entry, fact), name) : null;
}

/** A page by the id of its entry, or what holds of an entity, stated by that entry. */
interface Pointed {
  readonly entry: string | null;
  readonly entity?: string;
  readonly attribute?: string;
}

/** As markdown; null: nothing is known of it at the viewpoint. */
export function pointedCard(context: RenderContext, { entry, entity, attribute }: Pointed): string | null {
  const { known } = context;
  if (entity !== undefined && attribute !== undefined) {
    const head = `**${attributeWords(attribute)}** of ${entityWords(context, entity)}`;
    return [head, timelineList(context, entity, attribute).join('\n')].join('\n\n');
  }
  const page = entry === null ? undefined : pageNamed(known, entry);
  if (page) return cardOf(context, page);
  if (entity === undefined) return null;
  const described = describerOf(known, entity, context.present);
  return described ? cardOf(context, described) : entityCard(context, entity);
}

/** The page that opens: that of the entry, else the one that describes the entity. */
export function pointedEntry(context: RenderContext, { entry, entity }: Pointed): Entry | null {
  const { known, present } = context;
  const page = entry === null ? undefined : pageNamed(known, entry);
  return page ?? (entity === undefined ? null : (describerOf(known, entity, present) ?? null));
}

/** The entry of an id; the first where several bear it. */
function pageNamed(known: Known, id: string): Entry | undefined {
  const found = resolve(known, id);
  return found.kind === 'one' ? found.entry : found.kind === 'many' ? found.entries[0] : undefined;
}
