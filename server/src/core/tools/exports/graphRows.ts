/**
 * The codex as a graph, made from the rows of the export: entries and values are nodes; facts and retcons are edges, each with its
 * four times.
 */
import type { Tables, TableRow } from './exportRows';
import { escaped } from '../../picture/paint/svg';

type Properties = Readonly<Record<string, string | number | boolean | readonly string[]>>;

interface GraphNode {
  readonly id: string;
  readonly label: 'Codex' | 'Entry' | 'Entity' | 'Value';
  readonly properties: Properties;
}

interface GraphEdge {
  readonly id: string;
  /** Spelled as property graphs do. */
  readonly label: 'FACT' | 'RETCON' | 'DESCRIBES' | 'RESTS_ON';
  readonly from: string;
  readonly to: string;
  readonly properties: Properties;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The node that an exported graph begins with; it describes the graph. */
const CODEX_NODE = 'retcon:codex';

export function graphOf(tables: Tables): Graph {
  const rows = (name: string): readonly TableRow[] => tables[name] ?? [];
  const nodes = new Map<string, GraphNode>([
    [
      CODEX_NODE,
      {
        id: CODEX_NODE,
        label: 'Codex',
        properties: some({ present: rows('present')[0]?.at }),
      },
    ],
  ]);
  const times = canonTimes(rows('canon_point'));
  const files = new Map<unknown, string>();
  for (const row of rows('entry')) {
    const id = nodes.has(`entry:${row.id}`) ? `entry:${row.file}` : `entry:${row.id}`;
    files.set(row.file, id);
    nodes.set(id, { id, label: 'Entry', properties: entryProperties(row, times) });
  }
  const node = (label: 'Entity' | 'Value', name: string): string => {
    const entry = `entry:${name}`;
    if (label === 'Entity' && nodes.has(entry)) return entry;
    const id = `${label === 'Entity' ? 'entity' : 'value'}:${name}`;
    if (!nodes.has(id)) nodes.set(id, { id, label, properties: { name } });
    return id;
  };
  const sourcesOf = sourcesByFile(rows('link'));
  const reasons = reasonsBy(rows('retcon'));
  const facts = rows('fact').map((row, i): GraphEdge => {
    const ref = row.ref === null ? null : `entry:${row.ref}`;
    return {
      id: `fact:${i + 1}`,
      label: 'FACT',
      from: node('Entity', String(row.entity)),
      to: ref !== null && nodes.has(ref) ? ref : node('Value', String(row.value)),
      properties: factProperties(row, times, sourcesOf.get(row.file) ?? [], reasons),
    };
  });
  const retcons = rows('retcon').map(
    (row, i): GraphEdge => ({
      id: `retcon:${i + 1}`,
      label: 'RETCON',
      from: `entry:${row.by}`,
      to: `entry:${row.superseded}`,
      properties: retconProperties(row, times),
    }),
  );
  const describes = rows('entry').map((row, i): GraphEdge => {
    const properties = some(times.from(row.known_from));
    const from = files.get(row.file) ?? '';
    return { id: `describes:${i + 1}`, label: 'DESCRIBES', from, to: node('Entity', String(row.entity)), properties };
  });
  const known = new Map(rows('entry').map((row) => [row.file, row.known_from]));
  const rests = rows('link')
    .filter(({ kind, to }) => kind === 'source' && to !== null && nodes.has(`entry:${to}`))
    .map((row, i): GraphEdge => {
      const properties = some(times.from(known.get(row.file)));
      return {
        id: `rests_on:${i + 1}`,
        label: 'RESTS_ON',
        from: files.get(row.file) ?? '',
        to: `entry:${row.to}`,
        properties,
      };
    });
  const edges = [...facts, ...retcons, ...describes.filter(({ from, to }) => from !== to), ...rests];
  // The name of an entry in an edge may be the id of two entries.
  return { nodes: [...nodes.values()], edges: edges.filter(({ from, to }) => nodes.has(from) && nodes.has(to)) };
}

type Given = Readonly<Record<string, TableRow[string] | boolean | readonly string[] | undefined>>;

/** Without nulls, which property graphs do not have. */
const some = (given: Given): Properties =>
  Object.fromEntries(
    Object.entries(given).filter((one): one is [string, Properties[string]] => one[1] !== null && one[1] !== undefined),
  );

/** Numbers of canon points, with their names and dates. */
function canonTimes(points: readonly TableRow[]) {
  const byNumber = new Map<unknown, TableRow>();
  for (const row of points) if (!byNumber.has(row.point) && row.as_of !== 'latest') byNumber.set(row.point, row);
  const end = (which: 'from' | 'until') => (point: TableRow[string] | undefined) => {
    const found = byNumber.get(point);
    return { [`known_${which}`]: found?.as_of, [`known_${which}_date`]: found?.date };
  };
  return { from: end('from'), until: end('until') };
}

type CanonTimes = ReturnType<typeof canonTimes>;

const entryProperties = (row: TableRow, times: CanonTimes): Properties =>
  some({
    entry: row.id,
    title: row.title,
    file: row.file,
    type: row.type,
    entity: row.entity,
    date: row.date,
    until: row.until,
    standing: row.standing,
    tier: row.tier,
    draft: row.draft === 1,
    ...times.from(row.known_from),
  });

function factProperties(
  row: TableRow,
  times: CanonTimes,
  sources: readonly string[],
  reasons: ReadonlyMap<string, string>,
): Properties {
  return some({
    attribute: row.attribute,
    value: row.value,
    kind: row.kind,
    valid_from: row.from,
    valid_until: row.until,
    valid_from_day: row.from_day,
    valid_until_day: row.until_day,
    line: row.line,
    approximate: row.approximate === 1,
    ...times.from(row.known_from),
    ...times.until(row.known_until),
    stated_by: row.entry,
    superseded_by: row.superseded_by,
    reason: reasonOf(row, reasons),
    sources,
  });
}

const retconProperties = (row: TableRow, times: CanonTimes): Properties =>
  some({
    kind: row.kind,
    valid_from: row.effective,
    valid_from_day: row.effective_day,
    line: row.effective_line,
    ...times.from(row.known_from),
    only: textsIn(row.only),
    reason: row.reason,
    sources: textsIn(row.sources) ?? [],
  });

const textsIn = (json: TableRow[string] | undefined): readonly string[] | undefined =>
  typeof json === 'string' ? (JSON.parse(json) as string[]) : undefined;

function sourcesByFile(links: readonly TableRow[]): ReadonlyMap<TableRow[string] | undefined, readonly string[]> {
  const sources = new Map<TableRow[string] | undefined, string[]>();
  for (const { kind, file, target, to } of links) {
    if (kind !== 'source') continue;
    const all = sources.get(file) ?? [];
    sources.set(file, all);
    all.push(String(to ?? target));
  }
  return sources;
}

/**
 * The reasons of retcons: by the pair of entries; and by the later entry alone, for what it adds. The changes of a page that remembers
 * are of single values.
 */
function reasonsBy(retcons: readonly TableRow[]): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const { by, superseded, only, reason } of retcons) {
    if (typeof reason !== 'string') continue;
    const values = by === superseded ? (textsIn(only) ?? []).map((value) => whyKey(by, superseded, value)) : null;
    for (const key of values ?? [whyKey(by, superseded), whyKey(by)]) if (!reasons.has(key)) reasons.set(key, reason);
  }
  return reasons;
}

