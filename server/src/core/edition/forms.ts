/** The forms in which an edition is written: its pages, pages for site generators, journals for Foundry, or one page of HTML. */
import { type EditionFiles, pictureFinder, type SharedPicture } from './attachments';
import { type Edition, type EditionReport, filesOfPages, HTML_FILE } from './edition';
import { editionFoundry } from './editionFoundry';
import { drawnTimeline, editionHtml, type HtmlParts } from './editionHtml';
import { editionSite } from './editionSite';
import { type FolderChanges, htmlChanges } from './preview';

/** The form that is wanted; without any of them, the pages. */
interface Form {
  readonly html?: boolean | undefined;
  readonly site?: boolean | undefined;
  readonly foundry?: boolean | undefined;
  /** Whether journals of the game master alone come along. */
  readonly gm?: boolean | undefined;
}

/** What the form is made with, beside the edition. */
export type FormParts = Omit<HtmlParts, 'findPicture' | 'timeline'>;

export interface FormedEdition {
  readonly report: EditionReport;
  readonly texts: ReadonlyMap<string, string>;
  /** The files that are written beside the texts. */
  readonly pictures: readonly SharedPicture[];
  /** What the preview says of the changes in a folder. @param textBefore of a file that is to change; null: it is new */
  readonly changesIn: (folder: FolderChanges, textBefore: (file: string) => string | null) => FolderChanges;
}

export async function inForm(
  edition: Edition,
  { html, site, foundry, gm }: Form,
  { textOf, pictures, canReadPicture }: EditionFiles,
  partsOf: () => FormParts,
): Promise<FormedEdition> {
  const changesIn = (folder: FolderChanges): FolderChanges => folder;
  const findPicture = pictureFinder(pictures);
  if (html && !foundry) {
    const page = await editionHtml(edition, { ...partsOf(), findPicture, timeline: drawnTimeline(edition) });
    return {
      report: edition,
      texts: new Map([[HTML_FILE, page]]),
      pictures: [],
      changesIn: (folder, textBefore) => htmlChanges(edition, folder, { before: textBefore(HTML_FILE), after: page }),
    };
  }
  if (!site && !foundry)
    return { report: edition, texts: filesOfPages(edition.pages), pictures: edition.pictures, changesIn };
  const made = foundry
    ? editionFoundry(edition, {
        ...partsOf(),
        findPicture: pictureFinder(pictures.filter(canReadPicture)),
        wholeText: gm ? textOf : null,
      })
    : editionSite(edition, { folder: partsOf().folder, findPicture });
  const { pages, texts, pictures: written } = made;
  return { report: { ...edition, pages, pictures: written }, texts, pictures: written, changesIn };
}
