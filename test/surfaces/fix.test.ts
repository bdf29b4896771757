/** `retcon check --fix`: slips are put right in the files, and no other byte changes. */
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderWith, removeFolders, retcon, retconJson } from './process';

afterAll(removeFolders);

const codex = 'calendars: {c: {default_era: TA, months: [{name: Frostwane, days: 30}], eras: [{id: TA, epoch: 0}]}}\n';
const founding = '\uFEFF---\r\nid: founding\r\ntitel: Founding\r\ntier:   x\r\n---\r\nText\r\n';
const next = '---\nsupersedes:\n  - {id: foundin, reason: So.}   # why\ndate: 12 Frostwnae 300 TA\n---\n';
const story = { 'codex.yaml': codex, 'founding.md': founding, 'sub/next.md': next };

const bytes = (cwd: string, file: string): string => readFileSync(path.join(cwd, file), 'utf8');

describe('check --fix', () => {
  it('mends slips, says which, and reports what is left', () => {
    const cwd = folderWith({ ...story, 'other.md': '---\nsupersedes: [nobody-at-all]\n---\n' });
    const { status, stdout, stderr } = retcon(['check', '--fix'], { cwd });
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toBe(`Mended 3 slips in 2 files
founding.md
  3:1     warning "titel" means nothing to Retcon. Did you mean title?  frontmatter/misspelt-key

sub/next.md
  3:10    error   No note is called "foundin". Did you mean founding?  supersedes/unknown-id
  4:7     warning "Frostwnae" is not a month of c: its months are Frostwane  date/unreadable

What is left
other.md
  2:14    error   No note is called "nobody-at-all": write the id or the title of the note that this one supersedes.  supersedes/unknown-id

3 entries read: 1 error, 0 warnings.
`);
    expect(bytes(cwd, 'founding.md')).toBe(founding.replace('titel', 'title'));
    expect(bytes(cwd, 'sub/next.md')).toBe(next.replace('foundin', 'founding').replace('Frostwnae', 'Frostwane'));
    expect(readdirSync(cwd).sort()).toEqual(['codex.yaml', 'founding.md', 'other.md', 'sub']);
    expect(retcon(['check', '--fix', 'sub'], { cwd }).stdout).toBe(
      'There is no slip to mend.\n1 entry read: 0 errors, 0 warnings.\n',
    );
  });

  it('says that none is certain, where slips are left', () => {
    const slip = '---\nsupercedes:\n  - id: founding\n    reasn: x\n---\n';
    const cwd = folderWith({ 'codex.yaml': '', 'founding.md': '---\nid: founding\n---\n', 'next.md': slip });
    const { stdout } = retcon(['check', '--fix'], { cwd });
    expect(stdout).toContain('No slip is certain enough to be mended without a look.\n');
    expect(stdout).toContain('Did you mean supersedes?');
    expect(bytes(cwd, 'next.md')).toBe(slip);
  });

  it('leaves alone what it is not given, and reports to scripts what it did', () => {
    const cwd = folderWith(story);
    const { status, json } = retconJson(['check', '--fix', 'sub'], { cwd });
    expect(status).toBe(0);
    expect(Object.keys(json)).toEqual(['diagnostics', 'summary', 'mended']);
    expect(json.mended.map(({ file, code }: { file: string; code: string }) => `${file} ${code}`)).toEqual([
      'sub/next.md supersedes/unknown-id',
      'sub/next.md date/unreadable',
    ]);
    expect(json.diagnostics).toEqual([]);
    expect(bytes(cwd, 'founding.md')).toBe(founding);
  });

  it('keeps links and modes, and overwrites nothing that is not UTF-8', () => {
    const cwd = folderWith(story);
    const elsewhere = path.join(cwd, 'real.txt');
    writeFileSync(elsewhere, next);
    symlinkSync('real.txt', path.join(cwd, 'linked.md'));
    chmodSync(path.join(cwd, 'founding.md'), 0o640);
    const latin = Buffer.from('---\nsupersedes: [{id: foundin, reason: So.}]\ntitle: \xe9t\xe9\n---\n', 'latin1');
    writeFileSync(path.join(cwd, 'latin.md'), latin);
    const { status, stderr } = retcon(['check', '--fix'], { cwd });
    expect([status, stderr]).toEqual([
      2,
      "retcon: latin.md can't be mended: it is not written in UTF-8. Save it as UTF-8 first\n",
    ]);
    expect(readFileSync(path.join(cwd, 'latin.md')).equals(latin)).toBe(true);
    expect(lstatSync(path.join(cwd, 'linked.md')).isSymbolicLink()).toBe(true);
    expect(readFileSync(elsewhere, 'utf8')).toContain('Frostwane');
    expect(statSync(path.join(cwd, 'founding.md')).mode & 0o777).toBe(0o640);
  });

  it('writes through no link that leads out of the codex, unless the user has allowed it', () => {
    const cwd = folderWith(story);
    const elsewhere = path.join(folderWith({ 'real.md': next }), 'real.md');
    symlinkSync(elsewhere, path.join(cwd, 'linked.md'));
    const { stdout, stderr } = retcon(['check', '--fix'], { cwd });
    expect(stdout).toMatch(/\n2 entries read, 1 left out: 0 errors, 0 warnings\.\n$/);
    expect(stderr).toMatch(
      /^retcon: linked\.md can't be read and is left out: it is[^\n]*a link that leads out[^\n]*\n$/,
    );
    expect(readFileSync(elsewhere, 'utf8')).toBe(next);
    expect(retcon(['check', '--fix'], { cwd, env: { RETCON_FOLLOW_LINKS: '1' } }).stderr).toBe('');
    expect(readFileSync(elsewhere, 'utf8')).toContain('Frostwane');
  });

  it.each([
    [
      ['--staged'],
      /^retcon: --fix mends the files in the folder, and --staged looks at what git has staged: [^\n]+\n$/,
    ],
    [['--since', 'HEAD'], /leave --since out/],
    [['--format', 'sarif'], /as text or json, not as sarif\.\n$/],
  ])('makes no sense with %j, and says why', (more, message) => {
    const cwd = folderWith(story);
    const { status, stderr } = retcon(['check', '--fix', ...more], { cwd });
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(bytes(cwd, 'sub/next.md')).toBe(next);
  });
});
