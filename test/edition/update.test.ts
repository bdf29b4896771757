/** Edits of one page that another page of an edition shows, and edits that none can: what shows it is made again, and all else is kept. */
import { expect, it } from 'vitest';
import { filesOfPages } from '../../server/src/core/edition/edition';
import { type KeptEdition, remakeSteps, updateSteps } from '../../server/src/core/edition/update';
import { readReadership } from '../../server/src/core/edition/readership';
import { createHost } from '../../server/src/core/host';
import { atOnce } from '../../server/src/core/text/steps';
import { cutByGrayMatter } from '../support/grayMatter';

const CODEX = 'present: 430 TA\ncalendars: {c: {eras: [{id: TA, epoch: 0}]}}\ncircles: {players: [sara]}\n';
const page = (keys: string, prose = ''): string => `---\n${keys}\n---\n${prose}\n`;
const SECRET = '> [!secret]\n> Of it.\n\n';
const REPLACED = 'facts: [{entity: e, attribute: a, value: x}]';
const BY_NEW = (effective: string): string => `superseded_by: {id: new, effective: ${effective}}`;

const PAGES: Readonly<Record<string, string>> = {
  'new.md': page('facts: [{entity: e, attribute: a, value: y}]'),
  'guild.md': page('title: Guild', 'A [[hall]].'),
  'hall.md': page('known_by: guild'),
  'codex.md': page('title: Of Itself', 'It names nobody.'),
  'links.md': page('title: Links\nsources: [edited]', 'See [[edited|it]], or [[the ford|there]].'),
  'told.md': page('title: Told', '> [!secret|guild]\n> Of the ford.'),
  'heir.md': page('supersedes: {id: Mill of the North, effective: 410 TA}'),
  'north/mill.md': page('title: Mill of the North'),
  'shows.md': page('title: Shows', '![[ford.png]]'),
};

/** An edition of these pages and one more, and the same brought up to date and made anew after that one has been edited. */
function afterEdit(path: string, before: string | null, after: string | null, isReadable = true) {
  const texts = new Map(Object.entries(PAGES));
  if (before !== null) texts.set(path, before);
  const textOf = (one: string): string | null => texts.get(one) ?? null;
  const host = createHost(textOf);
  /** Pages that are looked at, and names of which is asked whether they are hidden. */
  const [looked, named] = [new Set<string>(), new Set<string>()];
  const given = (canReadPicture = true) => {
    const readership = readReadership(host.canon, { for: 'players' });
    if (!readership.ok) throw new Error(readership.failure.message);
    const { view } = readership.value;
    const { learnedAt, isHiddenName } = view.eyes;
    const eyes = {
      ...view.eyes,
      learnedAt: (one: string) => (looked.add(one), learnedAt(one)),
      isHiddenName: (name: string) => (named.add(name), isHiddenName(name)),
    };
    const files = {
      textOf,
      pictures: ['ford.png'],
      attachments: [],
      canReadPicture: () => canReadPicture,
      cutByOthers: cutByGrayMatter,
    };
    return [{ ...readership.value, view: { ...view, eyes } }, files] as const;
  };
  host.apply(new Map([['codex.yaml', CODEX]]));
  host.grow(texts);
  const first = atOnce(remakeSteps(...given()));
  if (after === null) texts.delete(path);
  else texts.set(path, after);
  host.apply(new Map([[path, after]]));
  looked.clear();
  named.clear();
  const isThere = (): boolean => true;
  const kept = first.kept as KeptEdition;
  const update = atOnce(updateSteps(...given(isReadable), kept, { changed: new Set([path]), isThere }));
  const asked = { looked: [...looked], named: [...named] };
  const again = atOnce(remakeSteps(...given(isReadable)));
  return { first, update, again, asked };
}

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
  [
    'what the heading at its top calls it',
    'links',
    page('known_by: nobody', '# The Mill'),
    page('known_by: nobody', '# The Ford'),
  ],
  ['that its prose may be meant to say who knows it', 'links', `${SECRET}It.\n`, `${SECRET}known_by: nobody\n`],
])('%s', (_, other, before, after, path = 'edited.md') => {
  const { first, update, again } = afterEdit(path, before, after);
  const [then, updated, now] = [first, update, again].map((one) => one && filesOfPages(one.made).get(`${other}.md`));
  expect(now).not.toBe(then);
  expect(updated).toBe(now);
  expect(update?.made.map((one) => one.path)).not.toContain('codex.md');
});

const LONG = page(
  'title: It\naliases: [the weir]\nfacts: [{entity: guild, attribute: member, value: lysa}]',
  '> [!secret] Of it.',
);

it.each<[string, string, string, readonly string[], boolean?]>([
  ['prose', LONG, `${LONG}\n## More\n\nSee [[hall]] and ![[ford.png]].\n`, ['edited.md']],
  ['secrets', LONG, LONG.replace('] Of it.', '|lysa]\n> %% Of the mill. %%'), ['edited.md']],
  ['the prose of a page that is hidden', page('known_by: nobody'), page('known_by: nobody', 'More [[hall]].'), []],
  ['a value that no other page sees', page('mood: grim'), page('mood: glad', 'More.'), ['edited.md']],
  ['prose while a picture has gone', LONG, `${LONG}\nMore.\n`, ['edited.md', 'shows.md'], false],
])('an edit of %s has no pages looked at but those that are made again', (_, before, after, made, isReadable) => {
  const { first, update, again, asked } = afterEdit('edited.md', before, after, isReadable);
  expect(update?.made.map(({ path }) => path)).toEqual(made);
  expect(asked.looked).toEqual(made);
  expect(asked.named).not.toContain('the ford');
  expect([update?.leftOut, update?.pictures]).toEqual([again.leftOut, again.pictures]);
  expect(new Map([...filesOfPages(first.made), ...filesOfPages(update?.made ?? [])])).toEqual(filesOfPages(again.made));
});
