/** A generated codex of any size: entries of about 2 KiB, 8–12 keys and 3 facts each, every fourth of them a retcon. */

const MONTHS = ['Frostwane', 'Thaw', 'Larksong', 'Greenwake', 'Highsun', 'Harvestmoon', 'Smokefall', 'Longnight'];
const REVISIONS = 50;
const SIZE = 2048;
const WORDS =
  'the river keeps what it is given and no lord of the northern hall has ever asked it for anything twice because in that winter when bread was dear they swore at the ford an oath'.split(
    ' ',
  );

/** A calendar of its own, fifty sessions, a kind for each attribute. */
export const CODEX_YAML = `present: 900 TA
calendars:
  reckoning:
    default_era: TA
    months: [${MONTHS.map((name) => `{name: ${name}, days: 45}`).join(', ')}]
    leap: [{month: Thaw, every: 4, except: 100, unless: 400}]
    weekdays: [Sunsday, Moonsday, Ashday, Ironday, Oathday]
    eras:
      - {id: FA, names: [First Age], epoch: 0, last: 1200}
      - {id: TA, names: [Third Age], epoch: 1200}
attributes: {origin: constant, ruler: state, member: set}
revisions:
${Array.from({ length: REVISIONS }, (_, i) => `  - session-${i + 1}`).join('\n')}
`;

export const idOf = (i: number): string => `entry-${i}`;
export const pathOf = (i: number): string => `part-${i % 40}/Entry ${i}.md`;

/** The version that an entry supersedes: each chain has five, 2 ← 3 ← 7 ← 11 ← 15; null for three in four. */
function olderThan(i: number): number | null {
  if (i % 4 !== 3) return null;
  return i % 16 === 3 ? i - 1 : i - 4;
}

/** The first version of an entry's chain; it names the entity, and the pairs that all its versions state. */
export function rootOf(i: number): number {
  const older = olderThan(i);
  return older === null ? i : rootOf(older);
}

/** The last version of an entry's chain: the target of an up-to-date link. */
function newestOf(i: number, size: number): number {
  const newest = i - (i % 16) + 15;
  return [2, 3, 7, 11].includes(i % 16) && newest < size ? newest : i;
}

/** The text of entry `i` of `size`. The same numbers give the same text. */
export function entryText(i: number, size: number): string {
  const draw = numbers(i + 1);
  const root = rootOf(i);
  const older = olderThan(i);
  const pool = Math.max(1, Math.floor(size / 5));
  const house = `house-${(root * 7919) % pool}`;
  const year = 1 + Math.floor((i / size) * 880);
  const keys = [
    `id: ${idOf(i)}`,
    `title: The ${i}th Tale of ${WORDS[i % WORDS.length]}`,
    `aliases: [Tale ${i}, "The Tale, no. ${i}"]`,
    `type: ${i % 5 === 0 ? 'person' : 'event'}`,
    `date: ${1 + draw(45)} ${MONTHS[draw(8)]} ${year} TA`,
    `canon: session-${1 + Math.floor((i / size) * REVISIONS)}`,
    `attributes: {origin: ${WORDS[draw(WORDS.length)]}}`,
    `facts:\n  - {entity: ${house}, attribute: ruler, value: ${idOf(draw(i + 1))}}\n  - entity: ${house}\n    attribute: member\n    value: ${idOf(i)}`,
    `tags: [tale, part-${i % 40}]`,
  ];
  if (i % 3 === 0) keys.push(`mood: ${WORDS[draw(WORDS.length)]}`);
  if (i > 0 && i % 2 === 0) keys.push(`sources: [${idOf(draw(i))}, "A letter, ${year} TA"]`);
  if (older !== null) {
    // One in a thousand is a slip, so that the search for near names is part of the figures.
    const named = i % 1000 === 999 ? `entri-${older}` : idOf(older);
    keys.push(`entity: ${idOf(root)}`);
    keys.push(
      `supersedes:\n  - id: ${named}\n    effective: ${year} TA\n    reason: "It was told otherwise, in year ${year}."`,
    );
  }
  // A link as other tools write it, to a page of the same folder.
  let body = `# The ${i}th Tale\n\nIt follows [another tale](Entry%20${i % 40}.md#the-${i % 40}th-tale).\n\n`;
  const head = `---\n${keys.join('\n')}\n---\n`;
  for (let word = 0; head.length + body.length < SIZE; word++) {
    body +=
      word % 60 === 30
        ? `[[${idOf(word === 30 ? draw(size) : newestOf(draw(size), size))}]]`
        : WORDS[draw(WORDS.length)];
    body += word % 12 === 11 ? '.\n' : ' ';
  }
  return `${head}${body}\n`;
}

/** Integers below a limit, the same ones for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2654435761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return (state >>> 3) % below;
  };
}
