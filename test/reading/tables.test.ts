/** What an editor shows of the campaigns that play in one world (model §7). */
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { completionsAt } from '../../server/src/core/completion';
import { hoverAt } from '../../server/src/core/reading/hover';
import { knowerSteps, nowOf } from '../../server/src/core/reading/viewpoint';
import { atOnce } from '../../server/src/core/text/groups';
import { caretIn } from '../support/caret';

const at = (page: string) =>
  caretIn({
    'codex.yaml': `campaigns:
  honor: {title: The Path of Honor, players: [sara, tom], sessions: [{id: 1, date: 2026-01-10}]}
  crows: {players: [ines], sessions: [{id: 1, date: 2026-01-17, title: The Gate}]}
`,
    'gate.md': page,
  });

function hover(page: string): string | undefined {
  const { canon, entry, text, offset } = at(page);
  return hoverAt({ ...nowOf(canon), href: ({ path }) => path }, entry, text, offset)?.markdown;
}

it('a session is shown and offered with the title of its campaign', () => {
  expect(hover('---\ncanon: $0honor/1\n---\n')).toBe('**honor/1** · The Path of Honor 1 · 2026-01-10');
  const { canon, entry, text, offset } = at('---\ncanon: $0\n---\n');
  const known = knownAt(canon, LATEST);
  const offered = completionsAt(known, { entry, text, offset, textOf: () => null, isAsked: true })?.choices ?? [];
  expect(offered.map(({ label, note }) => `${label}: ${note}`)).toEqual([
    'crows/1: crows: The Gate · 2026-01-17',
    'honor/1: The Path of Honor 1 · 2026-01-10',
  ]);
});

it('the players are offered as eyes where codex.yaml names no circle', () => {
  const { canon } = caretIn({ 'gate.md': '---\nid: gate\n---\n$0' });
  expect(atOnce(knowerSteps(knownAt(canon, LATEST)))).toEqual([
    { name: 'everyone', title: 'everyone', sort: 'everyone' },
    { name: 'players', title: 'The players', sort: 'circle', detail: 'all who play' },
  ]);
});

it('the players of a campaign are offered as eyes, under its title', () => {
  expect(hover('---\nknown_by: [$0honor]\n---\n')).toBe('**honor** — the table of The Path of Honor: sara, tom');
  const { canon } = at('---\nid: gate\n---\n$0');
  const knowers = atOnce(knowerSteps(knownAt(canon, LATEST)));
  expect(knowers.filter(({ sort }) => sort === 'circle')).toEqual([
    { name: 'honor', title: 'The Path of Honor', sort: 'circle', detail: 'sara, tom' },
    { name: 'crows', title: 'crows', sort: 'circle', detail: 'ines' },
  ]);
});
