/** The view of one note: its versions, its facts, and what it and other notes mention of each other. */
import { attributeLabel, type RenderContext } from '../reading/entryWords';
import { referencesTo, ROLES, subjectOf } from '../reading/mentions';
import { namingsIn } from '../entry/naming';
import type { Entry } from '../entry/entry';
import { numbered, presentFacts } from '../entry/versions';
import type { Span } from '../text/span';
import { nameSpan } from '../rules/rule';
import { versionRows } from './retconsView';
import { details, rowKey, type RowSort, type Rows, type ViewRowData } from './row';
import { counted } from '../text/words';

/** More than anybody reads beside a page. */
const MOST = 200;

/** The versions, where there are several, then a group for each sort of thing that the note has. */
export function* noteRows(context: RenderContext, entry: Entry): Rows {
  const versions = yield* versionRows(context, entry);
  const facts = factRows(entry);
  yield;
  const [into, out] = [mentionsInto(context, entry), mentionsOut(context, entry)];
  return [
    ...versions,
    ...group('facts', 'Facts', counted(facts.length, 'fact'), facts),
    ...group('into', 'Mentioned by', counted(into.length, 'note'), into),
    ...group('out', 'Mentions', counted(out.length, 'note'), out),
  ];
}

function group(key: string, label: string, detail: string, rows: readonly ViewRowData[]): ViewRowData[] {
  return rows.length === 0
    ? []
    : [{ key: rowKey('group', key), sort: 'group', label, detail, rows: rows.slice(0, MOST) }];
}

/** What the note says now. */
const factRows = (entry: Entry): ViewRowData[] =>
  numbered(presentFacts(entry)).map((fact) => ({
    key: rowKey('fact', String(fact.index)),
    sort: 'fact',
    label: `${attributeLabel(fact.attribute.text)}: ${fact.value.text}`,
    detail: details(fact.from && `from ${fact.from.text}`, fact.until && `until ${fact.until.text}`),
    opens: { entry, span: fact.value.span },
  }));

/** Each note that names this one, once, at the first place. */
function mentionsInto({ known }: RenderContext, entry: Entry): ViewRowData[] {
  const rows = new Map<Entry, ViewRowData>();
  for (const { entry: by, naming } of referencesTo(known, { kind: 'entry', entry }))
    if (by !== entry && !rows.has(by))
      rows.set(by, mention('into', by, ROLES[naming.role], { entry: by, span: naming.span }));
  return [...rows.values()];
}

/** Each note that this one names, once. */
function mentionsOut({ known }: RenderContext, entry: Entry): ViewRowData[] {
  const rows = new Map<Entry, ViewRowData>();
  for (const naming of namingsIn(entry)) {
    const subject = subjectOf(known, entry, naming);
    if (subject?.kind !== 'entry' || subject.entry === entry || rows.has(subject.entry)) continue;
    const { entry: to } = subject;
    rows.set(to, mention('out', to, ROLES[naming.role], { entry: to, span: nameSpan(to) }));
  }
  return [...rows.values()];
}

const mention = (
  sort: RowSort & ('into' | 'out'),
  { path, title }: Entry,
  role: string,
  opens: { readonly entry: Entry; readonly span: Span },
): ViewRowData => ({ key: rowKey(sort, path), sort, label: title, detail: role.toLowerCase(), opens });
