/** A line of errata.yaml lets one slip of the pen through, that one alone, and nothing that is more than a slip. */
import { describe, expect, it } from 'vitest';
import { fixesOf } from '../../server/src/core/edits/fixes/fixesAt';
import { askedIn, changedBy, problemsIn } from '../support/codex';
import { type Pages, page, placesSince, toldSince, foundSince, inWords } from './gate';

const keep = (motto: string, towers = '7'): string =>
  page(`attributes: {motto: ${motto}, towers: ${towers}, lord: maric, door: oak}`);
const TOLD: Pages = { 'codex.yaml': '', 'keep.md': keep('we endrue'), 'maric.md': page('type: person') };
const LINE = '- {entity: keep, attribute: motto, was: we endrue, is: we endure, reason: typo}\n';
const found = (text: string | undefined, errata: string | null): string[] =>
  foundSince(TOLD, { 'keep.md': text ?? null, 'errata.yaml': errata }).map(inWords);

describe('a line of errata.yaml', () => {
  it('lets that change through, and no other', () => {
    expect(found(keep('we endure'), null)).toEqual([expect.stringContaining('motto of keep was we endrue as of v1')]);
    expect(found(keep('we endure'), LINE)).toEqual([]);
    expect(found(keep('we endured'), LINE)).toEqual([
      expect.stringContaining('errata.yaml: info retcon/needless-erratum: motto of keep has not been changed'),
      expect.stringContaining('this has been changed to we endured'),
    ]);
    // Nor does it let the fact begin at another time.
    expect(found(keep('we endure').replace('attributes', 'date: 12 TA\nattributes'), LINE)).toContainEqual(
      expect.stringMatching(/keep\.md: error retcon\/silent/),
    );
  });

  it('is unnecessary once it is established, or where nothing was changed', () => {
    const told = { ...TOLD, 'keep.md': keep('we endure') };
    expect(toldSince(told, { 'errata.yaml': LINE })).toEqual([
      'errata.yaml: info retcon/needless-erratum: v1 says "we endure" already, so this line has no effect any more. Take it out.',
    ]);
    expect(toldSince(TOLD, { 'errata.yaml': LINE })).toEqual([
      expect.stringContaining('has not been changed from "we endrue"'),
    ]);
    expect(placesSince(told, { 'errata.yaml': LINE })).toEqual([`errata.yaml: ${LINE.slice(2, -1)}`]);
  });

  it.each([
    ['another number', 'towers', '7', '9', keep('we endrue', '9'), /"7" and "9" are different numbers/],
    ['another word', 'motto', 'we endrue', 'we yield', keep('we yield'), /"we yield" is more than a few letters away/],
    ['a negation', 'motto', 'we endrue', 'we unendrue', keep('we unendrue'), /"we unendrue" may mean something other/],
    [
      'another short word',
      'motto',
      'we endrue',
      'he endrue',
      keep('he endrue'),
      /"he endrue" may mean something other/,
    ],
    ['a negation of one letter', 'door', 'oak', 'aoak', keep('we endrue').replace('oak', 'aoak'), /may mean something/],
    [
      'something without a page',
      'door',
      'oak',
      'keep',
      keep('we endrue').replace('oak', 'keep'),
      /"keep" names a page, or/,
    ],
    ['a page', 'lord', 'maric', 'marik', keep('we endrue').replace('maric', 'marik'), /"maric" names a page/],
  ])('gives an error with the reason, and lets nothing through: %s', (_, attribute, was, is, text, message) => {
    const line = `- {entity: keep, attribute: ${attribute}, was: "${was}", is: "${is}"}\n`;
    const all = found(text, line);
    expect(all).toContainEqual(expect.stringMatching(message));
    expect(all.filter((one) => one.includes('error config/invalid'))).toHaveLength(1);
    expect(all.filter((one) => one.includes('error retcon/silent'))).toHaveLength(1);
  });

  it.each([
    ['seven gates', 'eleven gates'],
    ['King Orm XIV', 'King Orm XVI'],
    ['legal', 'illegal'],
    ['known', 'unknown'],
    ['moral', 'amoral'],
    ['in 200 FA', 'in 200 TA'],
    ['not guilty', 'now guilty'],
    ['in her bed', 'in her bath'],
  ])('does not accept a change of meaning: %s, %s', (was, is) => {
    const told = { ...TOLD, 'keep.md': keep(was) };
    const line = LINE.replace('we endrue', was).replace('we endure', is);
    expect(toldSince(told, { 'keep.md': keep(is), 'errata.yaml': line })).toEqual([
      expect.stringMatching(/^keep\.md: error retcon\/silent/),
    ]);
  });

  it('explains what is expected where it cannot be read', () => {
    expect(found(keep('we endure'), '- {entity: keep, was: x}\n')).toContainEqual(
      expect.stringMatching(/errata\.yaml: error config\/invalid: This line says too little/),
    );
    expect(found(keep('we endure'), '- keep\n')).toContainEqual(expect.stringMatching(/looks like this/));
  });
});

