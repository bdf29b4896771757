/** Names of entries of other settings: what they mean here, and who may see that (model §13). */
import { describe, expect, it } from 'vitest';
import { elsewhere, entryElsewhere, knownAt, LATEST, valueElsewhere } from '../../server/src/core/canon';
import { answerSteps } from '../../server/src/core/tools';
import { QUESTIONS } from '../../server/src/core/tools/asked/questionList';
import { atOnce } from '../../server/src/core/text/groups';
import { type Files, problemsIn, settingsOf } from '../support/codex';

const VYR = {
  'settings.yaml': 'settings: {vyr: vyr, ashen-sea: sea, far: far}\n',
  'vyr/codex.yaml': 'circles: {order: [ines]}\n',
  'vyr/maric.md': '---\nid: maric\ntitle: Maric Ashhand\naliases: [the Founder]\n---\n',
  'vyr/other-maric.md': '---\nid: other-maric\naliases: [the Founder]\n---\n',
  'vyr/plot.md': '---\nid: plot\ntitle: The Plot\nknown_by: [order]\n---\n',
  'sea/codex.yaml': '',
};

const seaWith = (page: string, more: Files = {}) => {
  const files = { ...VYR, ...more, 'sea/page.md': page };
  const canon = settingsOf(files).get('ashen-sea')?.host.canon;
  if (!canon) throw new Error('no such setting');
  return { canon, known: knownAt(canon, LATEST), problems: problemsIn(files, null).map(({ problem }) => problem) };
};

const ask = (
  canon: ReturnType<typeof seaWith>['canon'],
  given: Readonly<Record<string, string>>,
  asked = 'was_true_at',
) => {
  const question = QUESTIONS.find(({ name }) => name === asked);
  if (!question) throw new Error('no such question');
  const answered = atOnce(answerSteps(question, canon, given, { commits: new Map(), textOf: () => null }));
  if (!answered.ok) throw new Error(answered.failure.message);
  return JSON.stringify(answered.json);
};

describe('a name that begins with a setting', () => {
  const { known } = seaWith('---\naliases: ["vyr:own"]\n---\n', { 'sea/a.md': '' });

  it('means that entry there, by any of its names', () => {
    for (const name of ['vyr:maric', 'VYR: Maric Ashhand', 'vyr:maric.md'])
      expect(entryElsewhere(known, name)?.id, name).toBe('vyr:maric');
    expect(elsewhere(known, 'vyr:the Founder')?.found.kind).toBe('many');
    expect(entryElsewhere(known, 'ashen-sea:a')?.id).toBe('ashen-sea:a');
  });

  it('means nothing there where an entry here answers to the whole', () => {
    expect(elsewhere(known, 'vyr:own')).toBeNull();
    for (const name of ['maric', 'note: maric', ':maric', 'vyrr:maric']) expect(elsewhere(known, name)).toBeNull();
  });

  it('as a value is a reference as a link, or by the exact id', () => {
    const value = (text: string, linked = false) => valueElsewhere(known, { text, linked })?.id;
    expect([value('vyr:maric'), value('vyr:Maric Ashhand'), value('vyr:Maric Ashhand', true)]).toEqual([
      'vyr:maric',
      undefined,
      'vyr:maric',
    ]);
  });
});

describe('a page that names entries of another setting', () => {
  const PAGE = '---\nid: page\nattributes: {friend: "[[vyr:maric]]"}\nsources: ["vyr:maric"]\n---\n';

  it('is answered with their ids', () => {
    const { canon } = seaWith(PAGE);
    const json = ask(canon, { entity: 'page' });
    expect(json).toContain('"ref":"vyr:maric"');
    expect(json).toContain('"sources":["vyr:maric"]');
    expect(ask(canon, {}, 'timeline')).toContain('"title":"Maric Ashhand (vyr)"');
  });

  it('has links checked there, and not where the other setting is not read', () => {
    const { problems } = seaWith('[[vyr:maric]] [[vyr:nobody]] [[far:nobody]] [[vyrr:nobody]] [[vyr:the Founder]]\n');
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'link/unknown: No note of vyr is called "nobody" yet.',
      'link/unknown: No note is called "vyrr:nobody" yet.',
    ]);
  });

  it('can dispute none of them', () => {
    const { problems } = seaWith('---\nid: page\ndisputes: [vyr:maric]\n---\n');
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'reference/unknown: disputes takes entries of this codex, and "vyr:maric" belongs to vyr: take it out.',
    ]);
  });

  it('retcons its own entries without the name of its setting', () => {
    const { problems } = seaWith('---\nid: page\nsupersedes: {id: "ashen-sea:a", reason: x}\n---\n', {
      'sea/a.md': '---\nid: a\n---\n',
    });
    expect(problems.map(({ message }) => message)).toContain(
      'A retcon names entries of its own setting, which is ashen-sea: write "a" alone.',
    );
  });

  it('names what is not open to everyone there to its author alone', () => {
    const { canon } = seaWith(PAGE.replace('[[vyr:maric]]', '[[vyr:The Plot]]'));
    expect(ask(canon, { entity: 'page' })).toContain('vyr:plot');
    const seen = ask(canon, { entity: 'page', for: 'everyone' });
    expect(seen).not.toMatch(/plot/i);
    expect(seen).toContain('"sources":["vyr:maric"]');
  });
});
