/** A graph as text that others load: a line of JSON for each node and edge, or GraphML. */
import { escaped } from '../../picture/paint/svg';
import { CODEX_NODE, type Graph, type GraphEdge, type GraphNode, type Properties } from './graphRows';

export type GraphFormat = 'jsonl' | 'graphml';

/** What an export begins with, by which it is known again. */
const OPENINGS: Readonly<Record<GraphFormat, string>> = {
  jsonl: `{"type":"node","id":"${CODEX_NODE}"`,
  graphml: '<?xml version="1.0" encoding="UTF-8"?>\n<!-- Made by retcon export. -->\n',
};

/** Whether a file is an export of ours, by its first bytes. */
export const isGraphExport = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head);
  return Object.values(OPENINGS).some((opening) => text.startsWith(opening.slice(0, text.length)));
};

/** How a file is written, by its name; undefined where it is no graph. */
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

/** The properties that any of them has, and what each holds. */
function keysOf(target: Target, all: readonly (GraphNode | GraphEdge)[]) {
  const types = new Map([['label', 'string']]);
  for (const { properties } of all)
    for (const [name, value] of Object.entries(properties)) if (!types.has(name)) types.set(name, typeOf(value));
  return [...types].map(([name, type]) => ({ target, name, type }));
}

/** A day may be a thousand years away, times any calendar: it is counted in doubles. */
const typeOf = (value: Properties[string]): string =>
  typeof value === 'number' ? 'double' : typeof value === 'boolean' ? 'boolean' : 'string';

/** A list is JSON: GraphML knows none. */
const dataOf = (target: Target, properties: Properties): string =>
  Object.entries(properties)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `<data key="${target}.${name}">${escaped(text)}</data>`;
    })
    .join('');