describe('the quick fix', () => {
  const texts = (errata?: string): Record<string, string> => ({
    'codex.yaml': '',
    'maric.md': page('type: person'),
    'keep.md': keep('we endure'),
    ...(errata !== undefined && { 'errata.yaml': errata }),
  });
  const told = { ...texts(), 'keep.md': keep('we endrue') };
  const silent = (now: Record<string, string>) =>
    problemsIn(now, told).filter(({ problem }) => problem.code === 'retcon/silent');
  const offers = (now: Record<string, string>) =>
    silent(now).flatMap(({ file, problem }) => fixesOf(askedIn(now, file, told), problem).map(({ fix }) => fix));

  const OTHER = '- {entity: keep, attribute: door, was: aok, is: oak}\n';

  it.each([[undefined], ['# Ours.'], [OTHER], [`  ${OTHER}`]])('writes the line: %j', (errata) => {
    const now = texts(errata);
    const fix = offers(now).find(({ title }) => title === 'It was only a typo');
    if (!fix) throw new Error('no such fix');
    const after = { ...now, ...changedBy(now, fix) };
    expect(after['errata.yaml']).toContain('- {entity: keep, attribute: motto, was: we endrue, is: we endure}\n');
    expect(silent(after)).toEqual([]);
  });

  const MOTTO = '{entity: keep, attribute: motto, was: we endrue, is: we endure}';
  const DOOR = OTHER.trim().slice(2);
  it.each([
    ['', `- ${MOTTO}\n`],
    ['\uFEFF', `\uFEFF- ${MOTTO}\n`],
    ['# Ours.\r\n', `# Ours.\r\n- ${MOTTO}\r\n`],
    ['[]\n', `[${MOTTO}]\n`],
    ['[ # None yet.\n]\n', `[${MOTTO} # None yet.\n]\n`],
    ['null # Later.\n', `- ${MOTTO} # Later.\n`],
    ['~', `- ${MOTTO}`],
    [`[${DOOR}] # Doors.\n`, `[${DOOR}, ${MOTTO}] # Doors.\n`],
    [`[\r\n  ${DOOR}, # A door.\r\n]\r\n`, `[\r\n  ${DOOR}, # A door.\r\n  ${MOTTO},\r\n]\r\n`],
    [`# Ours.\r\n- ${DOOR} # A door.\r\n`, `# Ours.\r\n- ${DOOR} # A door.\r\n- ${MOTTO}\r\n`],
    [`---\n- ${DOOR}\n...\n`, `---\n- ${DOOR}\n- ${MOTTO}\n...\n`],
    [`- ${DOOR}`, `- ${DOOR}\n- ${MOTTO}`],
  ])('adds the line to the existing list: %j', (errata, after) => {
    const now = texts(errata);
    const fix = offers(now).find(({ title }) => title === 'It was only a typo');
    expect(fix && changedBy(now, fix)).toEqual({ 'errata.yaml': after });
    expect(silent({ ...now, 'errata.yaml': after })).toEqual([]);
  });

  it.each([DOOR, 'Ours.', `[${DOOR}`, '--- null'])(
    'is not offered where the file could not be read after it: %j',
    (errata) => expect(offers(texts(errata)).map(({ title }) => title)).not.toContain('It was only a typo'),
  );

  it('removes a line, unless other lines refer to it', () => {
    const titles = (errata: string) =>
      foundSince(TOLD, { 'errata.yaml': errata }).map(({ problem }) => problem.fixes?.map(({ title }) => title));
    expect(titles(LINE + OTHER)).toEqual([['Take the line out'], ['Take the line out']]);
    expect(titles(`[${[LINE, OTHER].map((one) => one.trim().slice(2)).join(', ')}]\n`)).toEqual([[], []]);
  });

  it('is not offered for more than a slip, and restores a name that stood for a page', () => {
    const yields = { ...texts(), 'keep.md': keep('we yield') };
    expect(offers(yields).map(({ title }) => title)).not.toContain('It was only a typo');
    const now = { ...texts(), 'keep.md': keep('we endrue').replace('maric', 'Maric') };
    expect(silent(now).map(({ problem }) => problem.message)).toEqual([
      'lord of keep was maric, the page, as of v1, and `Maric` is plain text: only an id, or a [[link]], stands for a page. Write maric.',
    ]);
    const [fix, ...others] = offers(now);
    expect(others.map(({ title }) => title)).not.toContain('It was only a typo');
    expect([fix?.title, fix && changedBy(now, fix)]).toEqual([
      'Write maric, which stands for the page',
      { 'keep.md': told['keep.md'] },
    ]);
  });
});
