/** The notes that are templates for other notes: they are not part of the world, and no problems are reported in them. */
import { foldersOf, type SurveyedNote } from './keyUses';

/** Whether a note is one: Templater's commands in its frontmatter or before its text, or two of its values to be filled in. */
export function isTemplate({ path, head, prose }: SurveyedNote): boolean {
  if (foldersOf(path).some((folder) => TEMPLATES.test(folder))) return true;
  if (head.includes('<%') || /^\s*<%/.test(prose)) return true;
  return (head.match(/\{\{[^{}\n]*\}\}/g)?.length ?? 0) > 1 || /^\s*(?:title|name)\s*:.*\{\{/m.test(head);
}

/** Folders of templates: `Templates`, `_templates`, `GM Templates`, and in some other languages. */
const TEMPLATES =
  /(?:^|[^a-z])templates?$|^[\d\s_.-]*(?:vorlagen?|plantillas?|mod[èe]les?|modelli|modelos?|szablony|templater)$/i;

/** Folders of templates are left out by Retcon itself where they are called so. */
const isSkipped = (folder: string): boolean => /(?:^|[\s_-])templates?$/i.test(folder);

/** The patterns that leave templates out: of whole folders where they hold nothing else, else of files. */
export function excludesOf(
  notes: readonly SurveyedNote[],
): readonly { readonly glob: string; readonly notes: number }[] {
  const templates = notes.filter((note) => isTemplate(note) && !foldersOf(note.path).some(isSkipped));
  const others = notes.filter((note) => !isTemplate(note));
  const isOnly = (folder: string): boolean => others.every(({ path }) => !path.startsWith(`${folder}/`));
  const globs = new Map<string, number>();
  for (const { path } of templates) {
    const folders = foldersOf(path);
    const size = folders.findIndex((_, depth) => isOnly(folders.slice(0, depth + 1).join('/')));
    const glob = size < 0 ? path : `${folders.slice(0, size + 1).join('/')}/**`;
    globs.set(glob, (globs.get(glob) ?? 0) + 1);
  }
  return [...globs].map(([glob, count]) => ({ glob: glob.replace(/[()[\]{}!?+@\\]/g, '?'), notes: count }));
}
