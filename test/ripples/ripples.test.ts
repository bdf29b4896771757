/** Which passages still say what a retcon changed, and the state of each. */
import { expect, it } from 'vitest';
import { knownAt, LATEST, retconsSince, seenBy, knowerNamed } from '../../server/src/core/canon';
import { rippleSteps } from '../../server/src/core/ripples';
import { atOnce } from '../../server/src/core/text/groups';
import { codexOf, type Files } from '../support/codex';

const BASE: Files = {
  'codex.yaml':
    'revisions: [s1, s2, s3]\nattributes: {founder: constant, warden: state}\ncalendars: {r: {eras: [{id: TA, epoch: 0}]}}\n',
  'house.md': '---\nid: house\ntitle: House Vyr\ncanon: s1\n---\n',
  'maric.md': '---\ntitle: Maric\ncanon: s1\n---\n',
  'aldric.md': '---\ntitle: Aldric\ncanon: s1\n---\n',
  'old.md':
    '---\nid: old\ntitle: Old\ncanon: s1\ndate: 200 TA\nfacts: {house: {founder: maric}}\n---\nMaric of House Vyr.\n',
  'new.md':
    '---\nid: new\ntitle: New\ncanon: s2\ndate: 300 TA\nfacts: {house: {founder: aldric}}\nsupersedes: {id: old, sources: [recap]}\n---\nNot Maric of House Vyr.\n',
};

/** `file kind state date`, for each ripple. */
function ripples(more: Files): string[] {
  const files = { ...BASE, ...more };
  const known = knownAt(codexOf(files).canon, LATEST);
  const groups = atOnce(rippleSteps(known, atOnce(retconsSince(known, null)), (path) => files[path] ?? null));
  return groups.flatMap(({ ripples }) =>
    ripples.map(({ entry, kind, state, date }) =>
      [entry.path.replace('.md', ''), kind, state, date?.text].join(' ').trim(),
    ),
  );
}

const page = (keys: string, prose = 'Of House Vyr and Maric.'): string => `---\ncanon: s1\n${keys}---\n${prose}\n`;

it.each([
  ['states', page(''), 'a states open'],
  ['is settled by the page that reviews it', page('reviewed: [new]\n'), 'a states settled'],
  ['is settled by what holds instead', page('', 'Of House Vyr, Maric and Aldric.'), 'a states settled'],
  ['is settled by a link to the retcon', page('', 'Of House Vyr and Maric, see [[new]].'), 'a states settled'],
  ['is settled where it rests on the retcon', page('sources: [new]\n'), 'a states settled'],
  ['is settled where it was written later', '---\ncanon: s2\n---\nOf House Vyr and Maric.\n', 'a states settled'],
  ['was right at the date of the passage', page('', 'In 250 TA Maric held House Vyr.'), 'a states then 250 TA'],
  ['was not right at another', page('', 'In 350 TA Maric held House Vyr.'), 'a states open 350 TA'],
  [
    'was right at one of two dates only',
    page('', 'In 250 TA and in 350 TA, Maric, of House Vyr.'),
    'a states open 250 TA',
  ],
  ['was right at the date of an event', page('type: event\ndate: 250 TA\n'), 'a states then 250 TA'],
  ['is no event', page('type: place\ndate: 250 TA\n'), 'a states open'],
  ['cites', page('', 'See [[old]].'), 'a cites open'],
  ['cites by a definition', page('', 'See [it].\n\n[it]: old.md'), 'a cites open'],
  ['states what it cites', page('', 'Of House Vyr and Maric, see [[old]].'), 'a states open'],
  ['rests', page('sources: [old]\n', ''), 'a rests open'],
  ['cites where a word stands beside the link', page('', '- [[old]]: how it began'), 'a cites open'],
  ['cites after a label', page('', '- Told in: [[old]]'), 'a cites open'],
  ['states in a row of a table', page('', '| [[house]] | [[maric]] |'), 'a states open'],
  ['states after a label that names one', page('', '- House Vyr: [[maric]], [[song]]'), 'a states open'],
  ['says nothing of a number', page('', 'In House Vyr 250 men sang of Maric.'), 'a states open'],
])('%s', (_, text, expected) => {
  expect(ripples({ 'a.md': text })).toEqual([expected]);
});

it('leaves out pages that are gone, and the sources of the retcon', () => {
  expect(
    ripples({
      'recap.md': page(''),
      'gone.md': `---\nid: gone\ncanon: s1\n---\nOf House Vyr and Maric.\n`,
      'gone2.md': '---\ncanon: s2\nretracts: gone\n---\n',
    }),
  ).toEqual(['recap states settled']);
});

