/** Editions that are written by the language server, to folders on its machine. */
import path from 'node:path';
import { cutByGrayMatter } from '../../otherTools/grayMatter';
import { renderMarkdown } from '../../otherTools/markdown';
import type { EditionsPort } from '../../platform/editionsPort';
import {
  folderChangesOf,
  type Content,
  isUpToDate,
  planEdition,
  readerOfEdition,
  textToChange,
  whatIsInTheWay,
  whyNoPlace,
  writeEdition,
} from '../../workspace/editionFolder';
import { finishWriting } from '../../workspace/finishWriting';
import { canReadPicture, pictureBytes, pictureData, filesThat } from '../../workspace/pictureFiles';
import { readPictureParts } from '../../workspace/pictureParts';

export const editions: EditionsPort = {
  whyNoPlace,
  finishWriting,
  htmlParts: (root) => ({
    ...readPictureParts('edition'),
    folder: path.basename(root),
    renderMarkdown,
    pictureData: (from) => pictureData(root, from),
  }),
  filesThat,
  canReadPicture,
  cutByOthers: cutByGrayMatter,
  readerOf: readerOfEdition,
  plan(root, folder, reader, pages, pictures) {
    const contents = new Map<string, Content>(pages);
    for (const { from, path: to } of pictures) contents.set(to, pictureBytes(root, from));
    const plan = planEdition(folder, contents, reader);
    return {
      ...folderChangesOf(plan),
      whatIsInTheWay: whatIsInTheWay(plan, folder),
      isUpToDate: isUpToDate(plan),
      textToChange: (file) => textToChange(plan, file),
      write: () => writeEdition(plan),
    };
  },
};
