/** Makes an edition of files in memory. */
import { type Edition, editionSteps } from '../../server/src/core/edition/edition';
import { editionFoundry, type FoundryFiles } from '../../server/src/core/edition/editionFoundry';
import { editionSite, type Site } from '../../server/src/core/edition/editionSite';
import { editionHtml } from '../../server/src/core/edition/editionHtml';
import { isAttachmentPath, isPicturePath, pictureFinder } from '../../server/src/core/edition/attachments';
import { type EditionCall, knownTo, readReadership } from '../../server/src/core/edition/readership';
import { readingCard, type ReadingPage, readingPage } from '../../server/src/core/edition/readingPage';
import { allEntries, allOf, entryAt, isShown } from '../../server/src/core/canon';
import { referencesTo } from '../../server/src/core/reading/mentions';
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

/** Each page that its readers may see, as it is read beside its text. @param call null: the author reads */
export function readingsOf(
  files: Files,
  call: EditionCall | null,
): ReadonlyMap<string, ReadingPage & { card: string }> {
  const attachments = Object.keys(files).filter((path) => path !== 'codex.yaml' && isAttachmentPath(path));
  const { canon } = codexOf(Object.fromEntries(Object.entries(files).filter(([path]) => !attachments.includes(path))));
  const readership = call && readReadership(canon, call);
  if (readership?.ok === false) throw new Error(readership.failure.message);
  const readers = readership?.value ?? null;
  const known = readers ? knownTo(readers) : allOf(canon);
  const readable = {
    textOf: (path: string) => files[path] ?? null,
    attachments,
    pictures: attachments.filter(isPicturePath),
    canReadPicture: () => true,
    renderMarkdown,
  };
  const pages = new Map<string, ReadingPage & { card: string }>();
  for (const entry of allEntries(known.canon)) {
    if (!known.has(entry) || !isShown(known, entry)) continue;
    const whole = entryAt(canon, entry.path);
    const named = whole ? referencesTo(allOf(canon), { kind: 'entry', entry: whole }) : [];
    const naming = [...new Set(named.map((one) => one.entry.path))];
    const page = readingPage({ known, readers }, entry, naming, readable);
    const card = readingCard({ known, readers }, entry, readable);
    if (page && card) pages.set(entry.path, { ...page, card: `${card.title}\n${card.html}` });
  }
  return pages;
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

/** The same as journals for Foundry. @param isForMaster whether the rest of the codex comes along */
export const foundryOf = (files: Files, call: EditionCall, isForMaster = false): FoundryFiles =>
  editionFoundry(editionOf(files, call), {
    folder: 'the-world',
    renderMarkdown,
    findPicture: pictureFinder(Object.keys(files).filter(isPicturePath)),
    wholeText: isForMaster ? (path) => files[path] ?? null : null,
  });
