/** The page that is opened in each server. */
import path from 'node:path';
import { entryText, pathOf } from './codex';

/** The same entry for each server, as far as it can read it. */
export interface Page {
  readonly file: string;
  readonly text: string;
  /** In a value of the frontmatter, where anything can be typed. */
  readonly inFront: number;
  /** After the text. */
  readonly atEnd: number;
}

/**
 * The last version of a chain, which names others and is named by them; it does not have the slip of one in a thousand.
 */
export function pageOf(root: string, size: number, isYaml = false): Page {
  const i = Math.floor(size / 16) * 16 - 17;
  const whole = entryText(i, size);
  const text = isYaml ? whole.slice(4, whole.indexOf('\n---\n') + 1) : whole;
  const file = path.join(root, isYaml ? pathOf(i).replace(/md$/, 'yaml') : pathOf(i));
  return {
    file,
    text,
    inFront: text.indexOf('It was told'),
    atEnd: isYaml ? text.indexOf('It was told') : text.length,
  };
}
