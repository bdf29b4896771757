/** The folder of the user for what is kept between starts for speed alone, where no editor has one for it. */
import os from 'node:os';
import path from 'node:path';

export function cacheFolder(): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg !== undefined && path.isAbsolute(xdg)) return path.join(xdg, 'retcon');
  if (process.platform === 'win32') return path.join(local ?? path.join(os.homedir(), 'AppData', 'Local'), 'retcon');
  return path.join(os.homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'retcon');
}
