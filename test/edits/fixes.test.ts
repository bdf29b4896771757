/** Quick fixes in the spellings that the rule pages do not show: block and flow, CRLF, comments, quotes. */
import { describe, expect, it } from 'vitest';
import { mendContextFor, fixesOf } from '../../server/src/core/edits/fixes/fixesAt';
import { knownAt, LATEST, wasTrueAt } from '../../server/src/core/canon';
import { checkEntry } from '../../server/src/core/rules/check';
import { readWorldDateParam } from '../../server/src/core/tools/asked/question';
import { codexOf, comparedOf, type Files } from '../support/codex';
import { fixedBy, titlesFor } from './fixing';

/** A page with this frontmatter. */
const page = (yaml: string): string => `---\n${yaml}---\n`;

describe('a dropped fact', () => {
  const old = page('date: 200 TA\nfacts:\n  vyrhold: {owner: maric, colour: "grey, or black"}\n');
  const after = (yaml: string, files: Record<string, string> = {}) => {
    const texts = { 'old.md': old, ...files, 'new.md': page(yaml) };
    return fixedBy(texts, 'supersedes/drops-fact', 'Carry vyrhold.colour forward')['new.md'];
  };
  const retcon = 'date: 412 TA\nsupersedes: {id: old, reason: x}\n';

  it('is carried forward the way the page writes its facts', () => {
    expect(after(`${retcon}facts:\n  vyrhold:\n    owner: aldric # now\n`)).toBe(
      page(`${retcon}facts:\n  vyrhold:\n    owner: aldric # now\n    colour: "grey, or black"\n`),
    );
    expect(after(`${retcon}facts:\n- {entity: vyrhold, attribute: owner, value: aldric}\n`)).toBe(
      page(
        `${retcon}facts:\n- {entity: vyrhold, attribute: owner, value: aldric}\n- {entity: vyrhold, attribute: colour, value: "grey, or black"}\n`,
      ),
    );
    expect(after(`${retcon}facts:\n  - entity: vyrhold\n    attribute: owner\n    value: aldric\n`)).toBe(
      page(
        `${retcon}facts:\n  - entity: vyrhold\n    attribute: owner\n    value: aldric\n  - entity: vyrhold\n    attribute: colour\n    value: "grey, or black"\n`,
      ),
    );
    expect(after(`${retcon}facts: {maric: {seat: oldmere}, vyrhold: {owner: aldric}}\n`)).toBe(
      page(`${retcon}facts: {maric: {seat: oldmere}, vyrhold: {owner: aldric, colour: "grey, or black"}}\n`),
    );
    expect(after('supersedes: {id: old, only: [vyrhold.colour], reason: x}\n')).toBe(
      page('facts:\n  vyrhold: {colour: "grey, or black"}\nsupersedes: {id: old, only: [vyrhold.colour], reason: x}\n'),
    );
  });

  it('keeps line ends, a byte-order mark and a missing line end', () => {
    const text = `\uFEFF---\r\n${retcon.replaceAll('\n', '\r\n')}facts:\r\n  vyrhold: {owner: aldric}\r\n---\r\nBody`;
    const files = { 'old.md': old, 'new.md': text };
    expect(fixedBy(files, 'supersedes/drops-fact')['new.md']).toBe(
      text.replace('aldric}', 'aldric, colour: "grey, or black"}'),
    );
  });

  it('keeps its own dates, and leaves facts about the page itself there', () => {
    const files = {
      'vyrhold.md': page('attributes: {ruler: maric}\n'),
      'old.md': page(
        'entity: vyrhold\ndate: 200 TA\nfacts:\n  - {entity: vyrhold, attribute: ruler, value: "[[Lysa]]", from: 500 TA, through: 510 TA}\nattributes: {colour: grey}\n',
      ),
      'new.md': page('entity: vyrhold\ndate: 412 TA\nsupersedes: {id: old, reason: x}\nattributes:\n  owner: x\n'),
    };
    expect(titlesFor(files, 'supersedes/drops-fact')).toContain('Carry vyrhold.ruler forward');
    expect(fixedBy(files, 'supersedes/drops-fact', 'Carry vyrhold.ruler forward')['new.md']).toBe(
      files['new.md'].replace(
        'owner: x\n',
        'owner: x\nfacts:\n  - {entity: vyrhold, attribute: ruler, value: "[[Lysa]]", from: 500 TA, through: 510 TA}\n',
      ),
    );
    expect(fixedBy(files, 'supersedes/drops-fact', 'Carry vyrhold.colour forward')['new.md']).toBe(
      files['new.md'].replace('owner: x\n', 'owner: x\n  colour: grey\n'),
    );
  });

  it('does not begin earlier where the page also supersedes others that state it', () => {
    const carried = (first: string, own = '', more = '') => {
      const next = `supersedes:\n  - {id: p, effective: 500 CE, reason: x}\n  - {id: p0${first}, reason: x${more}}\n`;
      const files = {
        'p.md': page(`date: 500 CE\nfacts:\n  - {entity: house, attribute: heir, value: oda${own}}\n`),
        'p0.md': page('date: 200 CE\nfacts:\n  house: {heir: eva, seat: ford}\n'),
        'q.md': page(next),
      };
      const after = fixedBy(files, 'supersedes/drops-fact', 'Carry house.heir forward');
      const values = ['250 CE', '350 CE', '550 CE', '650 CE'].map((text) => {
        const { canon } = codexOf({ ...files, ...after });
        const at = readWorldDateParam(canon, text);
        if (!at.ok) throw new Error(at.failure.message);
        const [heir] = wasTrueAt(knownAt(canon, LATEST), 'house', { at: at.value, attribute: 'heir' }).facts;
        return heir?.values.map(({ clipped }) => clipped.fact.value.text).join() ?? '';
      });
      return [after['q.md']?.replace(next, ''), ...values];
    };
    const oda = (from: string): string =>
      page(`facts:\n  - {entity: house, attribute: heir, value: oda, from: ${from}}\n`);
    const bare = page('facts:\n  house: {heir: oda}\n');
    expect(carried(', effective: 300 CE')).toEqual([oda('500 CE'), 'eva', '', 'oda', 'oda']);
    expect(carried(', effective: always')).toEqual([oda('500 CE'), '', '', 'oda', 'oda']);
    expect(carried(', effective: 300 CE', ', from: 600 CE')).toEqual([oda('600 CE'), 'eva', '', '', 'oda']);
    expect(carried(', effective: 600 CE')).toEqual([bare, 'eva', 'eva', 'oda', 'oda']);
    expect(carried(', effective: 300 CE', '', ', only: [house.seat]')).toEqual([bare, 'eva', 'eva', 'oda', 'oda']);
  });

  it('is stated about the right entity', () => {
    const files = {
      'vyrhold.md': page('title: Vyrhold\ndate: 200 TA\nattributes: {colour: grey}\n'),
      'vyrhold-burnt.md': page('date: 412 TA\nattributes: {colour: black}\nsupersedes: {id: vyrhold, reason: x}\n'),
    };
    expect(titlesFor(files, 'supersedes/drops-fact')[0]).toBe('Set entity: vyrhold, as on Vyrhold');
    expect(fixedBy(files, 'supersedes/drops-fact')['vyrhold-burnt.md']).toBe(
      files['vyrhold-burnt.md'].replace('---\n', '---\nentity: vyrhold\n'),
    );
  });

  it('is exempted, one by one', () => {
    const files = { 'old.md': old, 'new.md': page(`${retcon}facts:\n  vyrhold: {owner: aldric}\n`) };
    expect(fixedBy(files, 'supersedes/drops-fact', 'Let vyrhold.colour stand, with `only`')['new.md']).toBe(
      files['new.md'].replace('reason: x', 'reason: x, only: [vyrhold.owner]'),
    );
    const limited = {
      ...files,
      'new.md': files['new.md'].replace('reason: x', 'only: [vyrhold.colour, vyrhold.owner]'),
    };
    expect(fixedBy(limited, 'supersedes/drops-fact', 'Let vyrhold.colour stand, with `only`')['new.md']).toBe(
      limited['new.md'].replace('vyrhold.colour, ', ''),
    );
  });
});

