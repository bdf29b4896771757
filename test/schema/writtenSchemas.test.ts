/** The schemas of the authors' files accept what the readers accept, and refuse what they report. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { SCHEMAS, schemaText } from '../../server/src/cli/schemaCommand';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { cutFrontmatter } from '../../server/src/core/entry/frontmatter';
import { faults } from '../support/schemas';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const schemaOf = (name: string) => SCHEMAS.get(name)?.schema() ?? {};
const [codex, frontmatter] = [schemaOf('codex'), schemaOf('frontmatter')];

/** As other tools read it. */
const asData = (yaml: string): unknown => JSON.parse(JSON.stringify(parse(yaml)));

describe('codex.yaml', () => {
  const page = read('docs/reference/codex-yaml.md');
  const blocks = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, yaml = '']) => yaml);

  it.each([...blocks, read('examples/house-vyr/codex.yaml')])('as its reference writes it fits: %j', (yaml) => {
    expect(readCodex(yaml).problems.filter(({ code }) => code === 'config/invalid')).toEqual([]);
    expect(faults(codex, asData(yaml))).toEqual([]);
  });

  it.each([
    'Default Era: TA',
    'tirs: [a]',
    'titles: heeding',
    'attributes: {founder: constnt}',
    'rules: {link/unknown: loud}',
    'revisions: [{id: a, day: 2026-05-12}]',
    'calendars: {c: {moths: []}}',
    'calendars: {c: {months: [{name: A, days: many}]}}',
    'eras: [{id: TA, epoch: 0, direction: sideways}]',
    'kin: {aunt: mother}',
    'mode: fun',
    'fields: {dait: born}',
  ])('is refused where the reader reports it: %s', (yaml) => {
    expect(readCodex(yaml).problems).not.toEqual([]);
    expect(faults(codex, asData(yaml))).not.toEqual([]);
  });

  it.each(['Shared-Keys: [a]', 'Present: 412', 'rules: {link/unknown: off}', 'tiers: one', 'tiers:', 'mortal: []'])(
    'fits in any spelling, and with one item for a list: %s',
    (yaml) => {
      expect(readCodex(yaml).problems).toEqual([]);
      expect(faults(codex, asData(yaml))).toEqual([]);
    },
  );
});

describe('frontmatter', () => {
  const pages = readdirSync(path.join(ROOT, 'examples/house-vyr'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md'),
  );

  it('of every page of the example fits', () => {
    const wrong = pages.flatMap((file) => {
      const text = read(path.join('examples/house-vyr', file));
      const cut = cutFrontmatter(text);
      return cut
        ? faults(frontmatter, asData(text.slice(cut.yaml.start, cut.yaml.end))).map((fault) => `${file}${fault}`)
        : [];
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['draft: perhaps'],
    ['supersedes: [{id: a, efective: 412 TA}]'],
    ['facts: [{entity: a, atribute: b, value: c}]'],
    ['aliases: [[a]]'],
  ])('is refused: %s', (yaml) => {
    expect(faults(frontmatter, asData(yaml))).not.toEqual([]);
  });

  it.each([
    ['mood: {any: [1, {thing: true}]}'],
    ['date: {year: 412, month: 3}'],
    ['date: [412 TA, 415 TA]\nuntil: [413 TA]'],
    ['known_by: {lysa: 430 TA, players: session-47}'],
    ['supersedes: old'],
    ['attributes: {ruler: [a, b], height: 3}'],
    ['facts:'],
  ])('fits: %s', (yaml) => {
    expect(faults(frontmatter, asData(yaml))).toEqual([]);
  });
});

describe('every schema', () => {
  it('is published as it is generated', () => {
    const published = readdirSync(path.join(ROOT, 'schemas')).sort();
    expect(published, 'npm run docs writes them').toEqual([...SCHEMAS.keys()].map((name) => `${name}.json`).sort());
    for (const [name, schema] of SCHEMAS)
      expect(read(`schemas/${name}.json`), 'npm run docs writes it').toBe(schemaText(name, schema));
  });
});
