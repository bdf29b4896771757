/** Links in a codex: those that stay in it are followed; those that lead out of it, only where the user's own settings say so. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Why a link is not followed, in words for its author. */
export const LEADS_OUT =
  'it is, or lies behind, a link that leads out of this folder. Those are followed only where `follow_links: true` stands in your own settings';

export const LEADS_NOWHERE = 'it is a link, and nothing is where it leads';

/** Windows has no such flag: there, links are looked for first. */
const NO_FOLLOW = (fs.constants as { readonly O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;
/** A pipe is not waited for until somebody writes to it. */
const FLAGS = fs.constants.O_RDONLY | ((fs.constants as { readonly O_NONBLOCK?: number }).O_NONBLOCK ?? 0);

/** Opens a file of the codex for reading. @param file relative to the root, with `/` */
export function openInside(root: string, file: string): number {
  const named = `${root}/${file}`;
  refuseFolderOutside(root, file);
  if (NO_FOLLOW === 0 && isLink(named)) return fs.openSync(insideOf(root, file), FLAGS);
  try {
    return fs.openSync(named, FLAGS | NO_FOLLOW);
  } catch (error) {
    if (!isLink(named)) throw error;
    // What a link leads to is looked at once: should it be another by now, it is no link itself.
    return fs.openSync(insideOf(root, file), FLAGS | NO_FOLLOW);
  }
}

export const isLink = (file: string): boolean =>
  fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Where a file or folder of the codex lies, without links; throws where that is out of bounds, or nothing is there. */
export function insideOf(root: string, file: string): string {
  const { whole, isOut } = whereLies(root, file);
  if (isOut) throw new Error(LEADS_OUT);
  return whole;
}

function whereLies(root: string, file: string): { readonly whole: string; readonly isOut: boolean } {
  const [top, whole] = [fs.realpathSync.native(root), fs.realpathSync.native(path.join(root, file))];
  const isPlain = whole === path.join(top, file) && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(file);
  return { whole, isOut: !isPlain && !isInside(top, whole) && !followsLinks() };
}

/** The first folder on the way to a file that is a link and can't be gone through: it leads out, or nowhere. @param file relative to the root, with `/` */
export function linkOnTheWay(root: string, file: string): string | null {
  const names = file.split('/');
  for (let count = 1; count < names.length; count++) {
    const way = names.slice(0, count).join('/');
    if (!isLink(path.join(root, way))) continue;
    if (!fs.existsSync(path.join(root, way)) || whereLies(root, way).isOut) return way;
  }
  return null;
}

/** Makes a folder of the codex, with those above it that are missing; throws before it makes one out of bounds. @param folder relative to the root, with `/` */
export function makeFolderInside(root: string, folder: string): void {
  let way = '';
  for (const name of folder.split('/')) {
    way = way === '' ? name : `${way}/${name}`;
    if (!fs.existsSync(path.join(root, way))) fs.mkdirSync(path.join(root, way));
    insideOf(root, way);
  }
}

/** Whether a path lies in a folder, and in none of its hidden ones: what git keeps, and what programs keep, are no pages. */
function isInside(top: string, whole: string): boolean {
  const way = path.relative(top, whole);
  return !path.isAbsolute(way) && !way.split(path.sep).some((name) => name.startsWith('.'));
}

/** How long a folder stays known to be inside, in milliseconds: mostly files of one folder are read one after the other. */
const MOMENT = 500;
let last = { folder: '', until: 0 };

function refuseFolderOutside(root: string, file: string): void {
  const end = file.lastIndexOf('/');
  if (end < 0) return;
  const folder = `${root}/${file.slice(0, end)}`;
  const now = Date.now();
  if (folder === last.folder && now < last.until) return;
  if (!fs.existsSync(folder)) return;
  insideOf(root, file.slice(0, end));
  last = { folder, until: now + MOMENT };
}

/** Whether the user has allowed it: `RETCON_FOLLOW_LINKS=1`, or their settings. No codex can. */
export function followsLinks(): boolean {
  const { RETCON_FOLLOW_LINKS: said } = process.env;
  if (said !== undefined && said !== '') return /^(?:1|true|yes)$/i.test(said);
  try {
    return /^follow_links\s*:\s*true\s*(?:#.*)?$/m.test(
      fs.readFileSync(path.join(settingsFolder(), 'settings.yaml'), 'utf8'),
    );
  } catch {
    // Who has no settings, or none that can be read, has allowed nothing.
    return false;
  }
}

function settingsFolder(): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: roaming } = process.env;
  if (xdg !== undefined && path.isAbsolute(xdg)) return path.join(xdg, 'retcon');
  if (process.platform === 'win32')
    return path.join(roaming ?? path.join(os.homedir(), 'AppData', 'Roaming'), 'retcon');
  return path.join(os.homedir(), '.config', 'retcon');
}
