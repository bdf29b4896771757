/** Events in the code blocks of Obsidian's timelines, as their plug-ins write them. */
import { describe, expect, it } from 'vitest';
import { makeChronology } from '../../server/src/core/chronology';
import { mayHoldEvents, readTimelineBlocks } from '../../server/src/core/entry/timelineBlocks';

const CALENDAR = makeChronology([
  {
    id: 'ours',
    months: [{ name: 'Thaw', days: 30 }],
    leap: [],
    weekdays: [],
    eras: [{ id: 'TA', names: ['Third Age'], epoch: 0, direction: 'forward', yearZero: false }],
    offsetDays: 0,
  },
]);

const eventsIn = (text: string) =>
  readTimelineBlocks(CALENDAR, text, 0).map(({ date, when, title, text: words }) => [
    when?.text ?? `unread: ${date}`,
    title,
    words,
  ]);

describe('the events of a page', () => {
  it('are read from timeline-labeled, in the calendar of the codex', () => {
    const text = `Prose.

\`\`\`timeline-labeled
[line-5, body-2]

date: 3 Thaw 412 TA
title: The refounding of [[house-vyr|the house]]
content:
Aldric swore **at the ford**,
and nobody heard.

date: long ago
title: A flood
content:

date:
title:
content:
\`\`\`

date: 9 TA
`;
    expect(eventsIn(text)).toEqual([
      ['3 Thaw 412 TA', 'The refounding of the house', 'Aldric swore at the ford,\nand nobody heard.'],
      ['unread: long ago', 'A flood', ''],
    ]);
    expect(readTimelineBlocks(CALENDAR, text, 0)[0]?.links).toEqual(['house-vyr']);
    expect(mayHoldEvents(text, 0)).toBe(true);
  });

  it('are read from timeline, three items each', () => {
    expect(
      eventsIn('~~~timeline\n+ 200 TA\n+ The founding\n+ By Maric.\n\nAlone.\n\n+ 300 TA\n+ A war\n~~~\n'),
    ).toEqual([
      ['200 TA', 'The founding', 'By Maric.\n\nAlone.'],
      ['300 TA', 'A war', ''],
    ]);
  });

  it('are read from chronos: events, periods, points and marks', () => {
    expect(
      eventsIn(`> \`\`\`chronos
> > ORDERBY start
> # a comment
> - [412 TA] #red {Court} The refounding | in [[vyrhold|the keep]]
> @ [200 TA~232 TA] The reign of [[maric|Maric]]
> * [300 TA] A point
> = [310 TA] A mark
> \`\`\``),
    ).toEqual([
      ['412 TA', 'The refounding', 'in the keep'],
      ['200 TA .. 232 TA', 'The reign of Maric', ''],
      ['300 TA', 'A point', ''],
      ['310 TA', 'A mark', ''],
    ]);
  });

  it('have a date that is broken into lines', () => {
    for (const mark of ['<br>', '<br/>', '<br />', '</br>', '<BR>'])
      for (const date of [`3 Thaw ${mark} 412 TA`, `3 Thaw${mark}412 TA`])
        expect(eventsIn(`\`\`\`timeline-labeled\ndate: ${date}\ntitle: x\n\`\`\`\n`)).toEqual([
          ['3 Thaw 412 TA', 'x', ''],
        ]);
    expect(eventsIn('```timeline\n+ 3 Thaw </br> 412 TA\n+ x\n```\n')).toEqual([['3 Thaw 412 TA', 'x', '']]);
  });

  it('exclude other code, and an unclosed block ends with the page', () => {
    expect(eventsIn('```timelines\ndate: 1 TA\ntitle: x\n```\n    ```js\ntimeline\n```\n')).toEqual([]);
    expect(mayHoldEvents('A timeline, and a chronos.\n```js\n```\n', 0)).toBe(false);
    expect(eventsIn('```chronos\n- [1 TA] x\n')).toEqual([['1 TA', 'x', '']]);
    expect(eventsIn('```chronos\r\n- [1 TA] x\r\n```\r\n- [2 TA] y\r\n')).toEqual([['1 TA', 'x', '']]);
  });
});
