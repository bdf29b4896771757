/** Every command: answers in both formats, exit statuses, refusals in one line. */
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EXAMPLE, folderWith, type Json, PROJECT, removeFolders, retcon, retconJson } from './process';

afterAll(removeFolders);

const inExample = { cwd: EXAMPLE };
const keys = (value: Json): string[] => Object.keys(value as object);

describe('lore', () => {
  it('has the shape that scripts rely on', () => {
    const { status, json, stderr } = retconJson(['lore', 'founder'], inExample);
    expect([status, stderr, keys(json)]).toEqual([0, '', ['query', 'as_of', 'chunks', 'answer']]);
    expect(json.chunks).toHaveLength(1);
    expect(json.chunks[0]).toMatchObject({
      entry: 'refounding-of-house-vyr',
      title: 'The Refounding of House Vyr',
      file: 'events/refounding-of-house-vyr.md',
      lines: [16, 26],
      heading: null,
      retcon_boundary: true,
      retcon_superseded: false,
      superseded_by: null,
    });
    const { file, lines, text } = json.chunks[0];
    const written = readFileSync(path.join(EXAMPLE, file), 'utf8').split('\n');
    expect(written.slice(lines[0], lines[1] + 1).join('\n')).toBe(text);
  });

  it('takes no file for prose that holds none, and no words for an option', () => {
    const { status, stdout } = retcon(['lore', '--all', '"no such words at all"'], inExample);
    expect([status, stdout]).toEqual([0, 'No text found for “"no such words at all"”\n']);
  });

  it.each([
    [['lore', '?!'], 'bad-query', '?!'],
    [['lore', 'oath', '--limit', 'some'], 'bad-limit', 'some'],
    [['lore', 'oath', '--as-of', 'yesterday'], 'bad-as-of', 'yesterday'],
    [['lore', 'oath', '--at', '300 XX'], 'bad-date', '300 XX'],
  ])('refuses %j', (args, code, given) => {
    const { status, json, stderr } = retconJson(args, inExample);
    expect([status, json.error.code, json.error.given]).toEqual([2, code, given]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('was-true-at', () => {
  it('leads with what held, and shows the other side of the retcon', () => {
    const { status, stdout, stderr } = retcon(
      ['was-true-at', 'House Vyr', '--at', '300 TA', '--attribute', 'founder'],
      inExample,
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^House Vyr at 300 TA\n[^]*Maric[^]*412 TA[^]*Aldric/);
    expect(stdout).toContain('Retcon in session 47');
  });

  it('has the shape that scripts rely on', () => {
    const { status, json, stderr } = retconJson(
      ['was-true-at', 'house-vyr', '--at', '300 TA', '--attribute', 'founder'],
      inExample,
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(keys(json)).toEqual([
      'entity',
      'at',
      'as_of',
      'standing',
      'facts',
      'undecided',
      'retcons',
      'later',
      'answer',
    ]);
    expect(json).toMatchObject({
      entity: { id: 'house-vyr', title: 'House Vyr', file: 'houses/house-vyr.md' },
      at: '300 TA',
      as_of: 'latest',
      standing: 'current',
      facts: [{ attribute: 'founder', kind: 'constant', is_disputed: false }],
      undecided: [],
      later: [],
    });
    const [value] = json.facts[0].values;
    expect(keys(value)).toEqual(['value', 'ref', 'from', 'until', 'approximate', 'entry', 'sources', 'superseded_by']);
    expect(value).toMatchObject({
      value: 'maric',
      ref: 'maric',
      from: '200 TA',
      until: '412 TA',
      superseded_by: 'refounding-of-house-vyr',
    });
    const [retconned] = json.retcons;
    expect(keys(retconned)).toEqual([
      'superseded',
      'by',
      'kind',
      'effective',
      'as_of',
      'canon',
      'reason',
      'sources',
      'differs_from',
      'before',
      'after',
    ]);
    expect(retconned).toMatchObject({
      before: [{ entity: 'house-vyr', attribute: 'founder', value: 'maric' }],
      after: [{ entity: 'house-vyr', attribute: 'founder', value: 'aldric' }],
    });
  });

  it('knows at an earlier canon point what was known there, and announces the rest', () => {
    const { json } = retconJson(
      ['was-true-at', 'house-vyr', '--at', '420 TA', '--as-of', 'session-46', '--attribute', 'founder'],
      inExample,
    );
    expect(json.facts[0].values.map((one: Json) => one.value)).toEqual(['maric']);
    expect(json.retcons).toEqual([]);
    expect(json.later.map((one: Json) => one.by)).toEqual(['refounding-of-house-vyr']);
  });

  it('asks of the present where no date is given, and of the end of time where there is none', () => {
    expect(retconJson(['was-true-at', 'house-vyr'], inExample).json.at).toBe('430 TA');
    const cwd = folderWith({ 'codex.yaml': '', 'a.md': '---\nattributes: {mood: merry}\n---\n' });
    expect(retconJson(['was-true-at', 'a'], { cwd }).json).toMatchObject({
      at: null,
      facts: [{ values: [{ value: 'merry' }] }],
    });
  });

  it('answers of an entity that no entry describes', () => {
    const cwd = folderWith({ 'a.md': '---\nfacts:\n  the-drowned-bell: {tone: low}\n---\n' });
    expect(retconJson(['was-true-at', 'the-drowned-bell'], { cwd }).json).toMatchObject({
      entity: { id: 'the-drowned-bell', file: null },
      facts: [{ attribute: 'tone' }],
    });
  });
});

describe('lookup', () => {
  it('takes a page by its whole path', () => {
    const { json } = retconJson(['lookup', path.join(EXAMPLE, 'events/founding-of-house-vyr.md')], inExample);
    expect(json.entry.id).toBe('founding-of-house-vyr');
  });

  it('shows every version, whichever is named', () => {
    const { status, json } = retconJson(['lookup', 'The Founding of House Vyr'], inExample);
    expect(status).toBe(0);
    expect(keys(json)).toEqual(['entry', 'current', 'chain', 'formerly', 'facts', 'disputes', 'stale', 'answer']);
    expect(keys(json.entry)).toEqual(['id', 'title', 'type', 'date', 'file', 'standing', 'canon', 'tier']);
    expect(keys(json.chain[0])).toEqual([
      'id',
      'title',
      'date',
      'standing',
      'superseded_by',
      'kind',
      'reason',
      'canon',
    ]);
    expect(json.chain.map((one: Json) => one.id)).toEqual(['founding-of-house-vyr', 'refounding-of-house-vyr']);
    expect(json.current).toEqual(['refounding-of-house-vyr']);
  });

  it('says it in words too', () => {
    const { stdout } = retcon(['lookup', 'founding-of-house-vyr'], inExample);
    expect(stdout).toMatch(/^The Founding of House Vyr — superseded\n/);
    expect(stdout).toContain('Current now: The Refounding of House Vyr.');
  });
});

describe('chain', () => {
  it('goes the whole way, each id once', () => {
    const { status, json } = retconJson(['chain', 'burning-of-the-long-bridge'], inExample);
    expect(status).toBe(0);
    expect(keys(json)).toEqual(['entry', 'supersedes', 'superseded_by', 'rests_on', 'rested_on_by', 'why', 'answer']);
    expect(keys(json.supersedes[0])).toEqual(['id', 'kind', 'effective', 'reason']);
    expect(keys(json.rested_on_by[0])).toEqual(['id', 'via', 'stale']);
    expect(json.supersedes.map((one: Json) => one.id)).toEqual(['fall-of-the-long-bridge']);
    expect(json.superseded_by.map((one: Json) => one.id)).toEqual(['cutting-of-the-long-bridge']);
  });

  it('says it in words too', () => {
    expect(retcon(['chain', 'burning-of-the-long-bridge'], inExample).stdout).toMatch(
      /^Superseded by\b.*\n {2}The Cutting of the Long Bridge/m,
    );
  });
});

describe('log', () => {
  it('lists every retcon in canon order, or those after a point', () => {
    const all = retconJson(['log'], inExample).json;
    expect(keys(all)).toEqual(['retcons', 'errata', 'answer']);
    const canon: string[] = all.retcons.map((one: Json) => one.canon);
    expect(canon.length).toBeGreaterThan(5);
    expect(canon).toEqual([...canon].sort((a, b) => a.localeCompare(b)));
    const since = retconJson(['log', '--since', 'session-46'], inExample).json;
    expect(new Set(since.retcons.map((one: Json) => one.canon))).toEqual(new Set(['session-47', 'session-48']));
    expect(retcon(['log', '--since', 'session-48'], inExample).stdout).toContain(
      'Nothing has been retconned since session-48.',
    );
  });
});

describe('check', () => {
  const broken = folderWith({
    'codex.yaml': '',
    'old.md': '---\ndate: 200 TA\n---\n',
    'people/new.md': '---\ndate: 412 TA\nsupersedes: [{id: olt, reason: "so 🜂"}]\n---\n',
  });

  it('ends with 0 where only warnings are left', () => {
    const { status, stdout } = retcon(['check'], inExample);
    expect(status).toBe(0);
    expect(stdout).toMatch(/24 entries read: 0 errors, 2 warnings, 1 to note\.\n$/);
  });

  it('ends with 1 on an error, and names it where it stands', () => {
    const { status, stdout, stderr } = retcon(['check', '--root', broken]);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toContain('people/new.md\n  3:19    error');
    expect(stdout).toContain('supersedes/unknown-id');
  });

  it('has the shape that scripts rely on', () => {
    const { status, json } = retconJson(['check', '--root', broken]);
    expect(status).toBe(1);
    expect(json.summary).toEqual({ files: 2, entries: 2, errors: 1, warnings: 0, infos: 0 });
    expect(json.diagnostics).toEqual([
      {
        file: 'people/new.md',
        range: { start: { line: 2, character: 18 }, end: { line: 2, character: 21 } },
        severity: 'error',
        code: 'supersedes/unknown-id',
        message: expect.stringContaining('old') as string,
        related: [],
      },
    ]);
  });

  it('checks some files and folders only, named from where it is called', () => {
    expect(retcon(['check', 'old.md'], { cwd: broken }).status).toBe(0);
    expect(retcon(['check', 'people'], { cwd: broken }).status).toBe(1);
    expect(retcon(['check', 'new.md', '../old.md'], { cwd: path.join(broken, 'people') }).status).toBe(1);
    expect(retcon(['check', path.join(broken, 'old.md'), '--root', broken]).status).toBe(0);
  });

  it('refuses paths that are not of the codex', () => {
    expect(retconJson(['check', 'nowhere.md'], { cwd: broken })).toMatchObject({
      status: 1,
      json: { error: { code: 'not-found', given: 'nowhere.md' } },
    });
    expect(retconJson(['check', '..'], { cwd: broken })).toMatchObject({ status: 2, json: { error: { given: '..' } } });
  });

  it('reads a folder without codex.yaml, an empty one, and leaves nested codices alone', () => {
    const cwd = folderWith({ 'a.md': '# A', 'inner/codex.yaml': '', 'inner/b.md': '---\nsupersedes: nobody\n---\n' });
    expect(retconJson(['check'], { cwd })).toMatchObject({ status: 0, json: { summary: { entries: 1 } } });
    expect(retconJson(['check'], { cwd: path.join(cwd, 'inner') })).toMatchObject({
      status: 1,
      json: { summary: { entries: 1 } },
    });
    expect(retconJson(['check'], { cwd: folderWith({}) })).toMatchObject({ status: 0, json: { diagnostics: [] } });
  });

  it('reports codex.yaml itself', () => {
    const cwd = folderWith({ 'codex.yaml': 'revisions: {}\nrules: {link/unkown: off}\n' });
    const { status, json } = retconJson(['check'], { cwd });
    expect([status, new Set(json.diagnostics.map((one: Json) => `${one.file} ${one.code}`))]).toEqual([
      1,
      new Set(['codex.yaml config/invalid']),
    ]);
  });
});

describe('init', () => {
  it('writes a codex.yaml that checks clean, and never overwrites one', () => {
    const cwd = folderWith({
      'a.md': '---\nborn: 412 TA\ntype: person\n---\n',
      'b.md': '---\nborn: 380 TA\ntype: person\n---\n',
    });
    const { status, stdout } = retcon(['init'], { cwd });
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^codex\.yaml written\. 2 of 2 notes have dates, and all of them can be read\.\n/),
    ]);
    const written = readFileSync(path.join(cwd, 'codex.yaml'), 'utf8');
    expect(retcon(['check'], { cwd }).status).toBe(0);
    const again = retconJson(['init'], { cwd });
    expect(again).toMatchObject({ status: 2, json: { error: { code: 'exists', given: 'codex.yaml' } } });
    expect(readFileSync(path.join(cwd, 'codex.yaml'), 'utf8')).toBe(written);
  });

  it('says in JSON what it wrote', () => {
    const cwd = folderWith({ 'a.md': '# A' });
    const { json } = retconJson(['init'], { cwd });
    const text = readFileSync(path.join(cwd, 'codex.yaml'), 'utf8');
    expect(json).toEqual({ file: 'codex.yaml', notes: 1, dated: 0, readable: 0, unread: [], text });
  });

  it('leads from notes to the first answer, with nothing edited by hand', () => {
    const cwd = folderWith({
      'People/Kas Velden.md': '---\nbirth: 1245 BS\ndeath: 295 BS\nrace: vampire\n---\n',
      'People/Mirelle Dane.md': '---\nbirth: 5380 AS\ndeath: 5421 AS\nrace: human\n---\n',
      'People/Orin Quill.md': '---\nbirth: 5360 AS\nrace: gnome\n---\n',
    });
    expect(retcon(['init'], { cwd }).status).toBe(0);
    const { status, stdout } = retcon(['was-true-at', 'Mirelle Dane', '--at', '5400 AS'], { cwd });
    expect([status, stdout]).toEqual([0, expect.stringContaining('human')]);
    const before = retconJson(['was-true-at', 'Kas Velden', '--at', '300 BS'], { cwd });
    expect(before.json).toMatchObject({ standing: 'current', facts: [{ attribute: 'race' }] });
    expect(retconJson(['was-true-at', 'Kas Velden', '--at', '12 AS'], { cwd }).json).toMatchObject({
      standing: 'ended',
    });
  });
});

describe('init --facts', () => {
  /** `status: done` may be about the note, so it counts only where its author says so. */
  const notes = Object.fromEntries(
    ['Mirelle Dane', 'Orin Quill', 'Kas Velden', ...Array.from({ length: 10 }, (_, i) => `Extra ${i}`)].map(
      (name, i) => [
        `People/${name}.md`,
        `---\nbirth: ${5380 - 20 * i} AS\nhome: ${i === 2 ? 'Highgate' : 'Lowmarket'}\n${i < 3 ? 'status: done\n' : ''}---\n`,
      ],
    ),
  );

  it('has the suggested facts count, and proposes a question that is answered', () => {
    const cwd = folderWith(notes);
    const { status, stdout } = retcon(['init', '--facts'], { cwd });
    const asked = /retcon was-true-at "([^"]+)" --at "([^"]+)" --attribute (\w+)\n$/.exec(stdout);
    expect([status, asked === null, stdout]).toEqual([0, false, expect.stringContaining('Facts     home; status')]);
    const [, entity = '', at = '', attribute = ''] = asked ?? [];
    const answer = retconJson(['was-true-at', entity, '--at', at, '--attribute', attribute], { cwd });
    expect(answer).toMatchObject({ status: 0, json: { facts: [{ attribute, values: [{}] }] } });
  });

  it('is named where nobody can be asked, and what may be a fact does not count then', () => {
    const cwd = folderWith(notes);
    const { stdout } = retcon(['init'], { cwd });
    expect(stdout).toContain('1 more property may be a fact: status.');
    expect(stdout).toContain('init --facts');
    expect(readFileSync(path.join(cwd, 'codex.yaml'), 'utf8')).toMatch(
      /^attributes:\n {2}home: state.*\n {2}# status: state/m,
    );
  });

  it('names the folder in the question where the call did', () => {
    const root = folderWith(notes);
    expect(retcon(['init', '--facts', '--root', root]).stdout).toMatch(/--attribute home --root "[^"]+"\n$/);
  });
});

describe('what was not found or is ambiguous ends with 1', () => {
  it('offers a name that holds all the words before one that is a slip away', () => {
    const cwd = folderWith({ 'codex.yaml': '', 'session-11.md': '', 'session-1.md': '', 'session-3-notes.md': '' });
    expect(retconJson(['lookup', 'Session 3'], { cwd }).json.error.candidates[0]).toBe('session-3-notes');
  });

  const twins = folderWith({ 'codex.yaml': '', 'north/ford.md': '# The Ford', 'south/ford.md': '# The Ford' });

  it.each(['was-true-at', 'lookup', 'chain'])('%s', (command) => {
    expect(retconJson([command, 'vyrhol'], inExample)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^retcon: N[^\n]* is called "vyrhol"[^\n]*vyrhold\?\n$/) as string,
      json: { error: { code: 'not-found', given: 'vyrhol', candidates: ['vyrhold'] } },
    });
    const { status, json } = retconJson([command, 'The Ford'], { cwd: twins });
    expect([status, json.error.code, json.error.candidates]).toEqual([1, 'ambiguous', ['north/ford', 'south/ford']]);
  });

  it('of a misspelt attribute', () => {
    const { status, json } = retconJson(['was-true-at', 'house-vyr', '--attribute', 'rulr'], inExample);
    expect([status, json.error.code, json.error.candidates]).toEqual([1, 'not-found', ['ruler']]);
  });
});

describe('a wrong call ends with 2, one line on stderr and, for scripts, an object', () => {
  it.each([
    [['was-true-at', 'house-vyr', '--at', '300 XX'], 'bad-date', '300 XX', '1 TA'],
    [['was-true-at', 'house-vyr', '--at', 'soon'], 'bad-date', 'soon', '412 TA'],
    [['was-true-at', 'house-vyr', '--at', '46 Thaw 300 TA'], 'bad-date', '46 Thaw 300 TA', '45 days'],
    [['was-true-at', 'house-vyr', '--as-of', 'session-99'], 'bad-as-of', 'session-99', 'session-48'],
    [['lookup', 'house-vyr', '--as-of', '300 TA'], 'bad-as-of', '300 TA', 'before:ENTRY'],
    [['lookup', 'house-vyr', '--as-of', 'before:nobody'], 'bad-as-of', 'before:nobody', 'nobody'],
    [['log', '--since', 'yesterday'], 'bad-as-of', 'yesterday', 'latest'],
    [['check', '--bogus'], 'usage', '--bogus', '--root'],
    [['conjure'], 'usage', 'conjure', 'lookup'],
    [['conjure', '--help'], 'usage', 'conjure', 'lookup'],
    [['wastrueat', 'x'], 'usage', 'wastrueat', 'was-true-at'],
    [['look', 'x'], 'usage', 'look', '(Did you mean lookup?)'],
    [['log', '--fromat', 'json'], 'usage', '--fromat', '(Did you mean --format?)'],
    [['hook', 'instal'], 'usage', 'instal', '(Did you mean install?)'],
    [['hook', 'install', '--rot', '.'], 'usage', '--rot', '(Did you mean --root?)'],
    [['lookup'], 'usage', 'name', 'lookup'],
    [['help', 'lookupp'], 'usage', 'lookupp', 'was-true-at'],
    [['--root', '.', 'log'], 'usage', '--root', 'options come after the command: retcon log'],
    [['lookup', 'house', 'vyr'], 'usage', 'lookup', 'in quotes: retcon lookup "house vyr"'],
    [['succession', 'House', 'Vyr', 'ruler'], 'usage', 'succession', 'retcon succession "House Vyr.ruler"'],
    [['log', '--since', 'now'], 'bad-as-of', 'now', 'Did you mean latest?'],
    [['log', '--root', 'nowhere-at-all'], 'usage', 'nowhere-at-all', 'folder'],
    [['lsp', '--stdio', '--root', 'nowhere-at-all'], 'usage', 'nowhere-at-all', 'folder'],
    [['log', '--root', 'codex.yaml'], 'usage', 'codex.yaml', 'folder'],
  ])('%j', (args, code, given, accepted) => {
    const { status, stderr, json } = retconJson(args, inExample);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^retcon: [^\n]+\n$/);
    expect(stderr).toContain(given);
    expect(stderr).toContain(accepted);
    expect(json.error).toMatchObject({ code, given });
    expect(
      keys(json.error).filter((key) => !['code', 'message', 'given', 'accepted', 'candidates'].includes(key)),
    ).toEqual([]);
    expect(retcon(args, inExample).stdout).toBe('');
  });

  it('of a format there is not', () => {
    const { status, stderr, stdout } = retcon(['log', '--format', 'xml'], inExample);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^retcon: [^\n]*xml[^\n]*text, json[^\n]*\n$/);
  });

  it('of no command at all', () => {
    const { status, stderr } = retcon([]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^retcon: [^\n]*was-true-at[^\n]*\n$/);
  });
});

