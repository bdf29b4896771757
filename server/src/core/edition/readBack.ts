/** A page of an edition is read back before it is written: as the tools of its readers read it, and as we do. */
import { type Codex, hasKey } from '../codex/codex';
import { cutFrontmatter } from '../entry/frontmatter';
import { readEntry } from '../entry/readEntry';
import { CONFLICT, conflictsIn } from '../text/conflict';
import { type SharedPage, textOfPage } from './sharedPage';

/** Where another tool cuts a page that begins with `---`; the YAML as it has it. */
export type CutByOthers = (text: string) => { readonly yaml: string; readonly body: string } | null;

/** Why a page can't be written as it would be, in words; null: whoever reads it reads the same. */
export function whyNotTheSame(codex: Codex, page: SharedPage, cutByOthers: CutByOthers): string | null {
  const text = textOfPage(page);
  const others = cutByOthers(text);
  // The line end before the YAML is left in, and the one behind it out.
  const yaml = `${others?.yaml ?? ''}\n`.replace(/^\r?\n/, '');
  if (yaml !== page.yaml || others?.body !== page.body) return 'other tools would cut its frontmatter elsewhere';
  const own = cutFrontmatter(text);
  if (!own?.closed || text.slice(own.yaml.start, own.yaml.end) !== page.yaml || text.slice(own.body) !== page.body)
    return 'Retcon would cut its frontmatter elsewhere';
  // Where its title is a key, the prose says nothing more of what is looked at here, unless git left a conflict there.
  const entry = readEntry(page.path, hasKey(codex, 'title') ? textOfPage({ ...page, body: '' }) : text, codex);
  const broken = entry.problems.find(({ code }) => code.startsWith('frontmatter/') || code === 'entry/conflict');
  if (broken) return `its frontmatter would be read otherwise: ${broken.message}`;
  if (conflictsIn(text, own.body, false).length > 0) return `it would be read otherwise: ${CONFLICT}`;
  if (entry.title !== page.title) return `it would be called "${entry.title}", and is called "${page.title}"`;
  return entry.knowledge?.isDoubtful ? 'it would say itself who knows it' : null;
}
