/** Properties of any completion: valid YAML stays valid, nothing else changes, and a reference means what was chosen. */
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  entryAt,
  withEntries,
  knownAt,
  LATEST,
  entityNamed,
  entityOf,
  type Known,
  resolve,
} from '../../server/src/core/canon';
import type { Entry } from '../../server/src/core/entry/entry';
import { cutFrontmatter } from '../../server/src/core/entry/frontmatter';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { type CompletionChoice, completionsAt, choiceText } from '../../server/src/core/completion';
import type { Span } from '../../server/src/core/text/span';
import { readYaml } from '../../server/src/core/yaml/readYaml';
import type { YamlNode, YamlScalar } from '../../server/src/core/yaml/tree';
import { codexOf, type Files } from '../support/codex';
import { absent, vaultFiles, VAULTS } from '../yaml/corpora';
import { SAMPLES } from '../yaml/samples';
import { vyr } from '../support/caret';
import { withChoice } from './completing';

const RUNS = Number(process.env.FUZZ_RUNS ?? 60);

/** Names that YAML reads as something else, and values, attributes and entities like that. */
const odd: Files = Object.fromEntries([
  ...['a: b', 'a #b', '"a"', "it's", 'a, b', '[a]', 'a\\b', '@a', '{a}', '412', '🜂 fire', 'n/a'].map((id, i) => [
    `odd/Odd ${i}.md`,
    `---\nid: ${JSON.stringify(id)}\ntype: ${JSON.stringify(`type ${id}`)}\ndate: ${200 + i} TA\n---\n`,
  ]),
  ['odd/facts.md', '---\nfacts:\n  "x: y": {"at, tribute": "va: lue", "b]": ["[c", "d #e", "[[Odd 1]]"]}\n---\n'],
]);
const { canon } = codexOf({ ...vyr, ...odd });

