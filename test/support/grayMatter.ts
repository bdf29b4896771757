/** gray-matter as the product has it, and additions for tests. */
import matter from 'gray-matter';

export { cutByGrayMatter } from '../../server/src/otherTools/grayMatter';

/** The language that gray-matter sees after the dashes; nothing is parsed. */
export const languageByGrayMatter = (text: string): string =>
  (matter as unknown as { language(text: string): { name: string } }).language(text).name;
