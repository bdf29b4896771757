/** gray-matter as the product has it, and what only tests ask of it. */
import matter from 'gray-matter';

export { cutByGrayMatter } from '../../server/src/otherTools/grayMatter';

/** The language gray-matter sees behind the dashes; nothing is parsed. */
export const languageByGrayMatter = (text: string): string =>
  (matter as unknown as { language(text: string): { name: string } }).language(text).name;