describe('a retcon', () => {
  const old = page('date: 200 TA\nfacts:\n  vyr: {founder: maric}\n');

  it('gets room for a reason, however it is written', () => {
    const after = (yaml: string) =>
      fixedBy({ 'old.md': old, 'new.md': page(yaml) }, 'supersedes/missing-reason')['new.md'];
    const facts = 'facts:\n  vyr: {founder: aldric}\n';
    expect(after(`${facts}supersedes: old # why?\n`)).toBe(
      page(`${facts}supersedes: # why?\n  - id: old\n    reason: ""\n`),
    );
    expect(after(`${facts}supersedes: [old]\n`)).toBe(page(`${facts}supersedes: [{id: old, reason: ""}]\n`));
    expect(after(`${facts}supersedes:\n- id: old\n  # which part\n  only: [vyr.founder]\n`)).toBe(
      page(`${facts}supersedes:\n- id: old\n  reason: ""\n  # which part\n  only: [vyr.founder]\n`),
    );
    expect(after(`${facts}supersedes: {id: old, reason: }\n`)).toBe(
      page(`${facts}supersedes: {id: old, reason: ""}\n`),
    );
  });

  it('takes in the keys next to it, with their quotes, and loses no comment', () => {
    const facts = 'facts:\n  vyr: {founder: aldric}\n';
    const after = (yaml: string, code = 'frontmatter/misplaced-key') =>
      fixedBy({ 'old.md': old, 'new.md': page(facts + yaml) }, code)['new.md'];
    // Beside the only retcon of a page such keys count: one that has them all stands below each of these.
    const other = '  - {id: older, as_of: 1 TA, effective: 1 TA, reason: x, only: [a.b], soft: true}\n';
    expect(after(`effective: 200 TA\nsupersedes:\n  - old\n${other}reason: Found, in a wall.\n`)).toBe(
      page(`${facts}supersedes:\n  - id: old\n    effective: 200 TA\n${other}reason: Found, in a wall.\n`),
    );
    const why = `supersedes:\n  - {id: old, soft: true}\n${other}reason: Found, in a wall.\n`;
    expect(after(why, 'supersedes/missing-reason')).toBe(
      page(`${facts}supersedes:\n  - {id: old, reason: "Found, in a wall.", soft: true}\n${other}`),
    );
    expect(after(`retracts:\n  - old\n${other}only:\n  - 'vyr.founder'\n`)).toBe(
      page(`${facts}retracts:\n  - id: old\n    only:\n      - vyr.founder\n${other}`),
    );
    const titles = (yaml: string) =>
      titlesFor({ 'old.md': old, 'new.md': page(facts + yaml) }, 'frontmatter/misplaced-key');
    expect(titles(`supersedes:\n  - {id: old, soft: false}\n${other}soft: true\n`)).toEqual([]);
    expect(titles(`retracts:\n  - old\n${other}soft: true\n`)).toEqual([]);
    expect(titles(`noted: &d 200 TA\nsupersedes:\n  - old\n${other}effective: *d # or so\n`)).toEqual([]);
    expect(titles(`supersedes:\n  - old\n${other}effective: 200 TA # or so\n`)).toEqual([]);
    expect(titles('supersedes: [old, older]\nsoft: true\n')).toEqual([]);
  });

  it('takes as_of from the version, or the version from as_of', () => {
    const files = {
      'a.md': page('date: 100 TA\nid: first\n'),
      'b.md': page('date: 200 TA\nid: second\nsupersedes: {id: first, as_of: 100 TA, reason: x}\n'),
      'c.md': page("date: 300 TA\nsupersedes:\n  - id: second\n    as_of: '100 TA'\n    reason: x\n"),
    };
    expect(titlesFor(files, 'supersedes/as-of-mismatch')).toEqual([
      'Change to 200 TA',
      'Change to first, which is dated 100 TA',
    ]);
    expect(fixedBy(files, 'supersedes/as-of-mismatch')['c.md']).toBe(files['c.md'].replace("'100 TA'", "'200 TA'"));
    const undated = {
      'codex.yaml': 'revisions: [session-1]\n',
      'a.md': page('id: first\n'),
      'b.md': page('canon: session-1\nsupersedes: {id: first, as_of: session-1, reason: x}\n'),
    };
    expect(fixedBy(undated, 'supersedes/as-of-mismatch', 'Take as_of out')['b.md']).toBe(
      undated['b.md'].replace('as_of: session-1, ', ''),
    );
  });

  it('is merged with an equal declaration', () => {
    const files = {
      'old.md': page('title: The Old\n'),
      'new.md': page(
        'supersedes:\n  - old # first\n  - id: The Old\n    reason: It was so.\n    effective: always\n# end\n',
      ),
    };
    expect(fixedBy(files, 'supersedes/duplicate')['new.md']).toBe(
      page('supersedes:\n  - id: old # first\n    reason: It was so.\n    effective: always\n# end\n'),
    );
  });

  it('is chained by the later of two, with the date of the one it now supersedes', () => {
    const files = {
      'codex.yaml': 'revisions: [one, two, three]\n',
      'old.md': old,
      'b.md': page(
        'date: 300 TA\ncanon: three\nsupersedes: [{id: old, as_of: 200 TA, reason: x}]\nfacts: {vyr: {founder: b}}\n',
      ),
      'c.md': page('date: 400 TA\ncanon: two\nsupersedes: [{id: old, reason: x}]\nfacts: {vyr: {founder: c}}\n'),
    };
    const title = 'Chain them: b supersedes c, which supersedes old';
    expect(titlesFor(files, 'supersedes/fork').filter((one) => one === title)).toHaveLength(2);
    expect(fixedBy(files, 'supersedes/fork', title)).toEqual({
      'b.md': files['b.md'].replace('id: old, as_of: 200 TA', 'id: c, as_of: 400 TA'),
    });
  });

  it('is removed with its key where it is the only one, and with its line otherwise', () => {
    const files = {
      'a.md': page('date: 1 TA\nsupersedes:\n  - id: b\n    reason: x\n  # kept\n  - id: other\n    reason: y\n'),
      'b.md': page('supersedes:\n  - id: a # back\n    reason: x\ndate: 2 TA\n'),
      'other.md': '',
    };
    expect(fixedBy(files, 'supersedes/cycle', 'Break the circle here: a no longer supersedes b')['a.md']).toBe(
      page('date: 1 TA\nsupersedes:\n  # kept\n  - id: other\n    reason: y\n'),
    );
    expect(fixedBy(files, 'supersedes/cycle', 'Break the circle here: b no longer supersedes a')['b.md']).toBe(
      page('date: 2 TA\n'),
    );
  });
});

