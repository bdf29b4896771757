/** Makes an edition of files in memory. */
import { type Edition, editionSteps } from '../../server/src/core/edition/edition';
import { isPicturePath } from '../../server/src/core/edition/pictures';
import { type EditionCall, readReadership } from '../../server/src/core/edition/readership';
import { atOnce } from '../../server/src/core/text/steps';
import { codexOf, type Files } from '../support/codex';
import { cutByGrayMatter } from '../support/grayMatter';

/** The edition of some files; those that are pictures are no entries. */
export function editionOf(files: Files, call: EditionCall): Edition {
  const pictures = Object.keys(files).filter(isPicturePath);
  const { canon } = codexOf(Object.fromEntries(Object.entries(files).filter(([path]) => !pictures.includes(path))));
  const readership = readReadership(canon, call);
  if (!readership.ok) throw new Error(readership.failure.message);
  const textOf = (path: string): string | null => files[path] ?? null;
  return atOnce(editionSteps(readership.value, { textOf, pictures, cutByOthers: cutByGrayMatter }));
}
