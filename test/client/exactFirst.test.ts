/** What a pick shows first once a whole name is typed. */
import { expect, it } from 'vitest';
import { exactFirst, idBeside } from '../../client/src/asking/exactFirst';

const rows = [
  { label: 'Maric', description: 'maric · person', names: ['maric', 'The Elder'] },
  { label: 'The Founding of House Vyr', description: 'founding', names: ['founding'] },
  { label: 'House Vyr', description: 'house-vyr', names: ['house-vyr', 'The Fire-Keepers'] },
  { label: 'The Elder Tree', description: 'elder-tree', names: ['elder-tree'] },
  { label: 'The Elder', description: 'elder', names: ['elder'] },
];
const firsts = (typed: string) => exactFirst(rows, typed).map(({ label, description }) => `${label} (${description})`);

it('puts an exact title first, then an exact other name, under that name', () => {
  expect(firsts('the elder').slice(0, 3)).toEqual([
    'The Elder (elder)',
    'The Elder (Maric · maric · person)',
    'The Founding of House Vyr (founding)',
  ]);
  expect(firsts('House Vyr')[0]).toBe('House Vyr (house-vyr)');
  expect(firsts(' HOUSE-vyr ')[0]).toBe('house-vyr (House Vyr · house-vyr)');
  expect(firsts('The Fire-Keepers')).toHaveLength(rows.length);
});

it('leaves the order as it is where nothing has exactly that name', () => {
  for (const typed of ['', '  ', 'vyr', 'elder t']) expect(exactFirst(rows, typed)).toBe(rows);
});

it('shows an id beside a title only where it says something else', () => {
  expect(idBeside({ id: 'conde-lucán-de-tambler', title: 'Conde Lucán de Tambler' })).toBeUndefined();
  expect(idBeside({ id: 'founding', title: 'The Founding of House Vyr' })).toBe('founding');
});
