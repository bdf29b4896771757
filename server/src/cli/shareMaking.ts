/** Makes what `retcon share` writes: a file for each page, or all pages as one page of HTML. */
import path from 'node:path';
import { type EditionReport, editionSteps, filesOfPages, HTML_FILE } from '../core/edition/edition';
import { drawnTimeline, editionHtml } from '../core/edition/editionHtml';
import { htmlChanges, type FolderChanges } from '../core/edition/preview';
import { type EditionFiles, pictureFinder } from '../core/edition/attachments';
import type { Readership } from '../core/edition/readership';
import { atOnce } from '../core/text/steps';
import { renderMarkdown } from '../otherTools/markdown';
import { type Content, type EditionPlan, folderChangesOf, textToChange } from '../workspace/editionFolder';
import { pictureBytes, pictureData } from '../workspace/pictureFiles';
import { readPictureParts } from '../workspace/pictureParts';

export interface ShareMade {
  readonly edition: EditionReport;
  /** The files that it writes, by path. */
  readonly contents: () => ReadonlyMap<string, Content> | Promise<ReadonlyMap<string, Content>>;
  /** What the preview says of the changes. */
  readonly changes: (plan: EditionPlan) => FolderChanges;
}

/** A file for each page, and the pictures that pages show. */
export function makePages(root: string, readership: Readership, files: EditionFiles): ShareMade {
  const edition = atOnce(editionSteps(readership, files));
  const contents = (): ReadonlyMap<string, Content> => {
    const written = new Map<string, Content>(filesOfPages(edition.pages));
    for (const { from, path: to } of edition.pictures) written.set(to, pictureBytes(root, from));
    return written;
  };
  return { edition, contents, changes: folderChangesOf };
}

/** All pages as one page of HTML. */
export function makeHtml(root: string, readership: Readership, files: EditionFiles): ShareMade {
  const edition = atOnce(editionSteps(readership, { ...files, withTimeline: true }));
  let html = '';
  const contents = async (): Promise<ReadonlyMap<string, Content>> => {
    html = await editionHtml(edition, {
      ...readPictureParts('edition'),
      folder: path.basename(path.resolve(root)),
      renderMarkdown,
      findPicture: pictureFinder(files.pictures),
      pictureData: (from) => pictureData(root, from),
      timeline: drawnTimeline(edition),
    });
    return new Map([[HTML_FILE, html]]);
  };
  const changes = (plan: EditionPlan): FolderChanges =>
    htmlChanges(edition, folderChangesOf(plan), { before: textToChange(plan, HTML_FILE), after: html });
  return { edition, contents, changes };
}
