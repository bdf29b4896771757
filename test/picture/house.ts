/** A small codex for pictures, with a retcon, a dispute, an undated value and events; and how to make its timeline. */
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import { codexOf, type Files } from '../support/codex';
import { askTimeline } from '../support/ask';

export const page = (front: string): string => `---\n${front}\n---\n`;

export const CALENDAR = `calendars:
  reckoning:
    default_era: TA
    months: [{name: Frostwane, days: 30}, {name: Thaw, days: 31}, {name: Midfeast, days: 1}, {name: Harvestmoon, days: 30}]
    leap: [{month: Thaw, every: 4}]
    eras:
      - {id: FA, names: [First Age], epoch: 0, last: 1200}
      - {id: TA, names: [Third Age], epoch: 1200}
      - {id: BF, names: [Before Flame], epoch: 1, direction: backward}
`;

export const house: Files = {
  'codex.yaml': `${CALENDAR}present: 430 TA
revisions: [session-45, session-46, session-47]
attributes: {founder: constant, member: set, ruler: state, seat: state}
`,
  'house-vyr.md': page('title: House Vyr\ntype: house'),
  'founding.md': page(
    'title: The Founding\ntype: event\ndate: 200 TA\ncanon: session-45\nfacts:\n  house-vyr: {founder: Maric}',
  ),
  'refounding.md': page(
    'title: The Refounding\ntype: event\ndate: 412 TA\ncanon: session-47\nsupersedes: [{id: founding}]\nfacts:\n  house-vyr: {founder: Aldric}',
  ),
  'rolls.md': page(`title: The Rolls of Vyr
type: book
facts:
  - {entity: house-vyr, attribute: ruler, value: Maric, from: 200 TA, until: 231 TA}
  - {entity: house-vyr, attribute: ruler, value: Corwin the Elder, from: c. 262 TA, until: 304 TA}
  - {entity: house-vyr, attribute: ruler, value: Berent, from: 341 TA, until: 398 TA}
  - {entity: house-vyr, attribute: member, value: Maric, from: 200 TA, until: 231 TA}
  - {entity: house-vyr, attribute: member, value: Ysolde, from: 215 TA, until: 260 TA}
  - {entity: house-vyr, attribute: motto, value: We endure}`),
  'claim.md': page(
    'title: The Claim\nfacts:\n  - {entity: house-vyr, attribute: founder, value: Ysolde, from: 300 TA, until: 350 TA}',
  ),
  'winter.md': page('title: The Long Winter\ntype: event\ndate: 231 TA .. 240 TA'),
  'comet.md': page('title: A Comet\ntype: event\ndate: c. 300 TA'),
};

export const timelineOf = (files: Files): Timeline => {
  const asked = askTimeline(codexOf(files).canon, {});
  if (!asked.ok) throw new Error('the timeline was refused');
  return asked.json as unknown as Timeline;
};
