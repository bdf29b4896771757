/** What the keys of the frontmatter say: those at its top, and those inside retcons and facts. */
import { type Known, exampleIn } from '../canon';
import { FACT_KEYS, KNOWN_KEYS, type KeyDoc, RETCON_KEYS } from '../codex/keys';

/** @param path the key with those above it, each as `keyOf` gives it; dates that serve as examples are in an era of the codex */
export function keyDoc(known: Known, path: readonly string[]): KeyDoc | null {
  const found = docAt(path);
  const year = path[0] === 'date' ? exampleIn(known) : null;
  return found && year !== null
    ? { ...found, shape: `a world date, like ${year}, or a range like ${year} .. ${year}` }
    : found;
}

function docAt(path: readonly string[]): KeyDoc | null {
  const [top = '', inner] = path;
  if (inner === undefined) return KNOWN_KEYS.find(({ key }) => key === top) ?? null;
  if (path.length > 2) return null;
  const docs: Readonly<Record<string, KeyDoc>> = top === 'facts' ? FACT_KEYS : RETCON_KEYS;
  return Object.hasOwn(docs, inner) ? (docs[inner] ?? null) : null;
}
