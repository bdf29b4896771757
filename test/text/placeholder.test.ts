/** What only stands in for a value, and what looks like it and is one. */
import { expect, it } from 'vitest';
import { isPlaceholder } from '../../server/src/core/text/placeholder';
import { problemsIn } from '../support/codex';

it('is what a template leaves to be filled in', () => {
  const texts = `TN/CG... Male/Female/… ? ??? ... … TBD tba -- <name> <birth_place> {{name}} <%_tp.file.title_%>
    Name_Here name_goes_here insert_your_name Enter_character_name Your_Name`;
  for (const text of ['___', ...texts.split(/\s+/).map((one) => one.replaceAll('_', ' '))].filter(Boolean))
    expect([text, isPlaceholder(text)]).toEqual([text, true]);
});

it('is not a word for the unknown or for nothing, nor anything with words of its own', () => {
  const texts = `Unknown none never n/a - + X todo no_one name Name the_Name <b>Bern</b> <https://bern.example> <3 [[Name]]
    [redacted] [Name](name.md) The_Nameless He_died_here here TN/CG good/evil Mr._... Wait... and/or_he_died_there...
    Who_knows? 1/2 {unset} [In-game_date] Add_Oil Enter_the_Dragon`;
  for (const text of texts.split(/\s+/).map((one) => one.replaceAll('_', ' ')))
    expect([text, isPlaceholder(text)]).toEqual([text, false]);
});

it('is not a fact, and disputes nothing', () => {
  const page = (facts: string) => `---\nfacts:\n  wren: ${facts}\n---\n`;
  const files = {
    'a.md': page('{eyes: "???", alignment: TN/CG..., home: <place>, rank: "TBD"}'),
    'b.md': page('{eyes: blue, alignment: N, home: Orm, rank: none}'),
  };
  expect(problemsIn(files, null)).toEqual([]);
  expect(problemsIn({ ...files, 'c.md': page('{eyes: Unknown}') }, null)).toHaveLength(2);
});
