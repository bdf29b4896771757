/** Edits of YAML change what they are meant to, and no other character. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutFrontmatter } from '../../server/src/core/entry/frontmatter';
import {
  addKeys,
  removeKey,
  setKey,
  setScalar,
  addItemsTo,
  addToItem,
  removeItem,
} from '../../server/src/core/yaml/editYaml';
import {
  placeOfSpan,
  type YamlMapping,
  type YamlNode,
  type YamlSequence,
  asWritten,
  NOTHING,
  valueOf,
  type YamlValue,
} from '../../server/src/core/yaml/tree';
import { readYaml } from '../../server/src/core/yaml/readYaml';
import { scalarText } from '../../server/src/core/yaml/writeYaml';
import { absent, vaultFiles, VAULTS } from './corpora';
import { apply, editsOf, read } from './edited';
import { SAMPLES } from './samples';

const anything = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point));

/** Texts as scalars: anything, YAML syntax, and sentences. */
const words = fc.oneof(
  fc.string({ unit: anything }),
  fc.stringMatching(/^[-a-c ?:,#[\]{}'"&*!|>%@`\\\n\t~.]{0,8}$/),
  fc.stringMatching(/^[a-cé書0-2]{1,3}(?:(?:[ _'’-]|[,.;:] )[a-cé書0-2]{1,3}){0,3}[.!?]?$/),
);

/** What is written in quotes whatever it means. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;

/** As the value of a key, and as an item. */
const inPlace = (scalar: string, { isFlow }: { isFlow: boolean }): string =>
  isFlow ? `{k: ${scalar}, l: [${scalar}]}` : `k: ${scalar}\nl:\n  - ${scalar}\n`;

const RUNS = Number(process.env.FUZZ_RUNS ?? 100);

function mapping(node: YamlNode | null | undefined): YamlMapping {
  if (node?.kind !== 'mapping') throw new Error('no mapping');
  return node;
}

function at(text: string, ...path: (string | number)[]): YamlNode | null {
  let node = read(text);
  for (const step of path) {
    if (node?.kind === 'mapping') node = node.pairs.find(({ key }) => key.text === step)?.value ?? null;
    else if (node?.kind === 'sequence' && typeof step === 'number') node = node.items[step] ?? null;
  }
  return node;
}

const pairIn = (node: YamlMapping, key: string) => {
  const pair = node.pairs.find((one) => one.key.text === key);
  if (!pair) throw new Error(`no ${key}`);
  return pair;
};

const set = (text: string, path: (string | number)[], key: string, value: YamlValue) =>
  apply(text, setKey(text, mapping(at(text, ...path)), key, value));

const add = (
  text: string,
  path: (string | number)[],
  key: string,
  value: YamlValue,
  behind: (key: string) => boolean,
) => apply(text, addKeys(text, mapping(at(text, ...path)), { [key]: value }, behind));

const remove = (text: string, path: (string | number)[], key: string) => {
  const node = mapping(at(text, ...path));
  return apply(text, removeKey(text, node, pairIn(node, key)));
};

const addTo = (text: string, key: string, ...values: readonly YamlValue[]) => {
  const node = mapping(read(text));
  return apply(text, addItemsTo(text, node, pairIn(node, key), values));
};

const take = (text: string, path: (string | number)[], index: number) =>
  apply(text, removeItem(text, at(text, ...path) as YamlSequence, index));

describe('a scalar', () => {
  it('is quoted only where YAML would read anything else', () => {
    expect(
      ['412 TA', 'a: b', 'a, b', '', 'none', '- x', '#x', 'say "no"', 'c:\\x: y', "it's", '*a', 'two\nlines', '🜂'].map(
        (text) => scalarText(text),
      ),
    ).toEqual([
      '412 TA',
      '"a: b"',
      'a, b',
      '""',
      '"none"',
      '"- x"',
      '"#x"',
      'say "no"',
      `'c:\\x: y'`,
      "it's",
      '"*a"',
      '"two\\nlines"',
      '🜂',
    ]);
    expect(['a, b', '[[A]]', 'x?', 'a:b'].map((text) => scalarText(text, { isFlow: true }))).toEqual([
      '"a, b"',
      '"[[A]]"',
      'x?',
      'a:b',
    ]);
    expect(scalarText("the queen's", { like: 'single' })).toBe("'the queen''s'");
    expect(scalarText('x', { like: 'double' })).toBe('"x"');
  });

  it('means itself, wherever and whatever it is', () => {
    const place = fc.record({ isFlow: fc.boolean(), like: fc.constantFrom('plain', 'single', 'double', 'block') });
    fc.assert(
      fc.property(words, place, (text, how) => {
        expect(valueOf(read(inPlace(scalarText(text, how), how)))).toEqual({ k: text, l: [text] });
      }),
      { numRuns: RUNS / 5 },
    );
  });

  it('has quotes only where it would mean something else without', () => {
    fc.assert(
      fc.property(words, fc.record({ isFlow: fc.boolean() }), (text, how) => {
        if (scalarText(text, how) === text || NOTHING.test(text) || UNSEEN.test(text)) return;
        const yaml = inPlace(text, how);
        const { root, problems } = readYaml(yaml, { start: 0, end: yaml.length });
        if (problems.length === 0) expect(valueOf(root)).not.toEqual({ k: text, l: [text] });
      }),
      { numRuns: RUNS / 5 },
    );
  });

  it('keeps its quotes when its text changes', () => {
    const text = `a: 'old' # note\nb: >\n  old\n  words\nc: x\n`;
    const node = (key: string) => at(text, key) as never;
    expect(apply(text, setScalar(node('a'), 'new', false))).toBe(text.replace('old', 'new'));
    expect(apply(text, setScalar(node('b'), 'new', false))).toBe(`a: 'old' # note\nb: new\nc: x\n`);
  });
});

describe('a key', () => {
  it('is added as the last one, or after others', () => {
    expect(set('id: a # x\n# end\n', [], 'date', '412 TA')).toBe('id: a # x\ndate: 412 TA\n# end\n');
    expect(set('id: a', [], 'date', '412 TA')).toBe('id: a\ndate: 412 TA');
    expect(add('id: a\r\ntype: b\r\n', [], 'date', 'x', (key) => key === 'id')).toBe('id: a\r\ndate: x\r\ntype: b\r\n');
    expect(add('# about type\ntype: b\n', [], 'id', 'x', () => false)).toBe('id: x\n# about type\ntype: b\n');
    expect(set('\uFEFFa: b\r\n', [], 'c', 'd')).toBe('\uFEFFa: b\r\nc: d\r\n');
  });

  it('is added after a dash, in line with its neighbours', () => {
    const text = 'supersedes:\n  - id: a\n    reason: |\n      long\n      story\n\n  - id: b # x\n';
    expect(set(text, ['supersedes', 0], 'as_of', '200 TA')).toBe(text.replace('story\n', 'story\n    as_of: 200 TA\n'));
    expect(set(text, ['supersedes', 1], 'only', ['x.y'])).toBe(text.replace('# x\n', '# x\n    only: [x.y]\n'));
    expect(add(text, ['supersedes', 1], 'as_of', 'z', () => false)).toBe(text.replace('id: b', 'as_of: z\n    id: b'));
  });

  it('is added in braces', () => {
    expect(set('s: {id: a}\n', ['s'], 'as_of', '2, 3')).toBe('s: {id: a, as_of: "2, 3"}\n');
    expect(add('s: { id: a } # x\n', ['s'], 'b', 'c', () => false)).toBe('s: { b: c, id: a } # x\n');
    expect(set('s: {}\n', ['s'], 'b', { c: ['d', 'e'] })).toBe('s: {b: {c: [d, e]}}\n');
    expect(set('s: {\n    id: a, # x\n    b: c # y\n  }\n', ['s'], 'd', 'e')).toBe(
      's: {\n    id: a, # x\n    b: c, # y\n    d: e\n  }\n',
    );
  });

  it('takes a nested value as its neighbours do', () => {
    const value = { 'house-vyr': { founder: 'aldric', seat: 'x' } };
    expect(set('id: a\n', [], 'facts', value)).toBe('id: a\nfacts:\n  house-vyr:\n    founder: aldric\n    seat: x\n');
    expect(set('a:\n    b: c\n', [], 'f', { d: { e: 'g' } })).toBe('a:\n    b: c\nf:\n    d:\n        e: g\n');
    expect(set('a:\n- b: c\n', [], 's', [{ id: 'x', as_of: 'y' }])).toBe('a:\n- b: c\ns:\n- id: x\n  as_of: y\n');
    expect(set('a:\n  - b\n', [], 's', ['x', 'y'])).toBe('a:\n  - b\ns:\n  - x\n  - y\n');
    expect(set('a: b\n', [], 's', ['x', asWritten('[[Y]]')])).toBe('a: b\ns: [x, [[Y]]]\n');
  });

  it('gets another value, and keeps its comment', () => {
    expect(set('a: # why\n  b: c\nd: e\n', [], 'a', 'x')).toBe('a: x # why\nd: e\n');
    expect(set('a: b # why\nd: e\n', [], 'a', { b: 'c' })).toBe('a: # why\n  b: c\nd: e\n');
    expect(set('a:\nd: e\n', [], 'a', 'x')).toBe('a: x\nd: e\n');
    expect(set('x: {a, b: c}\n', ['x'], 'a', 'y')).toBe('x: {a: y, b: c}\n');
    expect(set('a: &x {y: z}\nb: *x # same\n', [], 'b', 'w')).toBe('a: &x {y: z}\nb: w # same\n');
  });

  it('is removed with its lines, its braces or its commas', () => {
    expect(remove('a: b\nc: d # x\n# y\ne: f\n', [], 'c')).toBe('a: b\n# y\ne: f\n');
    expect(remove('a: b\nc:\n  - d\n  - e', [], 'c')).toBe('a: b');
    expect(remove('x:\n  - a: b\n    c: d\n', ['x', 0], 'a')).toBe('x:\n  - c: d\n');
    expect(remove('x:\n  - a: b # n\n    # m\n    c: d\n', ['x', 0], 'a')).toBe('x:\n  - \n    # m\n    c: d\n');
    expect(remove('x: {a: b, c: d}\n', ['x'], 'a')).toBe('x: {c: d}\n');
    expect(remove('x: {a: b, c: d}\n', ['x'], 'c')).toBe('x: {a: b}\n');
    expect(remove('x: { a: b }\n', ['x'], 'a')).toBe('x: {}\n');
    expect(remove('x: {\n  a: b, # n\n  c: d\n  }\n', ['x'], 'a')).toBe('x: {\n  c: d\n  }\n');
  });
});

describe('an item', () => {
  it('is added to a list, which is created where there was none', () => {
    expect(addTo('s: [a, b] # x\n', 's', 'c')).toBe('s: [a, b, c] # x\n');
    expect(addTo('s: []\n', 's', 'c')).toBe('s: [c]\n');
    expect(addTo('s:\n- a # x\n\nt: u\n', 's', 'c')).toBe('s:\n- a # x\n- c\n\nt: u\n');
    expect(addTo('s: a # x\n', 's', 'c')).toBe('s: [a, c] # x\n');
    expect(addTo('s: a # x\n', 's', 'c', 'd')).toBe('s: [a, c, d] # x\n');
    expect(addTo('s:\n- a # x\n\nt: u\n', 's', 'c', { id: 'd' })).toBe('s:\n- a # x\n- c\n- id: d\n\nt: u\n');
    expect(addTo('s:\n  id: a\nt: u\n', 's', 'c', 'd')).toBe('s:\n  - id: a\n  - c\n  - d\nt: u\n');
    expect(addTo("s: 'a'\n", 's', 'c')).toBe("s: ['a', c]\n");
    expect(addTo('s: a, b\n', 's', 'c')).toBe('s: ["a, b", c]\n');
    expect(addTo('s: [[A]]\n', 's', 'c')).toBe('s: [[[A]], c]\n');
    expect(addTo('s:\nt: u\n', 's', 'c')).toBe('s: [c]\nt: u\n');
    expect(addTo('s: {id: a}\n', 's', { id: 'b', as_of: 'c' })).toBe('s:\n  - {id: a}\n  - id: b\n    as_of: c\n');
    expect(addTo('s:\n  id: a # x\n  r: |\n    y\n\n    z\nt: u\n', 's', { id: 'b' })).toBe(
      's:\n  - id: a # x\n    r: |\n      y\n\n      z\n  - id: b\nt: u\n',
    );
  });

  it('leaves every comment in brackets and braces where it is, and every comma where one is needed', () => {
    expect(addTo('s: {\n  id: a, # x\n  b: c # y\n}\n', 's', 'd')).toBe(
      's: [{\n    id: a, # x\n    b: c # y\n  }, d]\n',
    );
    expect(remove('x: {\n  a: b\n  , c: d\n}\n', ['x'], 'a')).toBe('x: {\n  c: d\n}\n');
    expect(remove('x: {a: b, # n\n  c: d}\n', ['x'], 'c')).toBe('x: {a: b # n\n  }\n');
    expect(remove('x: {a: b # n\n  , c: d}\n', ['x'], 'c')).toBe('x: {a: b # n\n   }\n');
    expect(set('a:\n  - # x\n', [], 'a', 'b')).toBe('a: b # x\n');
  });

  it('is not added to a list that an alias repeats elsewhere', () => {
    expect(addTo('s: &x [a]\nt: *x\n', 's', 'c')).toBe('null');
    expect(addTo('s: &x [a]\nt: *x\n', 't', 'c')).toBe('null');
    expect(addTo('s: &x [a]\n', 's', 'c')).toBe('s: &x [a, c]\n');
    expect(addTo('t: &x a\ns: [*x]\n', 's', 'c')).toBe('null');
    expect(take('t: &x a\ns: [*x, b]\n', ['s'], 1)).toBe('null');
  });

  it('is not put before what could not be read', () => {
    expect(addTo('s: [a\n', 's', 'c')).toBe('null');
  });

  it('is removed with its line or its comma', () => {
    expect(take('s: [a, b, c]\n', ['s'], 1)).toBe('s: [a, c]\n');
    expect(take('s: [a, b]\n', ['s'], 1)).toBe('s: [a]\n');
    expect(take('s: [ a ]\n', ['s'], 0)).toBe('s: []\n');
    expect(take('s:\n  - a # x\n  # y\n  - b: c\n    d: e\nt: u\n', ['s'], 1)).toBe('s:\n  - a # x\n  # y\nt: u\n');
    expect(take('s:\n  - a\n  - b\n', ['s'], 0)).toBe('s:\n  - b\n');
    expect(take('s:\n  -\n    a: b\n  - c\n', ['s'], 0)).toBe('s:\n  - c\n');
    expect(take('s:\n  - - a\n    - b\n', ['s', 0], 0)).toBe('s:\n  - - b\n');
  });

  it('gets more keys', () => {
    const more = (text: string, word: string) => {
      const start = text.indexOf(word);
      const place = placeOfSpan(read(text), { start, end: start + word.length });
      return place && apply(text, addToItem(text, place, 'id', { as_of: '200 TA' }));
    };
    expect(more('s: maric # x\n', 'maric')).toBe('s: # x\n  - id: maric\n    as_of: 200 TA\n');
    expect(more('s:\n- maric # x\n- b\n', 'maric')).toBe('s:\n- id: maric # x\n  as_of: 200 TA\n- b\n');
    expect(more('s: [maric, b]\n', 'maric')).toBe('s: [{id: maric, as_of: 200 TA}, b]\n');
    expect(more('s: [[Maric]]\n', '[[Maric]]')).toBe('s:\n  - id: [[Maric]]\n    as_of: 200 TA\n');
    expect(more('s: {id: maric}\n', '{id: maric}')).toBe('s: {id: maric, as_of: 200 TA}\n');
  });
});

describe('every edit', () => {
  const run = (texts: readonly string[], numRuns: number): number => {
    let done = 0;
    fc.assert(
      editsOf(texts, (isDone) => void (done += Number(isDone))),
      { numRuns },
    );
    return done / numRuns;
  };

  it('makes the change and no other, in samples', () => {
    expect(run(SAMPLES, RUNS)).toBeGreaterThan(0.5);
  });

  const vaults = vaultFiles().flatMap(({ text }) => {
    const cut = cutFrontmatter(text);
    return cut && cut.yaml.end > cut.yaml.start ? [text.slice(cut.yaml.start, cut.yaml.end)] : [];
  });

  it.skipIf(vaults.length === 0)(`makes the change and no other, in the vaults${absent(VAULTS[0])}`, () => {
    expect(run(vaults, RUNS)).toBeGreaterThan(0.8);
  });
});
