/**
 * What a timeline does with items that have no exact place on it: titles, disputes, coarse ends, other lines, code
 * blocks, long lists.
 */
import { describe, expect, it } from 'vitest';
import type { Canon } from '../../server/src/core/canon';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import { plainText } from '../../server/src/core/tools/words/richText';
import { timelineOf, type TimelineQuestion } from '../../server/src/core/tools/pictures/timeline';
import { atOnce } from '../../server/src/core/text/groups';
import { codexOf } from '../support/codex';
import { timelineIn } from './timelines';
import { askTimeline } from '../support/ask';

describe('a timeline shows', () => {
  const page = (text: string): string => `---\n${text}\n---\n`;
  const codexWith = (files: Readonly<Record<string, string>>, codex = 'revisions: [s1, s2, s3]\n'): Canon =>
    codexOf({ 'codex.yaml': codex, ...files }).canon;
  const lanesIn = ({ lanes }: Timeline) =>
    lanes.map(({ entity, attribute, spans }) => [`${attribute} of ${entity}`, spans.map(({ title }) => title)]);

  it('a value that refers to a page by its title, once the page is written', () => {
    const canon = codexWith({
      'a.md': page('canon: s1\nfacts: {house: {lord: "[[maric]]"}}'),
      'maric.md': page('title: Maric Ashhand\ncanon: s2'),
    });
    const [lane] = timelineIn(canon).lanes;
    expect(lane?.spans).toMatchObject([
      { title: 'maric', ref: null, canon_from: 's1', canon_until: 's2', days: [null, null] },
      { title: 'Maric Ashhand', ref: 'maric', canon_from: 's2', canon_until: null },
    ]);
    expect(JSON.stringify(timelineIn(canon, { asOf: 's1' }))).not.toMatch(/Maric|s2/);
  });

  it('disputes, where they are and whether they are intended', () => {
    const canon = codexWith({
      'a.md': page('date: 10 TA\nuntil: 30 TA\nfacts: {x: {lord: maric, seat: keep}}'),
      'b.md': page(
        'tier: low\ndate: 10 TA\nuntil: 20 TA\nsupersedes: {id: a, soft: true, only: x.lord}\nfacts: {x: {lord: lysa, seat: keep}}',
      ),
    });
    const [lord, seat] = timelineIn(canon).lanes;
    expect(lord?.spans).toMatchObject([
      { title: 'maric', is_disputed: true, is_soft: true, disputed_days: [[10, 20]], days: [10, 30] },
      { title: 'lysa', is_disputed: true, is_soft: true, days: [10, 20] },
    ]);
    expect(lord?.spans[1]).not.toHaveProperty('disputed_days');
    expect(seat?.spans.map(({ is_disputed, is_soft }) => [is_disputed, is_soft])).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
  });

  it('what a page said before and lets stand beside what it says now', () => {
    const [lord] = timelineIn(
      codexWith({ 'a.md': page('date: 10 TA\nfacts: {x: {lord: lysa}}\nformerly: {x.lord: maric, soft: true}') }),
    ).lanes;
    expect(lord?.spans.map(({ title, is_disputed, is_soft }) => [title, is_disputed, is_soft])).toEqual([
      ['maric', true, true],
      ['lysa', true, true],
    ]);
  });

  it('says that both versions stand where the old page declares so, which remembers what it said', () => {
    const old = page(
      'superseded_by: {id: b, soft: true}\nfacts: {x: {lord: lysa}}\nformerly: [{x.lord: maric, canon: s2}]',
    );
    const codex = codexWith({ 'a.md': old, 'b.md': page('facts: {x: {lord: wren}}') });
    const lord = timelineIn(codex).lanes.find(({ attribute }) => attribute === 'lord');
    expect(lord?.spans.filter(({ title }) => title === 'wren').map(({ is_soft }) => is_soft)).toEqual([true]);
  });

  it('ends that are coarse, uncertain, or on another line', () => {
    const { lanes, line } = timelineIn(
      codexWith({
        'a.md': page(`facts:
  - {entity: x, attribute: lord, value: maric, from: 1200 CE .. 1203 CE, until: c. 1210-05-02}
  - {entity: x, attribute: seat, value: keep, from: 1200-03, until: 9 TA}`),
      }),
    );
    // The first of January 1200, a leap year.
    const year = 437_925;
    expect(line).toBe('');
    const [span] = lanes[0]?.spans ?? [];
    expect(span).toMatchObject({ from: '1200 CE', until_approximate: true, from_days: [year, year + 4 * 365 + 1] });
    expect(span?.days?.[0]).toBe(year);
    expect(span).not.toHaveProperty('until_days');
    expect(lanes[1]?.spans[0]).toMatchObject({
      from_days: [year + 60, year + 91],
      ends_elsewhere: '9 TA',
      until: null,
    });
  });

  it('what has no place on its line', () => {
    const { line, lines, unplaced, lanes, events } = timelineIn(
      codexWith({
        'a.md': page(
          'date: 10 TA\nfacts: [{entity: x, attribute: lord, value: maric}, {entity: x, attribute: seat, value: keep, from: 5 XX}]',
        ),
        'b.md': page('facts: {x: {motto: endure}}'),
        'c.md': page('date: 3 XX'),
      }),
    );
    expect(line).toBe('era:ta');
    expect(lines).toEqual([
      { line: 'era:ta', name: 'TA', count: 2 },
      { line: 'era:xx', name: 'XX', count: 2 },
    ]);
    expect(unplaced).toEqual([
      { lane: 1, span: 0, why: 'undated' },
      { lane: 2, span: 0, why: 'other_line', line: 'era:xx', line_days: [5, null] },
      { event: 1, why: 'other_line', line: 'era:xx', line_days: [3, 4] },
    ]);
    expect(lanes[2]?.spans[0]?.days).toBeNull();
    expect(events[1]?.days).toBeNull();
  });

  it('an entity with its lanes, those in which it is a value, and the events that link to it', () => {
    const canon = codexWith({
      'maric.md': page('title: Maric\ndate: 5 TA\nattributes: {eyes: grey}'),
      'war.md': `${page('date: 9 TA\nfacts: {lysa: {eyes: blue}}')}Led by [[Maric]].\n`,
      'house.md': page('facts: {house: {lord: "[[maric]]", seat: keep}}'),
      'then.md': page('date: 20 TA\nfacts: {house: {lord: lysa}}'),
    });
    const timeline = timelineIn(canon, { entities: ['Maric'] });
    expect(lanesIn(timeline)).toEqual([
      ['lord of house', ['Maric', 'lysa']],
      ['eyes of maric', ['grey']],
    ]);
    expect(timeline.events.map(({ entry }) => entry)).toEqual(['maric', 'war']);
    const both = timelineIn(canon, { entities: ['Maric', 'lysa'] });
    expect(lanesIn(both)).toContainEqual(['eyes of lysa', ['blue']]);
  });

  it('an entity by its name as of an earlier canon point', () => {
    const canon = codexWith({
      'house.md': page('id: house\ntitle: House Vyr\ncanon: s1\nattributes: {seat: Vyrhold}'),
      'ashen.md': page('title: The Ashen House\nentity: house\ncanon: s3\nsupersedes: house'),
      'song.md': page('title: Song\ncanon: s2\nfacts: [{entity: maric, attribute: mood, value: sad}]'),
      'maric.md': page('id: maric\ntitle: Maric Ashhand\ncanon: s3'),
    });
    const namesAt = (asOf?: string) => timelineIn(canon, { asOf }).lanes.map(({ title }) => title);
    expect(namesAt('s2')).toEqual(['House Vyr', 'maric']);
    expect(namesAt()).toEqual(['The Ashen House', 'Maric Ashhand']);
  });

  it('some years alone', () => {
    const canon = codexWith({
      'a.md': page('date: 10 TA\nfacts: {x: {lord: maric}}'),
      'b.md': page('date: 20 TA\nfacts: {x: {lord: lysa}}'),
      'c.md': page('facts: {x: {motto: endure}}'),
    });
    const timeline = timelineIn(canon, { from: '12 TA', until: '20 TA' });
    expect(lanesIn(timeline)).toEqual([
      ['lord of x', ['maric']],
      ['motto of x', ['endure']],
    ]);
    expect(timeline).toMatchObject({ events: [], from: '12 TA', until: '20 TA' });
    expect(failureOf(canon, { from: '12 TA', until: '12 TA' })).toMatch(/"12 TA" is not after "12 TA"/);
    expect(failureOf(canon, { from: '12 TA', until: '13 XX' })).toMatch(/can't be compared/);
    expect(failureOf(canon, { from: 'soon' })).toMatch(/soon/);
    expect(failureOf(canon, { entities: ['nobody'] })).toMatch(/Nothing in this codex is called "nobody"/);
  });

  it('events in code blocks of notes on their page, and not as canon', () => {
    const block =
      '```timeline-labeled\ndate: 12 TA\ntitle: A flood at [[ford]]\ncontent: Much water.\n\ndate: one day\ntitle: Peace\n```\n';
    const files = { 'vyr.md': `${page('canon: s2')}${block}`, 'ford.md': page(''), 'other.md': page('canon: s3') };
    const canon = codexWith(files);
    const textOf = (path: string): string | null => files[path as keyof typeof files] ?? null;
    const eventsOf = (question: TimelineQuestion) => {
      const found = atOnce(timelineOf(canon, question, undefined, textOf));
      return found.ok ? found.value : expect.fail();
    };
    const { events, unplaced } = eventsOf({});
    expect(events).toMatchObject([
      {
        entry: 'vyr',
        title: 'A flood at ford',
        date: '12 TA',
        days: [12, 13],
        from_block: true,
        text: 'Much water.',
        canon_from: 's2',
      },
      { entry: 'vyr', title: 'Peace', date: 'one day', days: null, from_block: true },
    ]);
    expect(unplaced).toEqual([{ event: 1, why: 'undated' }]);
    expect(eventsOf({ asOf: 's1' }).events).toEqual([]);
    expect(eventsOf({ entities: ['vyr'] }).events).toHaveLength(2);
    expect(eventsOf({ entities: ['other'] }).events).toEqual([]);
  });

  it('what to do in a codex without dates', () => {
    const answered = askTimeline(codexWith({ 'a.md': page('facts: {x: {lord: maric}}') }, ''), {});
    expect(answered.ok && plainText(answered.prose)).toBe(
      'Timeline\nx\n  lord  maric  undated\nNothing here has a date yet. A note has its place in time once its properties have one, like `date: 412 TA`.',
    );
    const said = (canon: Canon, question: TimelineQuestion) => {
      const nothing = askTimeline(canon, question);
      return nothing.ok && plainText(nothing.prose);
    };
    const years = 'eras: [{id: AS, epoch: 0}]\nrevisions: [s1, s2]\n';
    expect(said(codexWith({}, ''), {})).toBe(
      'Timeline\nYour notes have no dates yet. A note appears here once its properties have one, like `date: 412 TA`.',
    );
    expect(said(codexWith({ 'a.md': page('') }, years), { entities: ['a'] })).toBe(
      'Timeline of a\nNo dates or facts recorded yet: give its note a date, like `date: 412 AS`, or a fact.',
    );
    const late = codexWith({ 'a.md': page('date: 9 AS\ncanon: s2') }, years);
    expect(said(late, { asOf: 's1' })).toContain('\nNo facts had been recorded by then: ask as of a later point.');
    expect(said(late, { from: '10 AS' })).toContain(
      '\nNo facts recorded for those years: ask for others, or for all of them.',
    );
  });

  it('how to narrow a timeline that is too long to read', () => {
    const facts = Array.from(
      { length: 500 },
      (_, i) => `  - {entity: x, attribute: lord, value: v${i}, from: ${i + 1} TA}`,
    );
    const canon = codexWith({ 'a.md': page(`facts:\n${facts.join('\n')}`) });
    const answered = askTimeline(canon, {});
    expect(answered.ok && plainText(answered.prose)).toMatch(/And 100 more: name one or several entities/);
    expect(answered.ok && answered.inShort).toMatchObject({
      left_out: { spans: 500 },
      narrow: expect.stringContaining('--from'),
    });
    const few = askTimeline(canon, { from: '490 TA' });
    expect(few.ok && few.inShort).toBeUndefined();
  });

  function failureOf(canon: Canon, question: TimelineQuestion): string {
    const found = atOnce(timelineOf(canon, question));
    return found.ok ? '' : found.failure.message;
  }
});
