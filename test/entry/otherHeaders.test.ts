/** Headers of other systems, and inline properties, read as the keys that they stand for. */
import { describe, expect, it } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { readEntry } from '../../server/src/core/entry/readEntry';

const read = (yaml: string, path: string, text: string) => {
  const entry = readEntry(path, text, readCodex(yaml).codex);
  /** What stands in the file at a span. */
  const at = ({ span }: { span: { start: number; end: number } }) => text.slice(span.start, span.end);
  return { entry, at };
};

describe('a numbered proposal', () => {
  it('names others by their numbers, several in one text, and paths by the number in them', () => {
    const { entry, at } = read(
      'preset: kep',
      'sig-node__4000-new.md',
      '---\nkep-number: 4000\nreplaces: /keps/sig-node/375-cpu-manager/README.md\nrequires: 20, 0165\nsuperseded-by: [n/a]\n---\n',
    );
    expect(entry.declarations.map(({ target }) => [target.text, at(target)])).toEqual([['375', '375']]);
    expect(entry.sources.map((source) => [source.text, at(source)])).toEqual([
      ['20', '20'],
      ['0165', '0165'],
    ]);
    expect(entry.names).toEqual(expect.arrayContaining(['4000', 'kep-4000', 'kep 4000']));
  });

  it('supersedes no address and no plain words, which stay among sources', () => {
    const { entry } = read(
      'preset: eip',
      'eip-7.md',
      '---\nreplaces: [https://a.org/20, kinflate]\nrequires: https://a.org/20\n---\n',
    );
    expect(entry.declarations).toEqual([]);
    expect(entry.sources.map(({ text }) => text)).toEqual(['https://a.org/20']);
    expect(entry.names).toContain('eip-0007');
  });

  it('is read by the keys that codex.yaml names itself, where it names them', () => {
    const { entry } = read(
      'preset: eip\nfields: {date: finalised}',
      'eip-7.md',
      '---\ncreated: 2020-01-01\nfinalised: 2021-01-01\n---\n',
    );
    expect(entry.date?.text).toBe('2021-01-01');
  });
});

describe('lines at the top of a record', () => {
  const declared = (preset: string, text: string) => {
    const { entry, at } = read(`preset: ${preset}`, '0007-use-x.md', text);
    return { named: entry.declarations.map(({ target }) => [target.text, at(target)]), entry };
  };
  const targets = (text: string): string[] => declared('adr', text).entry.declarations.map(({ target }) => target.text);

  it('date it and name what it supersedes, in a list or in a table', () => {
    const list = declared('rfc', '- Feature Name: x\n- Start Date: 2014-09-18\n- RFC PR: [a/b#19](https://a.org/19)\n');
    expect(list.entry.date?.text).toBe('2014-09-18');
    const table = declared(
      'adr',
      '# X\n\n| | |\n|---|---|\n| Date | 2023-02-20 |\n| Supersedes | ADR-3, ADR-4 |\n| Superseded by: | N/A |\n',
    );
    expect(table.entry.date?.text).toBe('2023-02-20');
    expect(table.named).toEqual([
      ['ADR-3', 'ADR-3'],
      ['ADR-4', 'ADR-4'],
    ]);
  });

  it('are a status below a heading, wherever that stands', () => {
    expect(targets(`# X\n\n${'Prose. '.repeat(600)}\n\n## Status\n\nSuperseded by ADR-9\n\n## More\n`)).toEqual([
      'ADR-9',
    ]);
  });

  it('name what supersedes the whole record, and nothing that supersedes a part of it', () => {
    for (const text of [
      'Partially superseded by ADR-9',
      'Accepted; the count is superseded by ADR-9',
      'In part supersedes ADR-9',
    ])
      expect(targets(`Status: ${text}\n`)).toEqual([]);
    for (const text of [
      '**Accepted, now superseded by ADR-9**',
      'Deprecated (superseded by ADR-9)',
      'This ADR supersedes ADR-9',
    ])
      expect(targets(`Status: ${text}\n`)).toEqual(['ADR-9']);
  });

  it('name no month, no year and no address', () => {
    for (const text of ['superseded in 2023', 'superseded in May 2020', 'superseded by [React](https://react.dev)'])
      expect(targets(`Status: ${text}\n`)).toEqual([]);
  });
});

describe('inline properties', () => {
  const NOTE = '---\ntitle: Lysa\n---\n# Lysa\n\nborn:: 1605\n- **Ruler**:: [[Vyr]]\n\nShe ruled.\ndied:: 1660\n';
  const YAML = 'fields: {date: born, through: died}\nattributes: {ruler: state}\n';

  it('count at the top of a note, where codex.yaml says so', () => {
    const { entry, at } = read(`${YAML}inline: true`, 'lysa.md', NOTE);
    expect(entry.title).toBe('Lysa');
    expect(entry.date && at(entry.date)).toBe('1605');
    expect(entry.until).toBeNull();
    expect(entry.facts.map(({ attribute, value }) => `${attribute.text}: ${value.text}`)).toEqual(['ruler: Vyr']);
  });

  it('count nowhere else', () => {
    const { entry } = read(YAML, 'lysa.md', NOTE);
    expect([entry.date, entry.facts]).toEqual([null, []]);
  });

  it('hide a note as its keys do, and give way to them', () => {
    const { entry } = read('inline: true', 'lysa.md', 'known_by:: nobody\n');
    expect(entry.knowledge?.knownBy?.map(({ knower }) => knower.text)).toEqual(['nobody']);
    const both = read('inline: true', 'lysa.md', '---\ndate: 1600\n---\ndate:: 1605\n');
    expect(both.entry.date?.text).toBe('1600');
  });
});
