/** `retcon timeline` as the command line prints it and refuses it. */
import { afterEach, describe, expect, it } from 'vitest';
import { EXAMPLE, folderWith, type Json, removeFolders, retcon, retconJson } from './process';

afterEach(removeFolders);

describe('retcon timeline', () => {
  it('prints all of both axes of the whole codex, or of some entities', () => {
    const { status, json } = retconJson(['timeline', '--root', EXAMPLE]);
    expect(status).toBe(0);
    expect(Object.keys(json)).toEqual(
      expect.arrayContaining(['from', 'until', 'as_of', 'for', 'lanes', 'events', 'retcons', 'unplaced', 'points']),
    );
    const founder = json.lanes.find((lane: Json) => lane.entity === 'house-vyr' && lane.attribute === 'founder');
    expect(
      founder.spans.map(({ value, from, until, canon_from, canon_until }: Json) => [
        value,
        from,
        until,
        canon_from,
        canon_until,
      ]),
    ).toEqual([
      ['maric', '200 TA', null, 'session-45', 'session-47'],
      ['maric', '200 TA', '412 TA', 'session-47', null],
      ['aldric', '412 TA', null, 'session-47', null],
    ]);
    expect(json.points[0]).toEqual({ at: null });
    const some = retconJson(['timeline', 'House Vyr', 'maric', '--root', EXAMPLE]).json;
    expect(some.lanes.find((lane: Json) => lane.attribute === 'founder')).toEqual(founder);
    expect(some.lanes.length).toBeLessThan(json.lanes.length);
    expect(some.retcons[0]).toMatchObject({ before: expect.any(Array), after: expect.any(Array) });
  });

  it('holds nothing that came later than the canon point', () => {
    const { stdout } = retcon(['timeline', '--as-of', 'session-46', '--format', 'json', '--root', EXAMPLE]);
    expect(stdout).not.toMatch(/session-4[78]|Refounding/);
  });

  it.each([
    [['--from', 'soon'], 2, 'bad-date', 'soon'],
    [['--from', '412 TA', '--until', '300 TA'], 2, 'bad-date', '300 TA'],
    [['--as-of', 'session-99'], 2, 'bad-as-of', 'session-99'],
    [['maric', 'nobody'], 1, 'not-found', 'nobody'],
  ])('refuses %j', (args, status, code, given) => {
    const answered = retconJson(['timeline', ...args, '--root', EXAMPLE]);
    expect(answered.status).toBe(status);
    expect(answered.json.error).toMatchObject({ code, given });
  });

  it('draws what notes keep in code blocks, and says that it is not canon', () => {
    const root = folderWith({
      'codex.yaml': '',
      'vyr.md': '# Vyr\n\n```timeline-labeled\ndate: 12 TA\ntitle: A flood\ncontent: Much water.\n```\n',
    });
    expect(retcon(['timeline', '--root', root]).stdout).toBe('Timeline\nEvents\n  12 TA  A flood  noted, not canon\n');
    expect(retconJson(['timeline', 'vyr', '--root', root]).json.events).toMatchObject([
      { title: 'A flood', from_block: true, text: 'Much water.', days: [12, 13] },
    ]);
  });
});
