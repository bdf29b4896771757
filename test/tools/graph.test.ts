/**
 * The codex as a graph, loaded by a library that knows nothing about Retcon: it answers what the canon answers, on both
 * axes.
 */
import { MultiDirectedGraph } from 'graphology';
import { parse } from 'graphology-graphml';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../server/src/core/text/groups';
import { exportedFor } from '../../server/src/core/tools/asked/forKnower';
import { exportSteps } from '../../server/src/core/tools/exports/exportRows';
import {
  type Graph,
  graphOf,
  type GraphFormat,
  graphFormatOf,
  graphText,
  isGraphExport,
} from '../../server/src/core/tools/exports/graphRows';
import { vyr } from '../support/caret';
import { codexOf, type Files } from '../support/codex';
import { askWasTrueAt } from '../support/ask';

// oxlint-disable-next-line typescript/no-explicit-any -- the attributes of a graph are looked into freely
type Json = any;

const FILES: Files = {
  ...vyr,
  'song.md':
    '---\ntitle: "A <Song> & \\u0001more"\ncanon: session-45\nsources: [founding-of-house-vyr, "an old\\n book"]\nfacts: {bridge: {cause: "flood & fire", draft: "true"}}\n---\n',
  'ruling.md': '---\ncanon: session-47\nretracts: {id: song, effective: always, reason: "No <flood>."}\n---\n',
  'a/twin.md': '---\nid: twin\n---\n',
  'b/twin.md': '---\nid: twin\n---\n',
};

const exported = (files: Files = FILES): Graph => graphOf(atOnce(exportSteps(codexOf(files).canon)));
const textOf = (format: GraphFormat, files?: Files): string => [...graphText(exported(files), format)].join('');

function loadedLines(text: string): MultiDirectedGraph {
  const graph = new MultiDirectedGraph();
  for (const line of text.trimEnd().split('\n')) {
    const one: Json = JSON.parse(line);
    if (one.type === 'node') graph.addNode(one.id, { label: one.labels[0], ...one.properties });
    else graph.addEdgeWithKey(one.id, one.start.id, one.end.id, { label: one.label, ...one.properties });
  }
  return graph;
}

const LOADED: readonly (readonly [GraphFormat, () => MultiDirectedGraph])[] = [
  ['jsonl', () => loadedLines(textOf('jsonl'))],
  ['graphml', () => parse(MultiDirectedGraph, textOf('graphml'))],
];

describe.each(LOADED)('as %s', (_, load) => {
  it('has entries and values as nodes, facts and retcons as edges', () => {
    const graph = load();
    const count = (all: readonly string[], of: (id: string) => Json, label: string): number =>
      all.filter((id) => of(id).label === label).length;
    const node = (id: string): Json => graph.getNodeAttributes(id);
    const edge = (id: string): Json => graph.getEdgeAttributes(id);
    expect(count(graph.nodes(), node, 'Entry')).toBe(9);
    expect(count(graph.edges(), edge, 'RETCON')).toBe(2);
    expect(graph.hasNode('entity:bridge')).toBe(true);
    expect(graph.hasNode('value:flood & fire')).toBe(true);
    expect(graph.edges('entry:song', 'entry:founding-of-house-vyr').map((id) => edge(id).label)).toEqual(['RESTS_ON']);
    const [retcon] = graph.edges('entry:refounding-of-house-vyr', 'entry:founding-of-house-vyr');
    expect(edge(retcon ?? '')).toMatchObject({
      kind: 'change',
      valid_from: '412 TA',
      known_from: 'session-47',
      known_from_date: '2026-05-12',
      reason: 'Aldric was the true founder.',
    });
  });

  it('answers what the canon answers, at any point of both axes', () => {
    const graph = load();
    const facts = graph.edges().map((id): Json => graph.getEdgeAttributes(id));
    const founded = facts.find(({ valid_from }) => valid_from === '200 TA').valid_from_day as number;
    const { canon } = codexOf(FILES);
    const order = [undefined, 'session-45', 'session-47'];
    for (const asOf of ['session-45', 'session-47'])
      for (const at of ['100 TA', '300 TA', '411 TA', '412 TA', '430 TA']) {
        const point = order.indexOf(asOf);
        const answered = askWasTrueAt(canon, { entity: 'house-vyr', at, asOf, attribute: 'founder' });
        // The little calendar has two months of thirty days.
        const day = founded + (Number.parseInt(at, 10) - 200) * 60;
        const held = facts.filter(
          (one) =>
            one.attribute === 'founder' &&
            order.indexOf(one.known_from) <= point &&
            (one.known_until === undefined || point < order.indexOf(one.known_until)) &&
            (one.valid_from_day ?? -Infinity) <= day &&
            day < (one.valid_until_day ?? Infinity),
        );
        const expected = answered.ok
          ? answered.json.facts.flatMap(({ values }) => values.map(({ value }) => value))
          : [];
        expect(
          held.map(({ value }) => String(value)),
          `${at} as of ${asOf}`,
        ).toEqual(expected);
      }
  });
});

it('keeps two entries of one id apart, and loses nothing of an awkward text', () => {
  const { nodes } = exported();
  expect(nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(['entry:twin', 'entry:b/twin.md']));
  const song = loadedLines(textOf('jsonl')).getNodeAttributes('entry:song') as Json;
  expect(song.title).toBe('A <Song> & \u0001more');
  const drawn = parse(MultiDirectedGraph, textOf('graphml')).getNodeAttributes('entry:song') as Json;
  expect(drawn.title).toBe('A <Song> & more');
});

it('contains for a knower what they have learned, and nothing else', () => {
  const files = {
    ...FILES,
    'secret.md':
      '---\ntitle: The Oven Boy\nknown_by: lysa\nfacts: {maric: {father: the baker}}\nsources: [hidden-letter]\n---\n',
    'lysa.md': '---\ntitle: Lysa\n---\n',
  };
  const seen = exportedFor(codexOf(files).canon, 'aldric', undefined);
  const graph = seen.ok ? graphOf(atOnce(exportSteps(seen.value.canon))) : { nodes: [], edges: [] };
  const text = [...graphText(graph, 'jsonl')].join('');
  expect(text).toContain('entry:maric');
  expect(text).not.toMatch(/oven|baker|hidden-letter|secret/i);
});

it('is recognized by its first bytes', () => {
  for (const format of ['jsonl', 'graphml'] as const) {
    expect(isGraphExport(Buffer.from(textOf(format)).subarray(0, 100))).toBe(true);
    expect(textOf(format, {})).toContain('retcon:codex');
  }
  expect(isGraphExport(Buffer.from('{"type":"node","id":"0"}'))).toBe(false);
  expect(isGraphExport(Buffer.from('# Notes'))).toBe(false);
  expect(['a.jsonl', 'b.GraphML', 'c.sqlite', 'jsonl'].map(graphFormatOf)).toEqual([
    'jsonl',
    'graphml',
    undefined,
    undefined,
  ]);
});
