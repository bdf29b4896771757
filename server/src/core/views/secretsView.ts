/** The view of secrets: what each circle and knower knows, since when, and what everybody else holds instead; and beliefs. */
import {
  allEntries,
  anyone,
  clippedFactsOf,
  describerOf,
  knowersOfFact,
  type AudienceMember,
  knowersOfPage,
  isCircle,
  kindOfAttribute,
  type Known,
  knownAt,
  LATEST,
  believedOf,
  entityOfFact,
  resolve,
  entityNamed,
  seenBy,
  valueEntry,
  wasTrueAt,
} from '../canon';
import { compareTexts } from '../text/sorted';
import { EVERYONE, NO_ONE } from '../codex/knowledgeKeys';
import type { Entry, Fact } from '../entry/entry';
import { attributeLabel, type RenderContext } from '../reading/entryWords';
import { nameSpan } from '../rules/rule';
import { listWords, counted } from '../text/words';
import { details, type RowSort, rowKey, type Rows, type ViewRowData } from './row';
import { allBeliefsOf, pageOf, withVersions, allFactsOf } from '../entry/versions';

/** More than anybody reads at once; a group of more is opened when somebody looks. */
const FEW = 50;
const MOST = 500;

interface Group {
  readonly name: string;
  readonly secrets: ViewRowData[];
  readonly beliefs: ViewRowData[];
}

/** @param under the key of a group, whose rows are wanted; else the groups: circles, knowers, and last what only the author knows */
export function* secretRows(context: RenderContext, under?: string): Rows {
  const groups = new Map<string, Group>();
  const everyone = whatEveryoneHolds(context);
  const groupOf = (name: string): Group => {
    let group = groups.get(name);
    if (!group) groups.set(name, (group = { name, secrets: [], beliefs: [] }));
    return group;
  };
  for (const entry of allEntries(context.known.canon)) {
    yield;
    if (context.known.has(entry)) gather(context, everyone, entry, groupOf);
  }
  const all = [...groups.values()].sort((a, b) => inOrder(context.known, a.name, b.name));
  if (under !== undefined) {
    const group = all.find(({ name }) => name === under);
    const rows = group ? [...group.secrets, ...group.beliefs] : [];
    return rows.slice(0, MOST);
  }
  return all.map((group) => groupRow(context, group));
}

function gather(context: RenderContext, everyone: Known, entry: Entry, groupOf: (name: string) => Group): void {
  const { known } = context;
  const page = entry.knowledge?.believedBy ? null : knowersOfPage(known, LATEST, entry);
  // Most pages keep nothing from anybody: what retcons leave of them need not be worked out.
  if (
    !page &&
    withVersions(entry).every(({ knowledge, facts }) => !knowledge && facts.every((fact) => !fact.knowledge))
  )
    return;
  const secret = (inOn: readonly AudienceMember[], row: (one: AudienceMember | null) => ViewRowData): void => {
    if (inOn.length === 0) groupOf(NO_ONE).secrets.push(row(null));
    for (const one of inOn) if (one.name !== EVERYONE) groupOf(one.name).secrets.push(row(one));
  };
  for (const clipped of clippedFactsOf(known, entry)) {
    const inOn = knowersOfFact(known, LATEST, clipped);
    if (!inOn || clipped.segments.length === 0) continue;
    const { entity, fact } = clipped;
    const instead = heldInstead(context, everyone, entity, fact);
    secret(inOn, (one) => ({
      key: rowKey(one?.name ?? NO_ONE, entry.path, String(fact.value.span.start)),
      sort: 'secret',
      label: factLabel(context, entity, fact),
      detail: details(sinceWords(one), instead, entry.title),
      opens: { entry, span: fact.value.span },
    }));
  }
  // A page without facts is a secret as a whole.
  if (page && allFactsOf(entry).length === 0)
    secret(page, (one) => ({
      key: rowKey(one?.name ?? NO_ONE, entry.path),
      sort: 'secret',
      label: entry.title,
      detail: details(sinceWords(one), entry.type?.text),
      opens: { entry, span: nameSpan(entry) },
    }));
  for (const { knowers, span } of entry.knowledge?.secrets ?? []) {
    const names = knowers.length === 0 ? [NO_ONE] : knowers.map(({ text }) => nameIn(known, text));
    for (const name of names)
      groupOf(name).secrets.push({
        key: rowKey(name, entry.path, String(span.start)),
        sort: 'passage',
        label: entry.title,
        detail: 'a passage',
        opens: { entry, span: { start: span.start, end: span.start } },
      });
  }
  for (const fact of allBeliefsOf(entry)) {
    const entity = entityOfFact(known, entry, fact);
    const found = believedOf(known, known.canon, LATEST, entity, fact.attribute.text).find(
      ({ clipped }) => pageOf(clipped.entry) === entry && clipped.fact.value.span.start === fact.value.span.start,
    );
    for (const name of found?.by ?? []) groupOf(name).beliefs.push(beliefRow(context, entry, fact, entity, name));
  }
}

