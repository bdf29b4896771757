/** Whether a file says anything that only Retcon reads: a folder without codex.yaml where none does is left alone. */
import { cutFrontmatter } from './fence';

const KEYS = /^["']?(?:supersedes|superseded[-_ ]by|retracts|restores|facts)["']?[ \t]*:/im;

export function usesRetcon(text: string): boolean {
  // This first look, which cuts nothing, decides nearly every file of other people's folders.
  if (!KEYS.test(text)) return false;
  const cut = cutFrontmatter(text);
  return cut !== null && cut.language === '' && KEYS.test(text.slice(cut.yaml.start, cut.yaml.end));
}
