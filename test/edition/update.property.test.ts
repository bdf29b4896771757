/** An edition that is brought up to date is the one that would be made of nothing, whatever has been edited in between. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type EditionReport, editionSteps, filesOfPages } from '../../server/src/core/edition/edition';
import { type KeptEdition, remakeSteps, updateSteps } from '../../server/src/core/edition/update';
import { isPicturePath } from '../../server/src/core/edition/pictures';
import { type EditionCall, readReadership } from '../../server/src/core/edition/readership';
import { createHost } from '../../server/src/core/host';
import { atOnce } from '../../server/src/core/text/steps';
import { cutByGrayMatter } from '../support/grayMatter';
import '../support/seed';
import { OTHER_PAGES, DEPENDENT_CODEX, DEPENDENT_PAGES, DEPENDENT_PICTURE } from './dependentPages';
import { plantedWorld } from './plantedWorlds';

const RUNS = Number(process.env.FUZZ_RUNS ?? 40);

type Texts = ReadonlyMap<string, string>;

/** What a line of frontmatter can say of another page, and of its own. */
const KEYS: readonly ((name: string) => string)[] = [
  () => 'mood: grim',
  () => 'tags: [river]',
  () => 'banner: "a [[mill|stone]]"',
  (name) => `banner: ${JSON.stringify(name)}`,
  (name) => `sources: [${JSON.stringify(name)}]`,
  (name) => `facts: {e: {a: ${JSON.stringify(name)}}}`,
  () => 'facts: [{entity: e, attribute: a, value: x, until: 420 TA}]',
  () => 'facts: [{entity: table-two, attribute: member, value: players, from: 420 TA}]',
  (name) =>
    `facts: [{entity: table-two, attribute: member, value: ${JSON.stringify(name)}}, {entity: e, attribute: a, value: y}]`,
  () => 'known_by: nobody',
  () => 'known_by: [players]',
  () => 'known_by: {players: 440 TA}',
  (name) => `aliases: [${JSON.stringify(name)}]`,
  () => 'aliases: [mill]',
  (name) => `id: ${JSON.stringify(name)}`,
  (name) => `entity: ${JSON.stringify(name)}`,
  () => 'date: 428 TA',
  () => 'date: 440 TA',
  () => 'draft: true',
  () => 'canon: s3',
  () => 'type: person',
  (name) => `supersedes: {id: ${JSON.stringify(name)}, effective: 429 TA, reason: river}`,
  (name) => `retracts: [{id: ${JSON.stringify(name)}, effective: 440 TA}]`,
  (name) => `superseded_by: {id: ${JSON.stringify(name)}, effective: 410 TA}`,
  (name) => `supersedes: {id: ${JSON.stringify(name)}, effective: 420 TA, only: [e.a, e.c], sources: [plans, p0]}`,
  (name) => `restores: {id: ${JSON.stringify(name)}, effective: 425 TA}`,
  () => 'sources: [plans, open@1.0.0]',
  () => 'canon: s2',
  () => 'believed_by: [players]',
  () => 'until: 425 TA',
  () => 'until: 440 TA',
  () => 'date: 420 TA .. 440 TA',
  () => 'facts: [{entity: e, attribute: a, value: x, from: 410 TA, until: 440 TA}]',
  () => 'publish: false',
  () => 'tags: [gm-only]',
  () => 'known_by: {players: s2}',
  () => 'known_from: 440 TA',
  (name) => `aliases: ["of [[${name}]]"]`,
  (name) => `sources: ["a note on [[${name}]]"]`,
];

const BODIES: readonly ((name: string) => string)[] = [
  () => 'More of it.',
  (name) => `It was [[${name}]], or [[${name}|he]].`,
  () => '> [!secret]\n> The river.',
  () => '![[shown.png]] and ![[only-hidden.png]]',
  (name) => `> [!secret|${name}, table-two]\n> Of the mill.`,
  () => '> [!dm]\n> Of the river.',
  () => '# A Heading',
  (name) => `# ${name}`,
  () => '%% unclosed',
  () => '#person',
];

/** For whom an edition is made. */
const CALLS: readonly EditionCall[] = [
  { for: 'players' },
  { for: 'everyone', at: '440 TA' },
  { for: 'ines', asOf: 's1' },
  { for: 'table-two', at: '425 TA' },
];

const pageEdit = fc.record({
  page: fc.nat(7),
  to: fc.nat(7),
  how: fc.constantFrom<'key' | 'body' | 'cut' | 'line' | 'gone' | 'new' | 'moved' | 'other'>(
    'other',
    'other',
    'other',
    'other',
    'key',
    'key',
    'body',
    'body',
    'cut',
    'line',
    'gone',
    'new',
    'moved',
  ),
  which: fc.nat(389),
  isTampered: fc.boolean(),
  /** Whether a picture can be read from then on. */
  isReadable: fc.boolean(),
});

type PageEdit = typeof pageEdit extends fc.Arbitrary<infer T> ? T : never;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');

