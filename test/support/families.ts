/** A family for the tests of its picture: two marriages, an unknown father, a dispute and a retcon. */
import type { Family } from '../../server/src/core/picture/shapes/kinShapes';
import { codexOf, type Files } from './codex';
import { askFamily } from './ask';

export const page = (yaml: string): string => `---\n${yaml}\n---\n`;

const CODEX =
  'attributes: {mother: constant, father: constant, married-to: set}\nkin: {parent: [mother, father], spouse: married-to}\nrevisions: [s1, s2, s3]\n';

/** Two marriages, an unknown father and a retcon. */
export const FAMILY: Files = {
  'codex.yaml': CODEX,
  'ysa.md': page('type: person\ndate: 100 TA\nthrough: 140 TA\ncanon: s1'),
  'oren.md': page(
    'type: person\ndate: 98 TA\nthrough: 130 TA\ncanon: s1\nfacts:\n  - {entity: oren, attribute: married-to, value: ysa, from: 120 TA, until: 126 TA}\n  - {entity: oren, attribute: married-to, value: dorn, from: 127 TA}',
  ),
  'dorn.md': page('type: person\ndate: 105 TA\ncanon: s1'),
  'bram.md': page('type: person\ndate: 125 TA\ncanon: s1\nmother: ysa\nfather: "[[Oren]]"'),
  'ada.md': page('type: person\ndate: 121 TA\ncanon: s1\nmother: ysa\nfather: oren'),
  'kit.md': page('type: person\ndate: 150 TA\ncanon: s2\nmother: ada\nfather: unknown'),
  'wilda.md': page('type: person\ncanon: s2'),
  'twist.md': page(
    'date: 130 TA\ncanon: s3\nsupersedes: {id: bram, effective: always, only: [bram.mother]}\nfacts: {bram: {mother: wilda}}',
  ),
};

/** The same with years that are declared, and a dispute. */
const FILES: Files = {
  ...FAMILY,
  'codex.yaml': `present: 135 TA\ncalendars: {r: {default_era: TA, eras: [{id: TA, epoch: 0}]}}\n${CODEX}`,
  'tale.md': page('canon: s2\nfacts: {ada: {mother: wilda}}'),
};

const answered = askFamily(codexOf(FILES).canon, { entity: 'ada' });
if (!answered.ok) throw new Error(answered.failure.message);

export const familyOfAda = answered.json as unknown as Family;
