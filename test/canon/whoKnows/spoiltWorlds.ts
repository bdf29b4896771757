/**
 * The same worlds with secrets in their prose, and with pages whose authors made mistakes in their audience: those are
 * open to nobody.
 */
import fc from 'fast-check';
import { belongsBy, isOpen, type Point, hiddenWords } from './reading';
import type { Moment } from './moments';
import { filesOf, type Page, type World } from './secretWorlds';

/** What is wrong with a page, or with its first fact; null: nothing. */
const SLIPS = [null, null, null, 'misspelt', 'blank', 'date', 'twice', 'broken', 'fact'] as const;
type Slip = (typeof SLIPS)[number];

/** What is in the prose of a page besides its words. */
export interface Marks {
  readonly slip: Slip;
  /** The knowers after the bar of its callout. */
  readonly secretOf: readonly string[];
  /** Which page it links to, with words of its own or without. */
  readonly link: number;
  readonly hasWords: boolean;
}

export const marks: fc.Arbitrary<readonly Marks[]> = fc.array(
  fc.record({
    slip: fc.constantFrom(...SLIPS),
    secretOf: fc.uniqueArray(fc.constantFrom('ada', 'bo', 'guild', 'table', 'nobody'), { maxLength: 2 }),
    link: fc.nat(4),
    hasWords: fc.boolean(),
  }),
  { minLength: 5, maxLength: 5 },
);

/** A page that does not state membership, and undoes nothing, can be lost without changing what others know. */
const canBreak = ({ facts, declares }: Page): boolean =>
  declares.length === 0 && facts.every(({ attribute }) => attribute !== 'member');

const slipOf = (page: Page, { slip }: Marks): Slip => (slip === 'broken' && !canBreak(page) ? 'misspelt' : slip);

function spoilt(text: string, slip: Slip): string {
  const atTop = (lines: string): string => text.replace('---\n', `---\n${lines}\n`);
  if (slip === 'misspelt') return atTop('knwon_by: [everyone]');
  if (slip === 'blank') return text.includes('\nknown_from:') ? atTop('known_form: 300 TA') : atTop('known_from:');
  if (slip === 'date')
    return text.includes('\nknown_from:') ? atTop('known_form: 300 TA') : atTop('known_from: Mayday');
  if (slip === 'twice') return atTop('known_by: [everyone]\nknown_by: [everyone]');
  if (slip === 'broken') return atTop('gloss: "of [old');
  return slip === 'fact' ? text.replace('  - {', '  - {known_byy: [everyone], ') : text;
}

export function spoiltFiles(world: World, all: readonly Marks[]): Record<string, string> {
  const files = filesOf(world);
  files['codex.yaml'] += 'kin: {parent: [ruler], spouse: rival}\n';
  world.pages.forEach((page, i) => {
    const mark = all[i];
    const path = Object.keys(files).find((one) => one.endsWith(`${page.id}.md`)) ?? '';
    if (!mark) return;
    const bar = mark.secretOf.length === 0 ? '' : `|${mark.secretOf.join(', ')}`;
    const link = `page-${mark.link % world.pages.length}`;
    const prose = [
      `> [!secret${bar}]\n> Hush-${i}, an oath.`,
      `Sworn %% note-${i}, an oath %% by <!-- gloss-${i} an oath --> all.`,
      `An oath by [[${link}${mark.hasWords ? '|a stranger' : ''}]] and ![[picture-${i}.png]].`,
    ];
    files[path] = spoilt(`${files[path] ?? ''}\n${prose.join('\n\n')}\n`, slipOf(page, mark));
  });
  return files;
}

/** As the mistakes leave it: what they affect is open to nobody. */
function hiddenBySlips(world: World, all: readonly Marks[]): World {
  const nobody = [{ who: 'nobody', when: null }];
  const pages = world.pages.map((page, i): Page => {
    const slip = all[i] ? slipOf(page, all[i]) : null;
    if (slip === null) return page;
    const facts = page.facts.map((fact, j) => {
      if (slip === 'fact' && j > 0) return fact;
      const isBelief = (fact.believedBy ?? page.believedBy) !== null;
      return { ...fact, knownBy: nobody, believedBy: isBelief ? ['nobody'] : null };
    });
    return slip === 'fact'
      ? { ...page, facts }
      : { ...page, facts, knownBy: nobody, believedBy: page.believedBy && ['nobody'] };
  });
  return { ...world, pages };
}

/** What must not be shown to somebody, by what the world says and by what its prose hides. */
export function hiddenWordsOf(world: World, all: readonly Marks[], point: Point, who: string, by: Moment): string[] {
  const hidden = hiddenBySlips(world, all);
  const words = hiddenWords(hidden, point, who, by);
  hidden.pages.forEach((page, i) => {
    const isRead = (point === 'latest' || page.canon !== 's2') && isOpen(hidden, point, who, page, by);
    const isIn = all[i]?.secretOf.some((name) => belongsBy(world, point, who, name, by)) === true;
    if (!isRead || !isIn) words.push(`Hush-${i}`);
    if (!isRead) words.push(`picture-${i}`, page.id);
    words.push(`note-${i}`, `gloss-${i}`, 'known_by', 'known_form', 'knwon', 'Mayday');
  });
  return words;
}
