/** A scripted history of one codex in a folder of its repository: what each commit does, and what is expected to be reported. */
import type { Commit } from './imported';

export interface Step extends Omit<Commit, 'changes'> {
  /** Paths are in the codex. */
  readonly changes: Commit['changes'];
  /** Answers that are others from here on: of House Vyr at 300 TA, by attribute. */
  readonly holds?: Readonly<Record<string, readonly string[]>>;
  /** What differs from the commit before: the pair, and whether a retcon says so. */
  readonly differs?: readonly string[];
  /** What a check since the commit before finds, but for warnings that are none of history's. */
  readonly found?: readonly string[];
  /** The retcons that a log since the commit before has. */
  readonly decided?: readonly string[];
}

const codex = (epoch: number, more = ''): string => `calendars:
  reckoning: {eras: [{id: FA, epoch: 0}, {id: TA, epoch: ${epoch}}]}
attributes: {founder: constant, member: set}
${more}`;

/** A page; its prose is long enough to be known again when the file is moved. */
const page = (keys: string, prose = ''): string =>
  `---\n${keys}\n---\n${'The river keeps what it is given.\n'.repeat(6)}${prose}`;
const founding = (founder: string, more = '', prose = ''): string =>
  page(`${more}date: 200 TA\nfacts: {vyr: {founder: ${founder}, seat: tarn}}`, prose);
const coronation = (date: string, ruler: string, more = ''): string =>
  page(`${more}date: ${date}\nfacts: {vyr: {ruler: ${ruler}}}`);
const retcon = (of: string, date: string, facts: string, more = 'effective: always'): string =>
  page(`date: ${date}\nsupersedes: {id: ${of}, reason: so, ${more}}\nfacts: {vyr: {${facts}}}`);
const motto = (value: string, keys = ''): string => page(`${keys}facts: {vyr: {motto: ${value}}}`);

const refounding = (more: string): string => retcon('founding', '412 TA', 'founder: aldric', more);
const REFOUNDING = refounding('effective: always, only: [vyr.founder]');
const FIRST = founding('maric');
const MOVED = founding('maric', 'id: founding\n');
const HOUSE = page('id: house-vyr\ntitle: House Vyr\naliases: [vyr]\nattributes: {size: small}');

/** Of years of the one era all else that is dated in the other is answered otherwise. */
const MOVED_DATES = ['motto new', 'motto undeclared', 'ruler undeclared', 'seat new', 'seat undeclared'];