function reasonOf(row: TableRow, reasons: ReadonlyMap<string, string>): string | undefined {
  const { superseded_by: by, entry, entity, attribute, value } = row;
  if (by !== entry) return reasons.get(whyKey(by, entry)) ?? reasons.get(whyKey(entry));
  const names = [`${attribute} = ${value}`, `${entity}.${attribute} = ${value}`];
  return names.flatMap((name) => reasons.get(whyKey(by, entry, name)) ?? [])[0] ?? reasons.get(whyKey(entry));
}

const whyKey = (...ids: readonly (TableRow[string] | undefined)[]): string => JSON.stringify(ids);

/** The text formats of a graph: a line of JSON for each node and edge, or GraphML. */
export type GraphFormat = 'jsonl' | 'graphml';

/** The beginning of an export, which identifies it. */
const OPENINGS: Readonly<Record<GraphFormat, string>> = {
  jsonl: `{"type":"node","id":"${CODEX_NODE}"`,
  graphml: '<?xml version="1.0" encoding="UTF-8"?>\n<!-- Made by retcon export. -->\n',
};

/** Whether a file is one of our exports, by its first bytes. */
export const isGraphExport = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head);
  return Object.values(OPENINGS).some((opening) => text.startsWith(opening.slice(0, text.length)));
};