describe('what the surroundings do to it', () => {
  it('a reader that goes away is not a failure', () => {
    const line = `set -o pipefail; "${process.execPath}" "${path.join(PROJECT, 'dist/cli.js')}" log | true`;
    const { status, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8', ...inExample });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('a link that leads in a circle is not a folder', () => {
    const cwd = folderWith({ 'a.md': '# A' });
    symlinkSync('round', path.join(cwd, 'round'));
    expect(retconJson(['init', '--root', 'round'], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^retcon: [^\n]*round[^\n]*\n$/) as string,
      json: { error: { code: 'usage', given: 'round' } },
    });
  });

  it('control characters of an author reach no terminal', () => {
    const cwd = folderWith({
      'codex.yaml': '',
      'a.md': '---\ntitle: "A\\e[31m\\x9b\\r"\nsupersedes: "b\\e]0;x\\a"\n---\n',
    });
    const { stdout } = retcon(['lookup', 'a'], { cwd });
    expect(stdout).toContain('A\\x1b[31m\\x9b');
    for (const shown of [stdout, retcon(['check'], { cwd }).stdout, retcon(['lookup', '\u001b[2J'], { cwd }).stderr])
      expect(shown).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});

describe('help', () => {
  it('names every command, and every option of each', () => {
    const { status, stdout } = retcon(['--help']);
    expect(status).toBe(0);
    for (const command of ['init', 'check', 'was-true-at', 'lookup', 'chain', 'log', 'lsp']) {
      expect(stdout).toContain(`\n  ${command} `);
      const help = retcon([command, '--help']);
      expect([help.status, help.stderr]).toEqual([0, '']);
      for (const option of ['--root', '--format', '--help']) expect(help.stdout).toContain(option);
    }
    expect(retcon(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('colour', () => {
  const ESCAPE = '\u001b[';

  it('is never in what another program reads', () => {
    expect(retcon(['check'], inExample).stdout).not.toContain(ESCAPE);
    expect(retcon(['check'], { ...inExample, env: { NO_COLOR: '1' } }).stdout).not.toContain(ESCAPE);
  });
});

describe('in a folder without a codex', () => {
  it('says that there is none, and where one is', () => {
    const cwd = folderWith({ 'readme.txt': '', 'my lore/codex.yaml': '', 'my lore/vyr.md': 'A house.\n' });
    const asked = retcon(['was-true-at', 'vyr'], { cwd });
    expect(asked.status).toBe(1);
    expect(asked.stderr).toMatch(
      /^retcon: there is no codex\.yaml in \S+ or above\. One is in "my lore": add `--root "my lore"`\.\n/,
    );
    expect(retcon(['check'], { cwd }).stdout).toContain('One is in "my lore"');
    const empty = retcon(['log'], { cwd: folderWith({}) });
    expect([empty.status, empty.stderr]).toEqual([0, expect.stringMatching(/ or above\. Name the folder/)]);
    const bare = folderWith({ 'vyr.md': 'A house.\n' });
    for (const asked of [['log'], ['was-true-at', 'vyr'], ['rewrite', 'a', 'b', '--dry-run']])
      expect(retcon(asked, { cwd: bare }).stderr).toMatch(
        /^retcon: this folder is not set up yet: `retcon init` writes a codex\.yaml that fits these notes\.\n/,
      );
    // Notes that use Retcon's keys need no codex.yaml.
    const used = folderWith({ 'vyr.md': '---\nfacts: {vyr: {seat: hill}}\n---\nA house.\n' });
    expect(retcon(['log'], { cwd: used }).stderr).toBe('');
  });
});