export const STEPS: readonly Step[] = [
  {
    changes: { 'codex.yaml': codex(1200), 'vyr.md': page('title: House Vyr\nattributes: {size: small}') },
    holds: { size: ['small'] },
  },
  {
    changes: { 'founding.md': FIRST, 'coronation.md': coronation('290 TA', 'maric') },
    committed: '2031-01-01T00:00:00Z',
    holds: { founder: ['maric'], seat: ['tarn'], size: ['small'], ruler: ['maric'] },
    differs: ['founder new', 'ruler new', 'seat new'],
  },
  { changes: { 'founding.md': `${FIRST}More.\n`, '../README.md': 'About.\n' }, authored: '1999-01-01T00:00:00Z' },
  // Keys in another order, a date in other words, prose reflowed.
  {
    changes: {
      'founding.md': `---\nfacts:\n  - {value: tarn, attribute: seat, entity: vyr, from: "200 TA"}\n  - {entity: vyr, attribute: founder, value: maric}\ndate: TA 200\n---\nOther words.\n`,
    },
    committed: '1980-01-01T00:00:00Z',
  },
  { changes: { 'founding.md': FIRST }, tag: 'book-one' },
  // Moved, under the id that it had; then a page gets another id, and keeps the old one as an alias.
  { changes: { 'founding.md': null, 'events/The Founding.md': MOVED } },
  { changes: { 'vyr.md': HOUSE } },
  { changes: { 'vyr.md': null, 'houses/vyr.md': HOUSE } },
  // A correction, as it should be; and one as it should not.
  {
    changes: { 'refounding.md': REFOUNDING },
    holds: { founder: ['aldric'] },
    differs: ['founder declared'],
    decided: ['refounding of founding'],
  },
  {
    changes: { 'events/The Founding.md': MOVED.replace('seat: tarn', 'seat: crag') },
    holds: { seat: ['crag'] },
    differs: ['seat undeclared'],
    found: ['events/The Founding.md retcon/silent'],
  },
  {
    changes: { 'events/The Founding.md': MOVED },
    holds: { seat: ['tarn'] },
    differs: ['seat undeclared'],
    found: ['events/The Founding.md retcon/silent'],
  },
  // What continues from the baseline is story; what comes before it is not.
  { changes: { 'lysa.md': coronation('320 TA', 'lysa') }, differs: ['ruler undeclared'] },
  {
    changes: { 'orm.md': coronation('295 TA', 'orm') },
    holds: { ruler: ['orm'] },
    differs: ['ruler undeclared'],
    found: ['orm.md retcon/insertion'],
  },
  {
    changes: { 'orm.md': null },
    holds: { ruler: ['maric'] },
    differs: ['ruler undeclared'],
    found: ['orm.md retcon/silent'],
  },
  // A date is moved by a retcon, and another without a word.
  {
    changes: { 'coronation-later.md': retcon('coronation', '305 TA', 'ruler: maric') },
    holds: { ruler: [] },
    differs: ['ruler declared'],
    decided: ['coronation-later of coronation'],
  },
  {
    changes: { 'lysa.md': coronation('299 TA', 'lysa') },
    holds: { ruler: ['lysa'] },
    differs: ['ruler new', 'ruler undeclared'],
    found: ['lysa.md retcon/silent'],
  },
  {
    changes: { 'lysa.md': coronation('320 TA', 'lysa') },
    holds: { ruler: [] },
    differs: ['ruler undeclared'],
    found: ['lysa.md retcon/silent'],
  },
  // A side branch adds a page and corrects another; main goes on; the merge brings it.
  {
    branch: 'side',
    from: 'main',
    changes: { 'motto.md': motto('We hold') },
    holds: { motto: ['We hold'] },
    differs: ['motto new'],
  },
  {
    branch: 'side',
    changes: { 'motto-two.md': retcon('motto', '1 TA', 'motto: We stand') },
    holds: { motto: ['We stand'] },
    differs: ['motto declared'],
    decided: ['motto-two of motto'],
    committed: '2040-01-01T00:00:00Z',
  },
  {
    changes: { '../README.md': 'About it.\n' },
    holds: { motto: [] },
    differs: ['motto undeclared'],
    found: ['motto-two.md retcon/deleted-entry', 'motto.md retcon/deleted-entry'],
  },
  {
    merges: 'side',
    changes: { 'motto.md': motto('We hold'), 'motto-two.md': retcon('motto', '1 TA', 'motto: We stand') },
    holds: { motto: ['We stand'] },
    differs: ['motto declared'],
    decided: ['motto-two of motto'],
    tag: 'book-two',
  },
  // Taken back, and back again.
  {
    changes: { 'no-motto.md': page('retracts: {id: motto-two, reason: so, effective: 250 TA}') },
    holds: { motto: [] },
    differs: ['motto declared'],
    decided: ['no-motto of motto-two'],
  },
  {
    changes: { 'motto-again.md': page('restores: {id: motto, reason: so, effective: 280 TA}') },
    holds: { motto: ['We hold'] },
    differs: ['motto declared'],
    decided: ['motto-again of motto'],
    committed: '1970-01-02T00:00:00Z',
  },
  // A retcon of the baseline is weakened, removed, deleted, and each time put back.
  {
    changes: { 'refounding.md': refounding('effective: 412 TA, only: [vyr.founder]') },
    holds: { founder: ['maric'] },
    differs: ['founder undeclared'],
    found: ['refounding.md retcon/silent'],
  },
  {
    changes: { 'refounding.md': REFOUNDING },
    holds: { founder: ['aldric'] },
    differs: ['founder undeclared'],
    found: ['refounding.md retcon/silent'],
  },
  {
    changes: { 'refounding.md': page('date: 412 TA\nfacts: {vyr: {founder: aldric}}') },
    holds: { founder: ['maric'] },
    differs: ['founder undeclared'],
    found: ['refounding.md retcon/silent'],
  },
  {
    changes: { 'refounding.md': REFOUNDING },
    holds: { founder: ['aldric'] },
    differs: ['founder declared'],
    decided: ['refounding of founding'],
  },
  {
    changes: { 'refounding.md': null },
    holds: { founder: ['maric'] },
    differs: ['founder undeclared'],
    found: ['refounding.md retcon/deleted-entry'],
  },
  {
    changes: { 'refounding.md': REFOUNDING },
    holds: { founder: ['aldric'] },
    differs: ['founder declared'],
    decided: ['refounding of founding'],
  },
  // Both stand, on purpose.
  {
    changes: { 'legend.md': retcon('founding', '210 TA', 'seat: moor', 'soft: true, only: [vyr.seat]') },
    holds: { seat: ['tarn', 'moor'] },
    differs: ['seat declared'],
    decided: ['legend of founding'],
  },
  // What is not in the baseline may go, and change; a draft is not in it yet.
  { changes: { 'note.md': page('type: note') } },
  {
    changes: { 'note.md': null, 'rumour.md': page('draft: true\nfacts: {vyr: {heir: nobody}}') },
    holds: { heir: ['nobody'] },
    differs: ['heir new'],
  },
  {
    changes: { 'rumour.md': page('draft: true\nfacts: {vyr: {heir: somebody}}') },
    holds: { heir: ['somebody'] },
    differs: ['heir undeclared'],
  },
  // An era is counted from another year: what is dated in both moves.
  {
    changes: { 'ford.md': page('date: 1450 FA\nfacts: {vyr: {seat: ford}}') },
    holds: { seat: ['ford'] },
    differs: ['seat undeclared'],
  },
  {
    changes: { 'codex.yaml': codex(1300) },
    holds: { seat: ['tarn', 'moor'] },
    differs: [...MOVED_DATES, 'founder undeclared'],
    found: ['codex.yaml retcon/silent'],
  },
  {
    changes: { 'codex.yaml': codex(1200) },
    holds: { seat: ['ford'] },
    differs: [...MOVED_DATES, 'founder new', 'ruler new'],
    found: ['codex.yaml retcon/silent'],
  },
  { changes: { 'codex.yaml': codex(1200, 'present: 330 TA\n') }, tag: 'book-three' },
  {
    changes: { 'later.md': coronation('340 TA', 'ilse') },
    differs: ['ruler undeclared'],
    authored: '2099-01-01T00:00:00Z',
  },
];