/** The format for a file name; undefined if it does not name a graph. */
export const graphFormatOf = (file: string): GraphFormat | undefined =>
  /\.(jsonl|graphml)$/i.exec(file)?.[1]?.toLowerCase() as GraphFormat | undefined;

/** The parts of the text, one after the other. */
export const graphText = (graph: Graph, format: GraphFormat): Iterable<string> =>
  format === 'jsonl' ? jsonLines(graph) : graphMl(graph);

/** As Neo4j writes and reads graphs (`apoc.import.json`). */
function* jsonLines({ nodes, edges }: Graph): Generator<string> {
  const labels = new Map<string, string>();
  for (const { id, label, properties } of nodes) {
    labels.set(id, label);
    yield `${JSON.stringify({ type: 'node', id, labels: [label], properties })}\n`;
  }
  const end = (id: string) => ({ id, labels: [labels.get(id) ?? ''] });
  for (const { id, label, from, to, properties } of edges)
    yield `${JSON.stringify({ type: 'relationship', id, label, properties, start: end(from), end: end(to) })}\n`;
}

function* graphMl({ nodes, edges }: Graph): Generator<string> {
  yield `${OPENINGS.graphml}<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n`;
  const keys = [...keysOf('node', nodes), ...keysOf('edge', edges)];
  for (const { target, name, type } of keys)
    yield `  <key id="${target}.${name}" for="${target}" attr.name="${name}" attr.type="${type}"/>\n`;
  yield '  <graph id="codex" edgedefault="directed">\n';
  for (const { id, label, properties } of nodes)
    yield `    <node id="${escaped(id)}">${dataOf('node', { label, ...properties })}</node>\n`;
  for (const { id, label, from, to, properties } of edges)
    yield `    <edge id="${escaped(id)}" source="${escaped(from)}" target="${escaped(to)}">${dataOf('edge', { label, ...properties })}</edge>\n`;
  yield '  </graph>\n</graphml>\n';
}

type Target = 'node' | 'edge';

/** The properties of all nodes or edges, and the type of each. */
function keysOf(target: Target, all: readonly (GraphNode | GraphEdge)[]) {
  const types = new Map([['label', 'string']]);
  for (const { properties } of all)
    for (const [name, value] of Object.entries(properties)) if (!types.has(name)) types.set(name, typeOf(value));
  return [...types].map(([name, type]) => ({ target, name, type }));
}

/** A day may be a thousand years away, and times may be of any calendar: both are counted in doubles. */
const typeOf = (value: Properties[string]): string =>
  typeof value === 'number' ? 'double' : typeof value === 'boolean' ? 'boolean' : 'string';

/** A list is written as JSON, since GraphML has no lists. */
const dataOf = (target: Target, properties: Properties): string =>
  Object.entries(properties)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `<data key="${target}.${name}">${escaped(text)}</data>`;
    })
    .join('');
