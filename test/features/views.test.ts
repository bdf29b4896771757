/** The views beside the editor, drawn as the rows that an author sees. */
import { describe, expect, it } from 'vitest';
import { entryAt } from '../../server/src/core/canon/canon';
import { nowOf } from '../../server/src/core/features/viewpoint';
import type { Row } from '../../server/src/core/features/views/row';
import { versionRows } from '../../server/src/core/features/views/versions';
import { codexOf, type Files } from '../support/codex';
import { vyr } from './caret';

const tellingOf = (files: Files) => ({
  ...nowOf(codexOf(files).canon),
  href: ({ path }: { path: string }) => path,
});

/** A line for each row: `> sort: label · detail [before | after]`, `>` before the one that is open. */
const drawn = (rows: readonly Row[]): string[] =>
  rows.map(({ sort, label, detail, isHere, compares }) => {
    const compared = compares ? ` [${compares.before.path} | ${compares.after.path}]` : '';
    return `${isHere ? '> ' : ''}${sort}: ${label} · ${detail}${compared}`;
  });

describe('the versions of an entry', () => {
  const versions = (files: Files, path: string): Row[] => {
    const telling = tellingOf(files);
    const entry = entryAt(telling.known.canon, path);
    return entry ? versionRows(telling, entry) : [];
  };
  const chain: Files = {
    'codex.yaml': 'revisions: [one, two, three]\n',
    'a.md': '---\ntitle: A\ndate: 100\ncanon: one\n---\n',
    'b.md': '---\ntitle: B\ndate: 200\ncanon: two\nsupersedes: {id: a, reason: It was *b*.}\n---\n',
    'c.md': '---\ntitle: C\ndate: 300\ncanon: three\nsupersedes: b\n---\n',
  };

  it('stand latest first, each compared with the one that is open, and that with the one before', () => {
    expect(drawn(versions(chain, 'b.md'))).toEqual([
      'current: C · 300 CE · three · current [b.md | c.md]',
      '> superseded: B · 200 CE · two · superseded [a.md | b.md]',
      'superseded: A · 100 CE · one · superseded [a.md | b.md]',
    ]);
    expect(drawn(versions(chain, 'a.md'))).toEqual([
      'current: C · 300 CE · three · current [a.md | c.md]',
      'superseded: B · 200 CE · two · superseded [a.md | b.md]',
      '> superseded: A · 100 CE · one · superseded',
    ]);
  });

  it('say why', () => {
    const [, b] = versions(chain, 'c.md');
    expect(b?.tooltip).toBe(
      '**[B](b.md)** supersedes **[A](a.md)** — from 200 CE · a change: the world moved on · two\n\n> It was \\*b\\*.\n\n' +
        '**[C](c.md)** supersedes **[B](b.md)** — from 300 CE · a change: the world moved on · three',
    );
  });

  it('are none where there is only one', () => expect(versions(vyr, 'maric.md')).toEqual([]));

  it('tell of what retracts and restores them, from either end', () => {
    const files: Files = {
      'codex.yaml': 'revisions: [one, two, three]\n',
      'curse.md': '---\ntitle: The Curse\ncanon: one\n---\n',
      'talk.md': '---\ntitle: A Talk\ncanon: two\nretracts: curse\n---\n',
      'night.md': '---\ntitle: A Night\ndate: 300\ncanon: three\nrestores: curse\n---\n',
    };
    const all = ['A Night', 'A Talk', 'The Curse'];
    expect(versions(files, 'curse.md').map(({ label }) => label)).toEqual(all);
    expect(versions(files, 'talk.md').map(({ label }) => label)).toEqual(all.slice(1));
  });
});