describe('a fork', () => {
  const old = page('date: 200 TA\nfacts: {vyr: {founder: maric}}\n');
  const codex = { 'codex.yaml': 'attributes: {founder: constant}\nrevisions: [one, two]\n', 'old.md': old };
  const prong = (value: string, more = ''): string =>
    page(`${more}supersedes: {id: old, reason: x}\nfacts: {vyr: {founder: ${value}}}\n`);
  const titled = (files: Files, way: string): string[] =>
    titlesFor(files, 'supersedes/fork').filter((title) => title.startsWith(way));

  it('within one session can be chained either way, across two sessions one way', () => {
    const same = { ...codex, 'b.md': prong('b', 'canon: two\n'), 'c.md': prong('c', 'canon: two\n') };
    expect(new Set(titled(same, 'Chain'))).toEqual(
      new Set(['Chain them: b supersedes c, which supersedes old', 'Chain them: c supersedes b, which supersedes old']),
    );
    const later = { ...same, 'b.md': prong('b', 'canon: one\n') };
    expect(new Set(titled(later, 'Chain'))).toEqual(new Set(['Chain them: c supersedes b, which supersedes old']));
    // An earlier decision cannot supersede a later one.
    expect(titled(later, 'Keep')).toEqual(['Keep mine: c supersedes b too']);
  });

  it('is not a dispute where one value follows the other, and is reduced to one only where nothing else is lost', () => {
    const files = {
      'old.md': old,
      'b.md': page('date: 300 TA\nsupersedes: {id: old, reason: x}\nfacts: {vyr: {founder: b}}\n'),
      'c.md': page('date: 400 TA\nsupersedes: {id: old, reason: x}\nfacts: {vyr: {founder: c}, lysa: {eyes: grey}}\n'),
    };
    expect(titled(files, 'Let both stand')).toEqual([]);
    expect(titled(files, 'Keep')).toEqual(['Keep mine: c supersedes b too']);
    expect(titled({ ...files, 'codex.yaml': 'attributes: {founder: constant}\n' }, 'Let both stand')).toHaveLength(2);
  });

  it('is never fixed by changing an established retcon', () => {
    const told = { ...codex, 'b.md': prong('b', 'canon: two\n') };
    const files = { ...told, 'c.md': prong('c', 'canon: two\n') };
    const compared = comparedOf(files, told);
    const titlesIn = (file: string): string[] => {
      const context = mendContextFor(compared.now, file, (path) => files[path as keyof typeof files] ?? null, {
        compared,
        textThen: (path) => told[path as keyof typeof told] ?? null,
        isTaken: () => false,
        today: '2026-05-12',
      });
      return checkEntry(compared.now, context.entry)
        .filter(({ code }) => code === 'supersedes/fork')
        .flatMap((problem) => fixesOf(context, problem).map(({ fix }) => fix.title));
    };
    expect(titlesIn('b.md')).toEqual([
      'Chain them: c supersedes b, which supersedes old',
      'Keep mine: b supersedes c too',
    ]);
    expect(titlesIn('c.md')).toEqual([
      'Chain them: c supersedes b, which supersedes old',
      'Let both stand: c and b',
      'Keep mine: c supersedes b too',
      'Mark it soft: both versions stay true',
    ]);
  });
});

