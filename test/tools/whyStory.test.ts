/** The history of an answer as a paragraph: how it began, how it changed in canon order, and why. */
import { describe, expect, it } from 'vitest';
import { entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import type { Entry } from '../../server/src/core/entry/entry';
import { hoverAt } from '../../server/src/core/reading/hover';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { whyInShort } from '../../server/src/core/tools/facts/chain';
import { plainText } from '../../server/src/core/tools/words/richText';
import { caretIn, vyr } from '../support/caret';
import { codexOf, type Files } from '../support/codex';
import { askChain } from '../support/ask';

const CODEX = 'revisions: [s1, s2, s3, s4]\npresent: 430 TA\n';
const page = (frontmatter: string): string => `---\n${frontmatter}\n---\n`;

function why(files: Files, name: string): string {
  const answered = askChain(codexOf({ 'codex.yaml': CODEX, ...files }).canon, { name, why: true });
  if (!answered.ok) return answered.failure.message;
  const words = plainText(answered.prose);
  expect(answered.json.why).toBe(words);
  return words;
}

const SONG = page('title: The Song\ndate: 200 TA\ncanon: s1\nfacts: {bridge: {cause: flood}}');

it('lists every retcon in canon order, whichever version is named', () => {
  const files = {
    'song.md': SONG,
    'axe.md': page('title: The Axe\ndate: 200 TA\ncanon: s3\nfacts: {bridge: {cause: Lysa}}\nsupersedes: {id: host}'),
    'host.md': page(
      'title: The Host\ndate: 200 TA\ncanon: s2\nfacts: {bridge: {cause: the Host}}\nsupersedes: {id: song, reason: "No flood leaves\\n  scorched stone."}',
    ),
  };
  const story =
    'The Song was first stated in s1. In s2, it was corrected by The Host: cause of bridge was stated as flood, and is the Host from 200 TA. ' +
    '“No flood leaves scorched stone.” In s3, The Host was corrected by The Axe: cause of bridge was stated as the Host, and is Lysa from 200 TA. ' +
    'Nothing says why. What holds now is The Axe.';
  for (const name of ['song', 'host', 'axe']) expect(why(files, name)).toBe(story);
});

it('describes what was retracted, and what was restored', () => {
  const files = {
    'song.md': SONG,
    'ruling.md': page('title: A Ruling\ncanon: s2\nretracts: {id: song, reason: No.}'),
    'relit.md': page('title: Relit\ncanon: s3\nrestores: {id: song, reason: Yes.}'),
  };
  expect(why(files, 'song')).toBe(
    'The Song was first stated in s1. In s2, it was taken back, as if it had never been, by A Ruling: cause of bridge was flood; now never happened. “No.” ' +
      'In s3, The Song was brought back by Relit: cause of bridge is flood from 200 TA. “Yes.” What holds now is The Song.',
  );
});

it.each([
  ['soft: true', 'it stayed, and beside it The Host was set, and both stand: '],
  ['only: [bridge.cause]', 'a part of it gave way to The Host: '],
  ['', 'it gave way to The Host: '],
])('describes a retcon with %j', (more, words) => {
  const host = `title: The Host\ndate: 300 TA\ncanon: s2\nfacts: {bridge: {cause: the Host}}\nsupersedes:\n  - id: song\n    ${more}`;
  expect(why({ 'song.md': SONG, 'host.md': page(host) }, 'song')).toContain(`In s2, ${words}`);
});

it('says so where nothing has changed', () => {
  expect(why({ 'song.md': SONG }, 'song')).toBe('The Song was first stated in s1, and nothing has changed it.');
  expect(why({ 'song.md': page('title: The Song') }, 'song')).toBe(
    'The Song was stated first, and nothing has changed it.',
  );
});

it('is at the end of a hover', () => {
  const { canon, entry, text, offset } = caretIn({ ...vyr, 'note.md': page('sources: mar$0ic') });
  const context = { ...nowOf(canon), href: () => null, whyOf: ({ title }: { title: string }) => `Why ${title}.` };
  expect(hoverAt(context, entry, text, offset)?.markdown).toMatch(/---\n\nWhy Maric\.$/);
});

describe('under a card, which shows the values itself', () => {
  /** @param versions how many supersede the first */
  function short(versions: number): string | null {
    const later = Array.from({ length: versions }, (_, i) => [
      `v${i + 2}.md`,
      page(
        `title: Version ${i + 2}\ndate: 200 TA\ncanon: s${i + 2}\nfacts: {bridge: {cause: cause ${i + 2}}}\nsupersedes: {id: v${i + 1}, reason: Reason ${i + 2}.}`,
      ),
    ]);
    const codex = `revisions: [${Array.from({ length: versions + 1 }, (_, i) => `s${i + 1}`).join(', ')}]\npresent: 430 TA\n`;
    const first = page('id: v1\ntitle: Version 1\ndate: 200 TA\ncanon: s1\nfacts: {bridge: {cause: cause 1}}');
    const { canon } = codexOf({ 'codex.yaml': codex, 'v1.md': first, ...Object.fromEntries(later) });
    const known = knownAt(canon, LATEST);
    const story = whyInShort(known, entryAt(canon, 'v1.md') as Entry);
    return story && plainText([story]);
  }

  it('leaves them out', () => {
    expect(short(2)).toBe(
      'Version 1 was first stated in s1. In s2, it was corrected by Version 2, from 200 TA on. “Reason 2.” ' +
        'In s3, Version 2 was corrected by Version 3, from 200 TA on. “Reason 3.” What holds now is Version 3.',
    );
  });

  it('is empty where the card shows the only retcon, or there is none', () => {
    expect(short(1)).toBe(null);
    expect(short(0)).toBe(null);
  });

  it.each([5, 6, 60])('of %i retcons lists at most five, and the number of all', (count) => {
    const story = short(count) ?? '';
    expect(story.match(/“Reason \d+\.”/g)).toHaveLength(5);
    expect(story.includes(`Of ${count} retcons since, the last 5 are listed here.`)).toBe(count > 5);
    if (count > 5) expect(story).toContain(` listed here. In s${count - 3}, Version ${count - 4} was corrected by `);
    expect(story).toMatch(new RegExp(`What holds now is Version ${count + 1}\\.$`));
  });
});