function beliefRow(context: RenderContext, entry: Entry, fact: Fact, entity: string, name: string): ViewRowData {
  const so = valuesOf(context.known, context, entity, fact.attribute.text);
  return {
    key: rowKey(name, 'believes', entry.path, String(fact.value.span.start)),
    sort: 'belief',
    label: factLabel(context, entity, fact),
    detail: details(so.length > 0 ? `and it is ${listWords(so, 'and')}` : 'and in truth there is none', entry.title),
    opens: { entry, span: fact.value.span },
  };
}

/** `founder of House Vyr: Aldric`. */
function factLabel({ known, present }: RenderContext, entity: string, { attribute, value }: Fact): string {
  const of = describerOf(known, entity, present)?.title ?? entity;
  return `${attributeLabel(attribute.text)} of ${of}: ${valueTitle(known, value)}`;
}

/** What everybody else holds, where it is something else; of a set the others hold what they hold beside it. */
function heldInstead(context: RenderContext, everyone: Known, entity: string, fact: Fact): string | null {
  if (kindOfAttribute(context.known, fact.attribute.text) === 'set') return null;
  const held = valuesOf(everyone, context, entity, fact.attribute.text);
  const own = valueTitle(context.known, fact.value);
  const others = held.filter((one) => one !== own);
  return others.length === 0 ? null : `others hold ${listWords(others, 'and')}`;
}

const valuesOf = (known: Known, { present }: RenderContext, entity: string, attribute: string): string[] => {
  const [answer] = wasTrueAt(known, entity, { at: present, attribute }).facts;
  return [...new Set((answer?.values ?? []).map(({ ref, clipped }) => ref?.title ?? clipped.fact.value.text))];
};

/** The title of the entry that it refers to, else the author's text. */
const valueTitle = (known: Known, value: Fact['value']): string => valueEntry(known, value)?.title ?? value.text;

/** The id of the entry that a name means, else the name as written. */
const nameIn = (known: Known, name: string): string =>
  resolve(known, name).kind === 'one' ? entityNamed(known, name) : name;

const sinceWords = (one: AudienceMember | null): string | null =>
  one === null ? null : one.isNever ? 'never' : one.since === null ? null : `from ${one.since}`;

/** What anybody may know at the present. */
const whatEveryoneHolds = ({ known, present }: RenderContext): Known =>
  knownAt(seenBy({ canon: known.canon, point: LATEST, knowerIn: () => anyone, until: present }), LATEST);

function groupRow(context: RenderContext, { name, secrets, beliefs }: Group): ViewRowData {
  const { known, present } = context;
  const entry = name === NO_ONE ? undefined : describerOf(known, name, present);
  const rows = [...secrets, ...beliefs];
  const sort: RowSort = name === NO_ONE ? 'nobody' : isCircle(known, name) ? 'circle' : 'knower';
  return {
    key: name,
    sort,
    label: name === NO_ONE ? 'Only you' : (entry?.title ?? name),
    detail: details(
      secrets.length > 0 ? counted(secrets.length, 'secret') : null,
      beliefs.length > 0 ? counted(beliefs.length, 'belief') : null,
    ),
    ...(entry && { opens: { entry, span: nameSpan(entry) } }),
    rows: rows.length > FEW ? 'later' : rows,
  };
}

/** Circles, then others by name, and last what nobody knows. */
function inOrder(known: Known, a: string, b: string): number {
  const place = (name: string): number => (name === NO_ONE ? 2 : isCircle(known, name) ? 0 : 1);
  return place(a) - place(b) || compareTexts(a, b);
}
