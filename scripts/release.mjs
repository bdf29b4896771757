/**
 * What a release does to a checkout before it publishes it. `marketplace` writes into package.json where the repository is, and puts the README of
 * the marketplaces in place, whose links lead to the web; `npm` does so too, leaves out of package.json what only a checkout or VS Code needs, and has pages
 * show the pictures of the web; `notes` prints what the changelog says of the version. In a workflow of GitHub the repository is the one that it runs in;
 * `PUBLISHER` is who owns the extension, where that is another.
 */
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './steps.mjs';

const WANTED = ['repository', 'bugs', 'homepage'];

/** What a package that is published should say of itself, and this does not. */
export const missingIn = (manifest) => WANTED.filter((key) => manifest[key] === undefined);

/** @param server the address of the host @param repository its owner and name @param publisher who owns the extension, if another */
export function withRepository(manifest, { server, repository, publisher }) {
  const url = `${server}/${repository}`;
  const { name, displayName, description, version, ...rest } = manifest;
  return {
    ...{ name, displayName, description, version },
    homepage: `${url}#readme`,
    repository: { type: 'git', url: `git+${url}.git` },
    bugs: { url: `${url}/issues` },
    ...rest,
    ...(publisher && { publisher }),
  };
}

/** What says something to npm's users, who get the command line. `prepare` is not among it: there is nothing to build. */
const FOR_NPM = ['name', 'version', 'license', 'author', 'homepage', 'repository', 'bugs', 'keywords', 'bin'];

export const forNpm = (manifest, { description }) => ({
  ...Object.fromEntries(FOR_NPM.flatMap((key) => (manifest[key] === undefined ? [] : [[key, manifest[key]]]))),
  description,
  engines: { node: manifest.engines.node },
});

/**
 * A page whose links lead to the web, as the tag has it, where what they lead to is not in the package.
 * @param page its path and its text @param repository its address @param isAway whether a file is not in the package
 */
export const withAddresses = ({ file, text }, { repository, version }, isAway) =>
  text.replace(/\]\((?!\w+:|#)([^)#]+)/g, (link, to) => {
    const linked = path.posix.join(path.posix.dirname(file), to);
    const as = /\.(?:webp|png|svg)$/.test(linked) ? 'raw' : 'blob';
    return isAway(linked) ? `](${repository}/${as}/v${version}/${linked}` : link;
  });

/** The section of a version in the changelog; undefined if there is none. */
export function notesOf(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((one) => one.startsWith(`[${version}]`));
  return section?.slice(section.indexOf('\n')).trim();
}

/** A tag that is not `v` and the version would publish something else than its name says. */
export function tagFault(tag, version) {
  if (tag === undefined || tag === `v${version}`) return null;
  return `The tag is ${tag}, and package.json has the version ${version}: tag v${version}, or change the version.`;
}

const file = (name) => path.join(root, name);
const readJson = async (name) => JSON.parse(await readFile(file(name), 'utf8'));
const writeManifest = (manifest) => writeFile(file('package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

async function release(what) {
  const manifest = await readJson('package.json');
  const {
    GITHUB_SERVER_URL: server,
    GITHUB_REPOSITORY: repository,
    GITHUB_REF_TYPE,
    GITHUB_REF_NAME,
    PUBLISHER,
  } = process.env;
  const fault = tagFault(GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : undefined, manifest.version);
  if (fault) throw new Error(fault);
  if (what === 'notes') return console.log(changes(await readFile(file('CHANGELOG.md'), 'utf8'), manifest.version));
  if (what !== 'marketplace' && what !== 'npm')
    throw new Error(`"${what}" is not a step of a release: marketplace, npm or notes.`);
  if (!server || !repository)
    throw new Error('GITHUB_SERVER_URL and GITHUB_REPOSITORY say where the repository is: set both.');
  const filled = withRepository(manifest, { server, repository, publisher: PUBLISHER });
  await copyFile(file('README.marketplace.md'), file('README.md'));
  const where = { repository: `${server}/${repository}`, version: manifest.version };
  for (const page of ['README.md', 'CHANGELOG.md']) await leadToTheWeb(page, where, () => true);
  if (what === 'marketplace') return writeManifest(filled);
  // npm's package holds the guide without its pictures.
  for (const name of await readdir(file('docs'), { recursive: true }))
    if (name.endsWith('.md'))
      await leadToTheWeb(`docs/${name.replaceAll(path.sep, '/')}`, where, (to) => to.startsWith('docs/images/'));
  return writeManifest(forNpm(filled, await readJson('package.nls.json')));
}

async function leadToTheWeb(page, where, isAway) {
  const text = await readFile(file(page), 'utf8');
  await writeFile(file(page), withAddresses({ file: page, text }, where, isAway));
}

function changes(changelog, version) {
  const notes = notesOf(changelog, version);
  if (!notes) throw new Error(`CHANGELOG.md has no section of ${version}.`);
  return notes;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await release(process.argv[2]);
