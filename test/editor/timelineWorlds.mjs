/** Worlds that a picture of time has to bear, beside the example: eighteen digits of days, three calendars, and no date at all. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const page = (keys, prose = 'It is told.') => `---\n${keys.trim()}\n---\n${prose}\n`;

/** From the first light to the last, as a history of everything has it. */
const deep = {
  'codex.yaml': `present: 12000 CE
eras:
  - {id: BCE, epoch: 1, direction: backward}
  - {id: CE, epoch: 0}
revisions: [draft-1, draft-2]
`,
  'first-light.md': page('title: The First Light\ndate: 13800000000 BCE\ncanon: draft-1'),
  'the-sun.md': page(`title: The Sun
type: star
facts:
  - {entity: the-sun, attribute: stage, value: cloud, until: 4600000000 BCE}
  - {entity: the-sun, attribute: stage, value: star, from: 4600000000 BCE, until: 40000 CE}`),
  'walkers.md': page('title: The Walkers\ndate: 300000 BCE\ncanon: draft-1\nfacts: {walkers: {home: the savannah}}'),
  'last-ship.md': page('title: The Last Ship\ndate: 40000 CE\ncanon: draft-2\nfacts: {walkers: {home: the ships}}'),
};

/** One people counts from its flood, one by its moons, and one from the founding of its city. */
const three = {
  'codex.yaml': `present: 310 CF
calendars:
  river:
    months: [{name: Rise, days: 120}, {name: Flood, days: 125}, {name: Silt, days: 120}]
    eras: [{id: AF, names: [After the Flood], epoch: 0}]
  moon:
    offset_days: 3600
    months: [{name: First Moon, days: 29}, {name: Second Moon, days: 30}, {name: Third Moon, days: 29}, {name: Dark, days: 12}]
    eras: [{id: MR, names: [Moon Reckoning], epoch: 0}]
  city:
    offset_days: -7300
    months: [{name: Gate, days: 182}, {name: Tower, days: 183}]
    eras: [{id: CF, names: [City Founded], epoch: 0}]
revisions: [night-1, night-2, night-3]
`,
  'the-flood.md': page('title: The Flood\ndate: 1 Flood 1 AF\ncanon: night-1'),
  'moonrise.md': page(
    'title: The Moon Court Rises\ndate: 3 Second Moon 40 MR\ncanon: night-1\nfacts: {moon-court: {seat: the lake}}',
  ),
  'moonset.md': page(
    'title: The Moon Court Moves\ndate: 900 MR\ncanon: night-2\nfacts: {moon-court: {seat: the hill}}',
  ),
  'walls.md': page('title: The Walls\ndate: 280 CF .. 290 CF\ncanon: night-2\nfacts: {city: {ruler: Ilse}}'),
  'walls-again.md': page(
    'title: The Walls, Told Again\ndate: 280 CF\ncanon: night-3\nsupersedes: {id: walls, reason: It was Oda.}\nfacts: {city: {ruler: Oda}}',
  ),
};

const undated = {
  'codex.yaml': '',
  'ilse.md': page('title: Ilse\ntype: person\nfacts: {ilse: {home: Oldmere}}'),
  'oldmere.md': page('title: Oldmere\ntype: place'),
};

export const WORLDS = { deep, three, undated };

/** Writes a world beside the example, and answers its folder. */
export async function writeWorld(home, name) {
  const folder = path.join(home, name);
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(WORLDS[name])) await writeFile(path.join(folder, file), text);
  return folder;
}
