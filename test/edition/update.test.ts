/** Edits of one page that another page of an edition shows: that is made again, and those that show nothing of it are kept. */
import { expect, it } from 'vitest';
import { filesOfPages } from '../../server/src/core/edition/edition';
import { remakeSteps, updateSteps } from '../../server/src/core/edition/update';
import { readReadership } from '../../server/src/core/edition/readership';
import { createHost } from '../../server/src/core/host';
import { atOnce } from '../../server/src/core/text/steps';
import { cutByGrayMatter } from '../support/grayMatter';

const CODEX = 'present: 430 TA\ncalendars: {c: {eras: [{id: TA, epoch: 0}]}}\ncircles: {players: [sara]}\n';
const page = (keys: string, prose = ''): string => `---\n${keys}\n---\n${prose}\n`;
const REPLACED = 'facts: [{entity: e, attribute: a, value: x}]';
const BY_NEW = (effective: string): string => `superseded_by: {id: new, effective: ${effective}}`;

it.each<[string, string, string | null, string | null, string?]>([
  ['what it declares', 'new', page(`${REPLACED}\n${BY_NEW('420 TA')}`), page(`${REPLACED}\n${BY_NEW('440 TA')}`)],
  [
    'what it states, where a retcon replaces it',
    'new',
    page(`facts: [{entity: e, attribute: b, value: x}]\n${BY_NEW('440 TA')}`),
    page(`${REPLACED}\n${BY_NEW('440 TA')}`),
  ],
  [
    'who it says belongs to a circle',
    'guild',
    page('facts: [{entity: guild, attribute: member, value: lysa}]'),
    page('facts: [{entity: guild, attribute: member, value: players}]'),
  ],
  ['who knows it', 'links', page('known_by: nobody'), page('known_by: everyone')],
  ['when it is', 'links', page('date: 440 TA'), page('date: 420 TA')],
  ['what it is called', 'links', page('known_by: nobody'), page('known_by: nobody\naliases: [the ford]')],
  ['that it is there', 'links', page('title: It'), null],
  [
    'who it says is in on a secret',
    'told',
    page('facts: [{entity: guild, attribute: member, value: lysa}]'),
    page('facts: [{entity: guild, attribute: member, value: players}]'),
  ],
  ['that it has the file name of another', 'heir', null, page('title: Mill of the South'), 'south/mill.md'],
])('%s', (_, other, before, after, path = 'edited.md') => {
  const texts = new Map([
    ['codex.yaml', CODEX],
    ['new.md', page('facts: [{entity: e, attribute: a, value: y}]')],
    ['guild.md', page('title: Guild', 'A [[hall]].')],
    ['hall.md', page('known_by: guild')],
    ['codex.md', page('title: Of Itself', 'It names nobody.')],
    ['links.md', page('title: Links\nsources: [edited]', 'See [[edited|it]], or [[the ford|there]].')],
    ['told.md', page('title: Told', '> [!secret|guild]\n> Of the ford.')],
    ['heir.md', page('supersedes: {id: Mill of the North, effective: 410 TA}')],
    ['north/mill.md', page('title: Mill of the North')],
  ]);
  if (before !== null) texts.set(path, before);
  const textOf = (path: string): string | null => texts.get(path) ?? null;
  const host = createHost(textOf);
  const given = () => {
    const readership = readReadership(host.canon, { for: 'players' });
    if (!readership.ok) throw new Error(readership.failure.message);
    return [
      readership.value,
      { textOf, pictures: [], canReadPicture: () => true, cutByOthers: cutByGrayMatter },
    ] as const;
  };
  host.apply(texts);
  const first = atOnce(remakeSteps(...given()));
  if (after === null) texts.delete(path);
  else texts.set(path, after);
  host.apply(new Map([[path, after]]));
  const isThere = (): boolean => true;
  const update = first.kept && atOnce(updateSteps(...given(), first.kept, { changed: new Set([path]), isThere }));
  const again = atOnce(remakeSteps(...given()));
  const [then, updated, now] = [first, update, again].map((one) => one && filesOfPages(one.made).get(`${other}.md`));
  expect(now).not.toBe(then);
  expect(updated).toBe(now);
  expect(update?.made.map(({ path }) => path)).not.toContain('codex.md');
});
