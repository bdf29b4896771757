/** What a reader sees in the place of a query that a plug-in would fill in. */
import { expect, it } from 'vitest';
import { withQueriesFilled } from '../../server/src/core/entry/queries';

const SAYS: Readonly<Record<string, readonly string[]>> = {
  born: ['412 TA'],
  home: ['[[vyr|House Vyr]]'],
  names: ['Maric', 'the Elder'],
  'file.name': ['Maric'],
};
const filled = (text: string): string => withQueriesFilled(text, (key) => SAYS[key] ?? []);

it('inline queries for the note itself give what it says', () => {
  expect(filled('Born `= this.born` in `=this.home`, as `= this.names[1]`, `= this.file.name`.')).toBe(
    'Born 412 TA in [[vyr|House Vyr]], as the Elder, Maric.',
  );
  expect(filled('> | Home | `= this.home` |')).toBe('> | Home | [[vyr\\|House Vyr]] |');
  expect(filled('`=this.names`')).toBe('Maric, the Elder');
});

it('what only a program could work out is left out', () => {
  expect(filled('Age: `$= dv.current().age` `= date(now) - this.born` `= this.mood`.')).toBe('Age:   .');
  expect(filled('Before\n```dataview\nTABLE born\n```\nAfter')).toBe('Before\n\nAfter');
});

it('other code stays as it is', () => {
  const text = 'Say `x = 1`.\n```sh\n`= this.born`\n```\n``= this.born``';
  expect(filled(text)).toBe(text);
  expect(filled('No code here.')).toBe('No code here.');
});
