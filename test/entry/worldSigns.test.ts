/** Which folders without codex.yaml look like a world. */
import { expect, it } from 'vitest';
import { looksLikeWorld, signIn } from '../../server/src/core/entry/worldSigns';

const looks = (texts: readonly string[]): boolean =>
  looksLikeWorld(new Map(texts.map((text, i) => [`notes/note-${i}.md`, signIn(text)])));
const times = (count: number, textOf: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => textOf(i));

const linked = (i: number): string => `See [[Note-0|the first]] and [[nowhere]], said ${i}.`;

it('forty notes that link to another are a world, thirty-nine among many others are none', () => {
  const others = times(200, () => 'Nothing links from here.');
  expect(looks(['The first.', ...times(40, linked), ...others])).toBe(true);
  expect(looks(['The first.', ...times(39, linked), ...others])).toBe(false);
  expect(looks(times(80, () => 'See [[nowhere]].'))).toBe(false);
});

it('in a small vault, a quarter of its notes and no fewer than fifteen are enough', () => {
  const plain = (count: number): string[] => times(count, () => 'Nothing links from here.');
  expect(looks([...plain(45), ...times(15, linked)])).toBe(true);
  expect(looks([...plain(46), ...times(15, linked)])).toBe(false);
  expect(looks([...plain(10), ...times(14, linked)])).toBe(false);
});

it('ten notes in a folder of characters are a world, whatever they say', () => {
  const inFolder = (folder: string, count: number): boolean =>
    looksLikeWorld(new Map(times(count, (i) => `${folder}/note-${i}.md`).map((path) => [path, null])));
  expect(inFolder('Characters/Minor', 10)).toBe(true);
  expect(inFolder('02 - Recurring NPCs', 10)).toBe(true);
  expect(inFolder('Characters', 9)).toBe(false);
  expect(inFolder('docs/special-characters-in-names', 80)).toBe(false);
});

it('five notes with dates of a world are one, those with days of our time are none', () => {
  expect(looks(times(5, (i) => `---\nborn: ${i + 300} TA\n---\n`))).toBe(true);
  expect(looks(times(5, () => '---\nfc-date: 12 Thaw\n---\n'))).toBe(true);
  expect(looks(times(4, () => '---\nborn: c. 412 TA\n---\n'))).toBe(false);
  const ours = ['2024-05-01', '2024-05-01 10:00 UTC', 'May 1, 2024 10:00 AM', '2024'];
  expect(looks(times(80, (i) => `---\ndate: ${ours[i % 4]}\n---\n`))).toBe(false);
});

it('the pages of a repository of code are none', () => {
  const pages = [
    '# Read me\n\nSee [the guide](note-1.md).\n\n```sh\nif [[ -f x ]]; then y; fi\n```\n',
    '---\ntitle: API\ndate: 2024-01-01\nsize: 12 KB\n---\n`[[nodiscard]] int f();`\n',
    '```toml\n[[bin]]\nname = "x"\n```\n',
  ];
  expect(looks(times(300, (i) => pages[i % 3] ?? ''))).toBe(false);
});