describe('a contradiction', () => {
  it('becomes a retcon of the one fact, by the page that was decided later', () => {
    const files = {
      'codex.yaml': 'attributes: {founder: constant}\nrevisions: [one, two]\n',
      'a.md': page('canon: two\ndate: 300 TA\nfacts:\n  - {entity: vyr, attribute: founder, value: x, from: 100 TA}\n'),
      'b.md': page('canon: one\ndate: 100 TA\nfacts:\n  vyr: {founder: y, seat: z}\n'),
    };
    const title = 'Let a supersede b on this';
    expect(titlesFor(files, 'fact/disputed').filter((one) => one === title)).toHaveLength(2);
    expect(fixedBy(files, 'fact/disputed', title)).toEqual({
      'a.md': files['a.md'].replace(
        '100 TA}\n',
        '100 TA}\nsupersedes:\n  - id: b\n    as_of: 100 TA\n    effective: 100 TA\n    reason: ""\n    only: [vyr.founder]\n',
      ),
    });
  });

  it('within a page is not a problem where there may be several values', () => {
    const files = { 'a.md': page('facts: {vyr: {trade: [salt, wool]}}\n') };
    const title = 'Let trade have several values at a time, in codex.yaml';
    expect(fixedBy(files, 'fact/disputed', title)).toEqual({ 'codex.yaml': 'attributes:\n  trade: set\n' });
    expect(fixedBy({ ...files, 'codex.yaml': '# ours\r\n' }, 'fact/disputed', title)['codex.yaml']).toBe(
      '# ours\r\nattributes:\r\n  trade: set\r\n',
    );
    expect(fixedBy({ ...files, 'codex.yaml': 'attributes: {a: set}\n' }, 'fact/disputed', title)['codex.yaml']).toBe(
      'attributes: {a: set, trade: set}\n',
    );
  });
});

