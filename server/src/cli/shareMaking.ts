/** Makes what `retcon share` writes: pages, of which those are kept that need not be made again, or one page of HTML. */
import path from 'node:path';
import { type EditionReport, editionSteps, filesOfPages, HTML_FILE } from '../core/edition/edition';
import { drawnTimeline, editionHtml } from '../core/edition/editionHtml';
import { htmlChanges } from '../core/edition/htmlChanges';
import type { EditionFiles } from '../core/edition/pageMaking';
import { pictureFinder } from '../core/edition/pictures';
import type { FolderChanges } from '../core/edition/preview';
import type { Readership } from '../core/edition/readership';
import { remakeSteps, type KeptEdition, updateSteps } from '../core/edition/update';
import { atOnce } from '../core/text/steps';
import { renderMarkdown } from '../otherTools/markdown';
import { type Content, type EditionPlan, folderChangesOf, textToChange } from '../workspace/editionFolder';
import { type EditionKey, keepEdition, readKeptEdition } from '../workspace/keptEditions';
import { pictureBytes, pictureData } from '../workspace/pictureFiles';
import { readPictureParts } from '../workspace/pictureParts';

export interface ShareMade {
  readonly edition: EditionReport;
  /** The files that it writes. */
  readonly contents: () => ReadonlyMap<string, Content> | Promise<ReadonlyMap<string, Content>>;
  /** The digests of those that lie there already as they are to be. */
  readonly there: ReadonlyMap<string, string>;
  /** What an author is told of the changes. */
  readonly changes: (plan: EditionPlan) => FolderChanges;
  /** Keeps it for the next one. @param digests of all its files, which lie in the folder now */
  readonly keep: (digests: ReadonlyMap<string, string>) => void;
}

/** @param state of the codex, as `readEntries` tells it; null: nothing that was kept is looked at, and nothing is kept */
export function makePages(
  asked: EditionKey,
  state: string | null,
  readership: Readership,
  files: EditionFiles,
): ShareMade {
  const began = Date.now();
  const there = new Map<string, string>();
  const before = state === null ? null : readKeptEdition<KeptEdition>(asked, state);
  const isThere = (file: string): boolean => {
    const digest = before?.digestOf(file);
    if (digest !== undefined) there.set(file, digest);
    return digest !== undefined;
  };
  const updated = before && atOnce(updateSteps(readership, files, before.edition, { ...before, isThere }));
  if (!updated) there.clear();
  const edition = updated ?? atOnce(remakeSteps(readership, files));
  const { made, pictures, kept } = edition;
  return {
    edition,
    contents() {
      const contents = new Map<string, Content>(filesOfPages(made));
      for (const { from, path: to } of pictures) contents.set(to, pictureBytes(asked.root, from));
      return contents;
    },
    there,
    changes: folderChangesOf,
    keep(digests) {
      if (state !== null && kept) keepEdition(asked, state, kept, { began, digests });
    },
  };
}

/** All of it as one page. */
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
  return { edition, contents, there: new Map(), changes, keep: () => undefined };
}