const example = path.resolve('examples/house-vyr');
const exampleTexts = fs
  .readdirSync(example, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .sort()
  .map((file) => fs.readFileSync(path.join(example, file), 'utf8'));
const samples = SAMPLES.map((yaml) => `---\n${yaml}---\n\nSome prose with [[Maric]] in it.\n`);
const ours = [
  ...Object.entries(vyr).flatMap(([file, text]) => (file.endsWith('.md') ? [text] : [])),
  ...samples,
  ...exampleTexts,
];

/** Beginnings that are typed at the caret, each where it is allowed. */
const TYPED = [
  ...[
    '',
    '',
    '',
    '',
    's',
    'ma',
    'fou',
    '[[',
    '[[ma',
    '"',
    "'",
    '"ma',
    '{',
    '[',
    ', ',
    ': ',
    '- ',
    '-',
    ' ',
    '#',
    'id: ',
    '4',
    '412 ',
  ],
  ...[
    '\nsupersedes:\n  - id: ',
    '\nsupersedes: {id: ',
    '\nsources: [',
    '\nfacts:\n  - entity: ',
    '\nfacts:\n  house-vyr: {',
    '\ndate: ',
  ],
  ...[
    '\nsupersedes:\n  - id: founding-of-house-vyr\n    ',
    '\n',
    '\n  ',
    '\n    ',
    '\nretracts:\n- ',
    '\nfacts:\n  ',
    '\nattributes: {',
    '\ntype:',
  ],
];

const scenes = (texts: readonly string[]) =>
  fc.record({
    text: fc.constantFrom(...texts),
    at: fc.nat(),
    isLineEnd: fc.boolean(),
    typed: fc.constantFrom(...TYPED),
    /** What becomes of the text after the caret. */
    rest: fc.constantFrom('stays', 'stays', 'line goes', 'all goes', 'is closed'),
    isCrlf: fc.boolean(),
    pick: fc.nat(),
  });

type Scene = typeof scenes extends (texts: readonly string[]) => fc.Arbitrary<infer T> ? T : never;

/** A text with a caret in it, as a scene has it. */
function stage({ text, at, isLineEnd, typed, rest, isCrlf }: Scene): { text: string; offset: number } {
  const end = cutFrontmatter(text)?.body ?? text.length;
  const anywhere = at % (Math.min(end + 20, text.length) + 1);
  const line = text.indexOf('\n', anywhere);
  const caret = isLineEnd && line >= 0 ? line : anywhere;
  const before = text.slice(0, caret) + typed;
  const behind = text.slice(caret);
  const feed = behind.indexOf('\n');
  const left = {
    stays: behind,
    'line goes': feed < 0 ? '' : behind.slice(feed),
    'all goes': '',
    'is closed': '\n---\n\nProse.\n',
  }[rest];
  const crlf = (one: string): string => (isCrlf ? one.replace(/\r?\n/g, '\r\n') : one);
  return { text: crlf(before) + crlf(left), offset: crlf(before).length };
}

const yamlOf = (text: string) => {
  const cut = cutFrontmatter(text);
  return cut && cut.language === '' ? readYaml(text, cut.yaml) : null;
};

/** Every way in which a choice does harm. */
function harm(text: string, offset: number, choice: CompletionChoice, known: Known): string[] {
  const after = withChoice(text, choice);
  const found: string[] = [];
  const { span } = choice;
  if (offset < span.start || span.end < offset || /[\r\n]/.test(text.slice(span.start, span.end)))
    found.push('its span is not around the caret, on its line');
  if (choice.edits.some((edit) => text.slice(edit.span.start, edit.span.end).trim() !== ''))
    found.push('it takes something away elsewhere');
  if (text.includes('\r\n') && !/[^\r]\n/.test(text) && /[^\r]\n/.test(after)) found.push('its lines end otherwise');
  const [was, is] = [yamlOf(text), yamlOf(after)];
  if (!was || was.problems.length > 0) return found;
  if (!is) return [...found, 'the frontmatter is gone'];
  if (is.problems.length > 0) return [...found, `it breaks the YAML: ${is.problems[0]?.message ?? ''}`];
  const left = new Set([...leavesOf(is.root)].map(({ leaf }) => leaf));
  // What has been typed before a caret belongs to it, blanks included.
  const isHere = ({ start, end }: Span): boolean =>
    start <= span.end && (span.start <= end || text.slice(end, span.start).trim() === '');
  for (const { leaf, spans } of leavesOf(was.root))
    if (!spans.some(isHere) && !left.has(leaf)) found.push(`${leaf} is gone`);
  const scalar = scalarAt(is.root, span.start + (/^\s*/.exec(choiceText(choice))?.[0].length ?? 0));
  if (choice.entry && scalar && !means(known, scalar.text, choice.entry)) found.push(`it reads as ${scalar.text}`);
  return found;
}

/** Every text of a tree with the keys above it, and its place. */
function* leavesOf(
  node: YamlNode | null,
  above: { readonly leaf: string; readonly spans: readonly Span[] } = { leaf: '', spans: [] },
): Generator<typeof above> {
  if (node === null) return;
  const { leaf, spans } = above;
  if (node.kind === 'scalar') {
    if (node.text !== '') yield { leaf: `${leaf}=${node.text}`, spans: [...spans, node.span] };
  } else if (node.kind === 'sequence')
    for (const [i, item] of node.items.entries()) yield* leavesOf(item, { leaf: `${leaf}/${i}`, spans });
  else
    for (const { key, value } of node.pairs)
      yield* leavesOf(value, { leaf: `${leaf}/${key.text}`, spans: [...spans, key.span] });
}

/** The scalar that begins at an offset, or is a link around it. */
function scalarAt(node: YamlNode | null, offset: number): YamlScalar | null {
  if (node === null) return null;
  if (node.kind === 'scalar') {
    const { start, end } = node.content;
    const isLink = /^\[\[[^[\]]*\]\]$/.test(node.text) && start <= offset && offset <= end;
    return isLink || start === offset || node.span.start === offset ? node : null;
  }
  const inner =
    node.kind === 'sequence' ? node.items : node.pairs.flatMap(({ key, value }) => [key, value ?? []].flat());
  for (const one of inner) {
    const scalar = scalarAt(one, offset);
    if (scalar) return scalar;
  }
  return null;
}

function means(known: Known, written: string, entry: Entry): boolean {
  const name = written.replace(/^\[\[([^|#]*).*\]\]$/, '$1');
  const found = resolve(known, name);
  if (found.kind === 'one' && found.entry === entry) return true;
  return entityNamed(known, name) === entityOf(known, entry);
}

function tryOut(texts: readonly string[], runs: number): void {
  let tried = 0;
  fc.assert(
    fc.property(scenes(texts), (scene) => {
      const { text, offset } = stage(scene);
      const entry = readEntry('note.md', text, canon.codex);
      const known = knownAt(withEntries(canon, new Map([['note.md', entry]])), LATEST);
      const here = entryAt(known.canon, 'note.md') ?? entry;
      const found = completionsAt(known, { entry: here, text, offset, isAsked: true, textOf: () => null });
      const choices = found?.choices ?? [];
      if (choices.length === 0) return;
      tried++;
      const choice = choices[scene.pick % choices.length] as CompletionChoice;
      const shown = `${JSON.stringify(`${text.slice(Math.max(0, offset - 120), offset)}‸${text.slice(offset, offset + 80)}`)} with ${choice.label} → ${JSON.stringify(withChoice(text, choice).slice(Math.max(0, offset - 120), offset + 120))}`;
      const done = harm(text, offset, choice, known);
      if (done.length > 0) throw new Error(`${done.join('; ')}: ${shown}`);
    }),
    { numRuns: runs },
  );
  expect(tried).toBeGreaterThan(runs / 20);
}

describe('a choice does no harm', () => {
  it('in our own samples', () => tryOut(ours, RUNS));
  it(`in the vaults of others${VAULTS.map(absent).join('')}`, ({ skip }) => {
    const texts = vaultFiles().map(({ text }) => text);
    skip(texts.length === 0);
    tryOut(
      texts.filter((_, i) => i % 7 === 0),
      RUNS / 2,
    );
  });
});