describe('a link', () => {
  it('leads to what superseded its page, or to the nearest existing page', () => {
    const files = {
      'lore/old.md': page('date: 1 TA\n'),
      'lore/The New (2).md': page('date: 1 TA\nsupersedes: {id: old, reason: x}\n'),
      'notes/a.md': 'See [[old|then]], [then](../lore/old.md#end) and [[Nwe]].\n',
    };
    const links = titlesFor(files, 'link/superseded');
    expect(links).toEqual(['Link to the-new-2 instead', 'Link to the-new-2 instead']);
    expect(fixedBy(files, 'link/superseded')['notes/a.md']).toBe(
      'See [[The New (2)|then]], [then](../lore/old.md#end) and [[Nwe]].\n',
    );
    expect(titlesFor(files, 'link/unknown')).toEqual(['Create notes/Nwe.md']);
  });

  it('of markdown leads to a file whose name has URL syntax in it', () => {
    const files = {
      'lore/old.md': page('date: 1 TA\n'),
      'lore/What: #1? 100%.md': page('id: new\ndate: 1 TA\nsupersedes: {id: old, reason: x}\n'),
      'lore/a.md': 'See [then](old.md).\n',
    };
    const mended = fixedBy(files, 'link/superseded')['lore/a.md'];
    expect(mended).toBe('See [then](What%3A%20%231%3F%20100%25.md).\n');
    expect(titlesFor({ ...files, 'lore/a.md': mended ?? '' }, 'link/unknown')).toEqual([]);
  });
});

