/** The test cases of the YAML project, wrapped as frontmatter, are read as the suite expects. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cutFrontmatter } from '../../server/src/core/entry/frontmatter';
import { readYamlFully } from '../../server/src/core/yaml/fullReader';
import { readYaml } from '../../server/src/core/yaml/readYaml';
import type { YamlNode, YamlReading } from '../../server/src/core/yaml/tree';
import { absent, corpus } from './corpora';

interface Case {
  readonly name: string;
  readonly yaml: string;
  /** The events of the document, in the suite's notation. */
  readonly tree: string;
  readonly fails: boolean;
}

/** Where the `yaml` package itself differs from the suite. */
const DIFFERENT: Readonly<Record<string, string>> = {
  '2JQS': 'two empty keys: we report the second one, the suite lets it pass',
  '9MMA':
    'a directive without a document: an error of the suite that `yaml` finds only since it is asked for a document',
  SF5V: 'a directive given twice: an error of the suite, none of `yaml`',
};

/** A tree without spans: style and text of scalars, pairs as lists, nothing written the same as an empty text. */
type Shape = string | { readonly list: readonly Shape[] } | { readonly map: readonly (readonly [Shape, Shape])[] };

/** A key that is a list or a mapping: the suite has its events, we its source. */
const COMPLEX = 'a key that is no scalar';

const folder = corpus('yaml-test-suite');

describe.skipIf(folder === null)(`the YAML suite${absent('yaml-test-suite')}`, () => {
  const all = folder === null ? [] : readCases(join(folder, 'src'));
  const wrappable = all.filter(({ yaml }) => !/^(?:---|\.\.\.)/m.test(yaml));
  const valid = wrappable.filter(({ fails }) => !fails);
  const isSame = ({ name }: Case): boolean => !(name.slice(0, 4) in DIFFERENT);

  it('has 203 valid cases that can be wrapped', () => expect(valid).toHaveLength(203));

  it.each(valid.filter(isSame))('$name', ({ yaml, tree }) => {
    const events = tree.split('\n').map((line) => line.trimStart());
    const expected = shapeOfEvents(events.filter((event) => event !== '' && !/^[+-](?:STR|DOC)/.test(event)));
    for (const reading of wrapped(yaml)) {
      expect(reading.problems).toEqual([]);
      expect(shapeOf(reading.root, expected)).toEqual(expected);
    }
  });

  it('reports the second of two empty keys (2JQS)', () => {
    const reading = wrapped(': a\n: b\n')[0];
    expect(reading?.problems.map(({ code }) => code)).toEqual(['frontmatter/duplicate-key']);
  });

  it.each(wrappable.filter((one) => one.fails && isSame(one)))('reports $name', ({ yaml }) => {
    for (const { problems } of wrapped(yaml)) expect(problems).not.toEqual([]);
  });
});

function wrapped(yaml: string): readonly YamlReading[] {
  const text = `---\n${yaml}${yaml.endsWith('\n') ? '' : '\n'}---\n# Body\n`;
  const cut = cutFrontmatter(text);
  expect(cut && text.slice(cut.body)).toBe('# Body\n');
  return cut ? [readYaml(text, cut.yaml), readYamlFully(text, cut.yaml)] : [];
}

function readCases(src: string): readonly Case[] {
  return readdirSync(src).flatMap((file) => {
    const cases: { yaml: string; tree?: string; fail?: boolean }[] = parse(readFileSync(join(src, file), 'utf8'));
    return cases.map(({ yaml, tree, fail }, index) => ({
      name: `${file.slice(0, 4)}${cases.length > 1 ? `.${index}` : ''}`,
      yaml: visible(yaml),
      // A case without a tree has that of the case before it.
      tree: visible(tree ?? cases[index - 1]?.tree ?? ''),
      fails: fail === true,
    }));
  });
}

/** The suite writes what can't be seen by signs of its own. */
const visible = (text: string): string =>
  text
    .replaceAll('␣', ' ')
    .replace(/—*»/g, '\t')
    .replaceAll('←', '\r')
    .replaceAll('⇔', '\uFEFF')
    .replaceAll('↵', '')
    .replace(/∎\n$/, '');

const STYLE = { plain: ':', single: "'", double: '"', block: '|' } as const;

/** @param expected says where a key is not a scalar: ours is then its source text, which the suite's events don't hold */
function shapeOf(node: YamlNode | null, expected?: Shape): Shape {
  if (node === null) return ':';
  if (node.kind === 'scalar') return STYLE[node.style] + node.text;
  if (node.kind === 'sequence') {
    const list = typeof expected === 'object' && 'list' in expected ? expected.list : [];
    return { list: node.items.map((item, index) => shapeOf(item, list[index])) };
  }
  const map = typeof expected === 'object' && 'map' in expected ? expected.map : [];
  return {
    map: node.pairs.map(({ key, value }, index) => {
      const [expectedKey, expectedValue] = map[index] ?? [];
      return [expectedKey === COMPLEX ? COMPLEX : shapeOf(key), shapeOf(value, expectedValue)];
    }),
  };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', '\\': '\\' };

function shapeOfEvents(events: readonly string[]): Shape {
  const anchors = new Map<string, Shape>();
  let at = 0;
  const read = (isKey = false): Shape => {
    const event = events[at++] ?? '=VAL :';
    if (event.startsWith('=ALI')) return anchors.get(event.slice(6)) ?? 'unknown alias';
    const [, kind, rest = ''] = /^(=VAL|\+SEQ|\+MAP)(?: (?:\[\]|\{\}))?(.*)$/.exec(event) ?? [];
    const [, anchor, value = ''] = /^(?: &(\S+))?(?: <[^>]*>)?(?: (.*))?$/.exec(rest) ?? [];
    let shape: Shape;
    if (kind === '=VAL') {
      const style = value.charAt(0) === '>' ? '|' : value.charAt(0);
      shape = style + value.slice(1).replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
    } else {
      const inside: Shape[] = [];
      while (at < events.length && !events[at]?.startsWith('-')) {
        inside.push(read(kind === '+MAP' && inside.length % 2 === 0));
      }
      at++;
      shape = kind === '+SEQ' ? { list: inside } : { map: pairsOf(inside) };
      if (isKey) shape = COMPLEX;
    }
    if (anchor !== undefined) anchors.set(anchor, shape);
    return shape;
  };
  return read();
}

function pairsOf(inside: readonly Shape[]): readonly (readonly [Shape, Shape])[] {
  return inside.flatMap((key, index) => (index % 2 === 0 ? [[key, inside[index + 1] ?? ':'] as const] : []));
}