/** The texts after an edit: undefined under the path of a file that has gone. */
function edited(texts: Texts, { page, to, how, which }: PageEdit): ReadonlyMap<string, string | undefined> {
  const paths = [...texts.keys()].filter((path) => !(path in DEPENDENT_PAGES));
  const [path = '', other = ''] = [paths[page % paths.length], paths[to % paths.length]];
  const text = texts.get(path) ?? '';
  const written = /^title: (.*?)\r?$/m.exec(texts.get(other) ?? '')?.[1];
  const name = which % 2 === 0 || written === undefined ? nameOf(other) : (JSON.parse(written) as string);
  const lines = text.split('\n');
  if (how === 'other') return new Map([OTHER_PAGES[which % OTHER_PAGES.length] ?? [path, undefined]]);
  if (how === 'key') return new Map([[path, text.replace('---\n', `---\n${KEYS[which % KEYS.length]?.(name)}\n`)]]);
  if (how === 'body') return new Map([[path, `${text}\n${BODIES[which % BODIES.length]?.(name)}\n`]]);
  if (how === 'cut') return new Map([[path, lines.filter((_, i) => i !== which % lines.length).join('\n')]]);
  if (how === 'line') return new Map([[path, text.replace(/\b430\b|\bnobody\b|\bx\b/, '421')]]);
  if (how === 'gone') return new Map([[path, undefined]]);
  const folder = ['gm/', 'table/', ''][which % 3];
  const moved = `${folder}${which % 2 === 0 ? nameOf(path) : `new-${which}`}.md`;
  return how === 'new' || moved === path
    ? new Map([[`new-${which}.md`, text]])
    : new Map([
        [path, undefined],
        [moved, text],
      ]);
}

/** What can be seen of an edition, by its author and its readers. */
const shownOf = ({ pictures, leftOut, parts, inDoubt, leaks, pages }: EditionReport) => ({
  pages: pages.map(({ path }) => path),
  pictures,
  leftOut,
  parts,
  inDoubt,
  leaks,
});

it(
  'is what would be made of nothing, whatever has been edited',
  () => {
    let [updates, allAgain] = [0, 0];
    fc.assert(
      fc.property(
        plantedWorld,
        fc.array(pageEdit, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...CALLS),
        ({ files }, edits, call) => {
          const pictures = [...Object.keys(files).filter(isPicturePath), DEPENDENT_PICTURE].sort();
          let texts: Texts = new Map(
            Object.entries({ ...files, ...DEPENDENT_PAGES }).filter(([path]) => path.endsWith('.md')),
          );
          let isReadable = true;
          const host = createHost((path) => texts.get(path) ?? null);
          host.apply(new Map([['codex.yaml', DEPENDENT_CODEX(files['codex.yaml'] ?? '')]]));
          host.grow(texts);
          const givenBy = () => {
            const readership = readReadership(host.canon, call);
            if (!readership.ok) throw new Error(readership.failure.message);
            const textOf = (path: string): string | null => texts.get(path) ?? null;
            const canReadPicture = (path: string): boolean =>
              path !== 'gm/behind.png' && (isReadable || path !== 'shown.png');
            return [
              readership.value,
              { textOf, attachments: pictures, pictures, canReadPicture, cutByOthers: cutByGrayMatter },
            ] as const;
          };
          const update = (
            kept: KeptEdition,
            changes: ReadonlyMap<string, unknown>,
            isThere: (path: string) => boolean,
          ) => {
            const [readership, given] = givenBy();
            const { eyes } = readership.view;
            const findHiddenNames: typeof eyes.findHiddenNames = () => (allAgain++, eyes.findHiddenNames());
            const counting = { ...readership, view: { ...readership.view, eyes: { ...eyes, findHiddenNames } } };
            return atOnce(updateSteps(counting, given, kept, { changed: new Set(changes.keys()), isThere }));
          };
          let last = atOnce(remakeSteps(...givenBy()));
          let shared = filesOfPages(last.made);
          for (const edit of edits) {
            const changes = edited(texts, edit);
            ({ isReadable } = edit);
            texts = new Map(
              [...texts, ...changes].flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
            );
            host.apply(new Map([...changes].map(([path, text]) => [path, text ?? null])));
            const kept: KeptEdition | null = last.kept && JSON.parse(JSON.stringify(last.kept));
            const isThere = (path: string): boolean => !edit.isTampered || path.length % 2 === 0;
            const updated = kept && update(kept, changes, isThere);
            const whole = atOnce(editionSteps(...givenBy()));
            if (kept && !updated) expect(whole.made.some((one) => one.unlike === null && !one.isOpenAlone)).toBe(true);
            if (updated) {
              updates++;
              const drawing = (): string => [...texts].map(([path, text]) => `//- ${path}\n${text}`).join('\n');
              expect(shownOf(updated), drawing()).toEqual(shownOf(whole));
              const made = filesOfPages(updated.made);
              shared = new Map(updated.pages.map(({ path }) => [path, made.get(path) ?? shared.get(path) ?? 'lost']));
              expect(Object.fromEntries(shared), drawing()).toEqual(Object.fromEntries(filesOfPages(whole.pages)));
              last = updated;
            } else {
              last = atOnce(remakeSteps(...givenBy()));
              shared = filesOfPages(last.made);
            }
          }
        },
      ),
      { numRuns: RUNS },
    );
    // Both ways are taken.
    expect(allAgain).toBeGreaterThan(RUNS / 2);
    expect(updates - allAgain).toBeGreaterThan(RUNS / 2);
  },
  300_000 + RUNS * 1000,
);