describe('unreadable YAML', () => {
  const after = (yaml: string) => fixedBy({ 'a.md': page(yaml) }, 'frontmatter/invalid-yaml')['a.md'];

  it('is fixed where the result can be read', () => {
    expect(after('title: Founding: the hall # x\n')).toBe(page('title: "Founding: the hall" # x\n'));
    expect(after('facts:\n\ta: b\n')).toBe(page('facts:\n  a: b\n'));
    expect(after('title: "The hall\ndate: 1\n')).toBe(page('title: "The hall"\ndate: 1\n'));
    expect(after('aliases: [a, b\ndate: 1\n')).toBe(page('aliases: [a, b]\ndate: 1\n'));
    expect(after('title: @home\n')).toBe(page('title: "@home"\n'));
    expect(after('sources: [[A]], [[B]]\n')).toBe(page('sources: ["[[A]]", "[[B]]"]\n'));
  });

  it('keeps both values of a list given twice', () => {
    const files = { 'a.md': page('aliases: a # x\ntitle: t\naliases:\n  - b\n  - a\n') };
    expect(titlesFor(files, 'frontmatter/duplicate-key')[0]).toBe('Make one list of both aliases');
    expect(fixedBy(files, 'frontmatter/duplicate-key')['a.md']).toBe(page('aliases: [a, b] # x\ntitle: t\n'));
  });
});

it('never overwrites what an author has written, and never breaks a line by joining two', () => {
  const decided = {
    'codex.yaml': 'revisions: [r1, r2]\n',
    'old.md': page('canon: r1\n'),
    'new.md': page('canon: session-9\nsupersedes: {id: old, reason: x}\n'),
  };
  expect(titlesFor(decided, 'supersedes/before-canon')).toEqual([]);
  const listed = { 'codex.yaml': 'revisions: [r1, r2]\n', 'new.md': page('canon: [r1]\nretracts: x\n') };
  expect(titlesFor(listed, 'canon/missing')).toEqual([]);
  const empty = { ...listed, 'new.md': page('canon: # when?\nretracts: x\n') };
  expect(fixedBy(empty, 'canon/missing')['new.md']).toBe(page('canon: r2 # when?\nretracts: x\n'));
  const twice =
    'supersedes:\n  - id: a\n    reason: x\nsupersedes:\n  - id: b\n    reason: >\n      so it\n      was\n';
  expect(fixedBy({ 'new.md': page(twice) }, 'frontmatter/duplicate-key', 'Make one list of both supersedes')).toEqual({
    'new.md': page('supersedes:\n  - id: a\n    reason: x\n  - id: b\n    reason: "so it was\\n"\n'),
  });
});
