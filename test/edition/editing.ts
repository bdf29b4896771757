/** Makes an edition of files in memory. */
import { type Edition, editionSteps } from '../../server/src/core/edition/edition';
import { editionSite, type Site } from '../../server/src/core/edition/editionSite';
import { editionHtml } from '../../server/src/core/edition/editionHtml';
import { isAttachmentPath, isPicturePath, pictureFinder } from '../../server/src/core/edition/attachments';
import { type EditionCall, readReadership } from '../../server/src/core/edition/readership';
import { renderMarkdown } from '../../server/src/otherTools/markdown';
import type { OtherSettings } from '../../server/src/core/canon';
import { atOnce } from '../../server/src/core/text/groups';
import { codexOf, type Files } from '../support/codex';
import { cutByGrayMatter } from '../support/grayMatter';

/** The edition of some files. */
export function editionOf(
  files: Files,
  call: EditionCall & { readonly html?: true },
  others: OtherSettings | null = null,
): Edition {
  const attachments = Object.keys(files).filter((path) => path !== 'codex.yaml' && isAttachmentPath(path));
  const { canon } = codexOf(
    Object.fromEntries(Object.entries(files).filter(([path]) => !attachments.includes(path))),
    others,
  );
  const readership = readReadership(canon, call);
  if (!readership.ok) throw new Error(readership.failure.message);
  const textOf = (path: string): string | null => files[path] ?? null;
  return atOnce(
    editionSteps(readership.value, {
      textOf,
      attachments,
      pictures: attachments.filter(isPicturePath),
      canReadPicture: (path) => files[path] !== 'unreadable',
      cutByOthers: cutByGrayMatter,
      withTimeline: call.html === true,
    }),
  );
}

/** The same as one page, followed by the data of its picture of time. */
export async function htmlOf(files: Files, call: EditionCall): Promise<string> {
  const edition = editionOf(files, { ...call, html: true });
  const html = await editionHtml(edition, {
    script: '',
    style: '',
    folder: 'the-world',
    renderMarkdown,
    findPicture: pictureFinder(Object.keys(files).filter(isPicturePath)),
    pictureData: (from) => `data:${from}`,
    timeline: JSON.stringify(edition.timeline),
  });
  return decodeURIComponent(html.replace(/%(?![\dA-F]{2})/g, '%25'));
}

/** The same for site generators. */
export const siteOf = (files: Files, call: EditionCall): Site =>
  editionSite(editionOf(files, call), {
    folder: 'the-world',
    findPicture: pictureFinder(Object.keys(files).filter(isPicturePath)),
  });
