/** An edition as journals for Foundry: what its compendia are made of, and who may see what. */
import { expect, it } from 'vitest';
import { drawn } from '../support/codex';
import { foundryOf } from './editing';

const FILES = {
  ...drawn(`//- codex.yaml
calendars: {c: {eras: [{id: TA, epoch: 0}]}}
circles: {players: [sara]}
//- People/lysa.md
---
title: Lysa {the maid}
type: person
date: 281 TA
attributes: {house: "[[Vyr]]"}
facts: [{attribute: father, value: "[[The Traitor]]", known_by: nobody}]
---
Of [[Vyr|the house]], see [[Vyr#Deeds]]. ![[gate.png]]
> [!secret] GM
> She lies.
//- Houses/Vyr.md
Old.
## Deeds
//- The Traitor.md
---
known_by: nobody
---
Father of [[lysa]]. ![[plot.png]]
`).files,
  'gate.png': 'readable',
  'plot.png': 'readable',
};

interface Page {
  readonly _id: string;
  readonly _key: string;
  readonly name: string;
  readonly text: { readonly content: string };
  readonly ownership: { readonly default: number };
}
interface Journal extends Omit<Page, 'text'> {
  readonly pages: readonly Page[];
  readonly folder: string;
}

const idIn = ({ _id: id }: { readonly _id: string }): string => id;

function journals(isForMaster: boolean) {
  const { texts, pages, pictures } = foundryOf(FILES, { for: 'players', at: '430 TA' }, isForMaster);
  const read = (path: string) => JSON.parse(texts.get(path) ?? '');
  const all = pages.map(({ path }) => read(path) as Journal);
  const folders = [...texts.keys()].map(read).filter(({ type }) => type === 'JournalEntry');
  return {
    all,
    folders,
    pictures,
    texts,
    named: (name: string) => all.find((one) => one.name === name) ?? expect.fail(name),
  };
}

it('holds what its readers may observe, and nothing else', () => {
  const { all, folders, named, pictures, texts } = journals(false);
  expect(all.map(({ name }) => name).sort()).toEqual(['Lysa {the maid}', 'Vyr']);
  expect([...texts.values()].join('\n')).not.toMatch(/Traitor|lies|father/);
  expect(pictures).toEqual([{ from: 'gate.png', path: 'pictures/gate.png' }]);
  const [lysa, vyr] = [named('Lysa {the maid}'), named('Vyr')];
  expect(lysa).toMatchObject({ _key: `!journal!${idIn(lysa)}`, ownership: { default: 2 } });
  expect(idIn(lysa)).toMatch(/^[0-9a-z]{16}$/);
  expect(folders.map((folder) => [folder.name, idIn(folder) === lysa.folder])).toEqual([
    ['Houses', false],
    ['People', true],
  ]);
  const [page, ...more] = lysa.pages;
  expect(more).toEqual([]);
  expect(page).toMatchObject({ _key: `!journal.pages!${idIn(lysa)}.${page && idIn(page)}`, ownership: { default: 2 } });
  expect(page?.text.content).toContain('<p class="kind">person · 281 TA</p>');
  expect(page?.text.content).toContain(
    `Of @UUID[JournalEntry.${idIn(vyr)}]{the house}, see @UUID[JournalEntry.${idIn(vyr)}]{Vyr › Deeds}. <img src="modules/retcon-the-world/pictures/gate.png"`,
  );
  expect(JSON.parse(texts.get('module.json') ?? '')).toMatchObject({
    id: 'retcon-the-world',
    title: 'The World',
    packs: [{ type: 'JournalEntry', path: 'packs/journals', ownership: { PLAYER: 'NONE' } }],
  });
});

it('brings the rest for the game master, in pages that nobody else may see', () => {
  const { folders, named, pictures } = journals(true);
  const levels = (name: string) => named(name).pages.map(({ name: page, ownership }) => [page, ownership.default]);
  expect(levels('Vyr')).toEqual([['Vyr', 2]]);
  expect(levels('Lysa {the maid}')).toEqual([
    ['Lysa {the maid}', 2],
    ['Lysa {the maid} (all of it)', 0],
  ]);
  const [open, all] = named('Lysa {the maid}').pages;
  expect(open?.text.content).not.toMatch(/Traitor|lies/);
  expect(all?.text.content).toMatch(/@UUID\[JournalEntry\.[0-9a-z]{16}\]\{The Traitor\}/);
  expect(all?.text.content).toContain('She lies.');
  const traitor = named('The Traitor');
  expect(traitor).toMatchObject({ ownership: { default: 0 }, pages: [{ ownership: { default: 0 } }] });
  expect(folders.find((folder) => idIn(folder) === traitor.folder)).toMatchObject({ name: 'The World: game master' });
  // Links of the game master's pages lead to what the players have too.
  expect(traitor.pages[0]?.text.content).toContain(`@UUID[JournalEntry.${idIn(named('Lysa {the maid}'))}]{`);
  expect(pictures.map(({ from }) => from).sort()).toEqual(['gate.png', 'plot.png']);
});