it.each([
  '- [[old]]',
  '| [Old](old.md) | [[maric]] |',
  'See also: [[old|The Old]], [[maric]]',
  '![[old]]',
  'Mentions: [[house]], [[maric]]',
])('takes %s for a list of links, which says nothing', (prose) => {
  expect(ripples({ 'a.md': page('', prose) })).toEqual([]);
});

const SECOND =
  '---\nid: third\ntitle: Third\ncanon: s3\ndate: 300 TA\nfacts: {house: {founder: aldric}}\nsupersedes: {id: old}\n---\n';

it.each([
  ['See [[old]] here.', '', ['a cites open']],
  [undefined, '', ['a states open']],
  ['See [[old]] here.', 'reviewed: [new]\n', ['a cites open']],
  ['See [[old]] here.', 'reviewed: [new, third]\n', ['a cites settled']],
  ['', 'sources: [old]\n', ['a rests open']],
  [undefined, 'reviewed: [third]\n', ['a states open']],
])('lists what two retcons of one entry leave once: %s %s', (prose, keys, expected) => {
  expect(ripples({ 'third.md': SECOND, 'a.md': page(keys, prose) })).toEqual(expected);
});

it('leaves out a page that supersedes the same entry itself', () => {
  const other =
    '---\ncanon: s1\nsupersedes: {id: old, only: [house.warden]}\n---\nIt was Maric of House Vyr in [[old]].\n';
  expect(ripples({ 'a.md': other })).toEqual([]);
});

it('takes nothing where both versions stand', () => {
  const soft = BASE['new.md']?.replace('{id: old,', '{id: old, soft: true,') ?? '';
  expect(ripples({ 'new.md': soft, 'a.md': page('', 'Of House Vyr and Maric, see [[old]].') })).toEqual([]);
});

it('does not take a link to an entity for a citation of its older page', () => {
  const about = '---\nid: keep\ntitle: Keep\ncanon: s1\ntowers: three\n---\n';
  const again = '---\nid: keep-2\nentity: keep\ntitle: Keep\ncanon: s2\ntowers: four\nsupersedes: keep\n---\n';
  const codex = `${BASE['codex.yaml']}`.replace('warden: state', 'towers: state');
  expect(ripples({ 'codex.yaml': codex, 'k.md': about, 'k2.md': again, 'a.md': page('', 'At [[keep]].') })).toEqual([]);
});

it('reviews a page that remembers up to a revision', () => {
  const wren = (reviewed: string): string[] =>
    ripples({
      'codex.yaml': BASE['codex.yaml']?.replace('founder', 'eyes: state, founder') ?? '',
      'wren.md':
        '---\nid: wren\ntitle: Wren\ncanon: s1\neyes: blue\nformerly: [{eyes: brown, canon: s2}, {eyes: green, canon: s3}]\n---\nHer brown eyes.\n',
      'a.md': page(`reviewed: [${reviewed}]\n`, 'Wren, of the green eyes and the brown hair.'),
    });
  expect(wren('wren@s3').filter((one) => one.startsWith('a '))).toEqual(['a states settled', 'a states settled']);
  expect(wren('wren@s2').filter((one) => one.startsWith('a '))).toEqual(['a states settled', 'a states open']);
});

it('says no more to a knower than its view holds', () => {
  const files = {
    ...BASE,
    'hidden.md': '---\ntitle: Maric the Hidden\nknown_by: nobody\ncanon: s1\n---\nOf House Vyr and Maric.\n',
    'a.md': page('', '> [!secret]\n> Of House Vyr and Maric.\n\nOf House Vyr and Maric the Hidden, or Maric.'),
  };
  const { canon } = codexOf(files);
  const seen = seenBy({
    canon,
    point: LATEST,
    knowerIn: (known) => {
      const found = knowerNamed(known, 'everyone');
      if (!found) throw new Error('everyone');
      return found;
    },
    until: null,
  });
  const known = knownAt(seen, LATEST);
  const groups = atOnce(
    rippleSteps(known, atOnce(retconsSince(known, null)), (path) => files[path as keyof typeof files] ?? null),
  );
  expect(
    groups.flatMap(({ ripples }) => ripples.map(({ entry, passage }) => `${entry.path} ${passage?.text}`)),
  ).toEqual(['a.md Of House Vyr and Maric the Hidden, or Maric.']);
});
