/** What publishes, and the files that hosts of a repository read: as their schemas have it, and naming only what is there. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json';
import { forNpm, missingIn, notesOf, tagFault, withAddresses, withRepository } from '../../scripts/release.mjs';
import type { JsonSchema } from '../../server/src/core/schema/shape';
import { faults } from '../support/schemas';
import { ACTION, GITLAB, HOOKS, ISSUE_CONFIG, ISSUE_FORM, RENOVATE, WORKFLOW } from './hostFiles';
import { filesIn, isThere, read } from './sources';

const forms = filesIn(['.github/ISSUE_TEMPLATE'], /\.yml$/).filter((file) => !file.endsWith('config.yml'));
const workflows = filesIn(['.github/workflows'], /\.yml$/);

const HOST_FILES: readonly (readonly [file: string, schema: JsonSchema])[] = [
  ...workflows.map((file) => [file, WORKFLOW] as const),
  ...forms.map((file) => [file, ISSUE_FORM] as const),
  ['.github/ISSUE_TEMPLATE/config.yml', ISSUE_CONFIG],
  ['action/action.yml', ACTION],
  ['gitlab/retcon.gitlab-ci.yml', GITLAB],
  ['.pre-commit-hooks.yaml', HOOKS],
  ['renovate.json', RENOVATE],
];

describe('files that hosts read', () => {
  it('are all there', () => {
    expect([workflows.length, forms.length]).toEqual([3, 3]);
  });

  it.each(HOST_FILES)('%s is as its schema has it', (file, schema) => {
    expect(faults(schema, parse(read(file)))).toEqual([]);
  });

  it('have the hook of pre-commit show its warnings', () => {
    expect(parse(read('.pre-commit-hooks.yaml'))).toMatchObject([{ id: 'retcon-check', verbose: true }]);
  });

  it('run scripts and commands that exist', () => {
    const lines = [...workflows, 'Dockerfile'].map((file) => read(file)).join('\n');
    const scripts = [...lines.matchAll(/\bnode (scripts\/[\w.]+)/g)].map(([, file = '']) => file);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((file) => !isThere(file))).toEqual([]);
    const commands = [...lines.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const escapes = [...lines.matchAll(/--(?:allow-|no-rewrite|force|skip-)[\w-]*/g)].map(([flag]) => flag);
    expect(escapes, 'a release needs no flag that lets something through').toEqual([]);
  });

  it('tell a first contributor about files that are there', () => {
    const named = [...read('CONTRIBUTING.md').matchAll(/`((?:server|test|docs)\/[\w./-]+)`/g)].map(
      ([, file = '']) => file,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !isThere(file))).toEqual([]);
    expect(read('CONTRIBUTING.md').match(/^\d\. \*\*/gm)).toHaveLength(5);
  });
});

describe('a release', () => {
  const where = { server: 'https://host.example', repository: 'somebody/retcon', publisher: undefined };
  const filled = withRepository(manifest, where);

  it('fills in where the repository is, of which a checkout says nothing', () => {
    expect(missingIn(manifest)).toEqual(['repository', 'bugs', 'homepage']);
    expect(missingIn(filled)).toEqual([]);
    expect(filled).toMatchObject({
      name: 'retcon',
      publisher: manifest.publisher,
      repository: { type: 'git', url: 'git+https://host.example/somebody/retcon.git' },
      bugs: { url: 'https://host.example/somebody/retcon/issues' },
    });
    expect(withRepository(manifest, { ...where, publisher: 'other' })).toHaveProperty('publisher', 'other');
  });

  it('says to the marketplaces what they ask for', () => {
    expect(manifest).not.toHaveProperty('private');
    expect(manifest).toMatchObject({ pricing: 'Free', qna: 'marketplace', galleryBanner: { theme: 'dark' } });
    expect(manifest.categories).toEqual(['Notebooks', 'Linters', 'Visualization']);
    const readme = read('README.marketplace.md');
    expect(readme).not.toContain('npm start');
    const links = [...readme.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, file = '']) => file);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((file) => !isThere(file))).toEqual([]);
  });

  it('gives npm the command line, and no script', () => {
    const published = forNpm(filled, { description: 'words' });
    expect(published).toMatchObject({
      bin: manifest.bin,
      description: 'words',
      license: 'MIT',
      repository: filled.repository,
    });
    for (const key of ['scripts', 'devDependencies', 'contributes', 'main', 'private'])
      expect(published).not.toHaveProperty(key);
  });

  it('has pages of the npm package lead to the web for what is not in it', () => {
    const web = { repository: 'https://host.example/somebody/retcon', version: '2.0.0' };
    const text = '![A map](../images/a.webp) [a page](b.md#c) [the web](https://example.org) [here](#d)';
    expect(withAddresses({ file: 'docs/guide/page.md', text }, web, (file) => file.startsWith('docs/images/'))).toBe(
      '![A map](https://host.example/somebody/retcon/raw/v2.0.0/docs/images/a.webp) [a page](b.md#c) [the web](https://example.org) [here](#d)',
    );
    const readme = withAddresses({ file: 'README.md', text: read('README.marketplace.md') }, web, () => true);
    expect(readme).toContain('](https://host.example/somebody/retcon/blob/v2.0.0/docs/guide/entries.md)');
    expect(readme).not.toMatch(/\]\((?!https:)/);
  });

  it('has the notes of its version, and is refused with another tag', () => {
    expect(notesOf('# C\n\n## [2.0.0]\n\n- new\n\n## [1.0.0]\n\n- old\n', '2.0.0')).toBe('- new');
    expect(notesOf(read('CHANGELOG.md'), manifest.version)).toContain('command line');
    expect(notesOf('# C\n', '2.0.0')).toBeUndefined();
    expect([tagFault('v1.0.0', '1.0.0'), tagFault(undefined, '1.0.0')]).toEqual([null, null]);
    expect(tagFault('v1.0.1', '1.0.0')).toContain('The tag is v1.0.1');
  });

  it('publishes schemas that have a name', () => {
    const schemas = filesIn(['schemas'], /\.json$/);
    const ids = schemas.map((file) => (JSON.parse(read(file)) as { $id?: string }).$id);
    expect(ids).toEqual(schemas.map((file) => `urn:retcon:schema:${file.replace(/^schemas\/|\.json$/g, '')}`));
  });
});
