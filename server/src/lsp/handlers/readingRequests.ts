/** Answers the reading view: a note as HTML, and a few words about the notes that it leads to, as the viewpoint knows them. */
import { entryAt } from '../../core/canon';
import { isAttachmentPath, isPicturePath } from '../../core/edition/attachments';
import { type Reading, readingCard, type ReadingFiles, readingPage } from '../../core/edition/readingPage';
import type { Entry } from '../../core/entry/entry';
import { entryAtViewpoint } from '../../core/reading/atViewpoint';
import { referencesTo } from '../../core/reading/mentions';
import type { Viewpoint } from '../../core/reading/viewpoint';
import { uriIn } from '../convert/uris';
import type { ReadingAnswer } from '../protocol/protocolReading';
import { type Area, type Desk, pageAt } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { answerRequests } from './renderContext';

/** How long a list of the files of a folder is good for, in milliseconds: while somebody types it is asked for again and again. */
const GOOD_FOR = 5000;

export const answerReading: Area = (desk) => {
  const on = answerRequests(desk);
  const lists = new WeakMap<LiveCodex, { readonly until: number; readonly files: readonly string[] }>();
  const attachmentsOf = (codex: LiveCodex): readonly string[] => {
    const kept = lists.get(codex);
    if (kept && Date.now() < kept.until) return kept.files;
    const files = codex.isOne ? [] : (desk.platform.editions?.filesThat(codex.root, isAttachmentPath) ?? []);
    lists.set(codex, { until: Date.now() + GOOD_FOR, files });
    return files;
  };
  const filesOf = (codex: LiveCodex, { asOf }: Viewpoint): ReadingFiles => {
    const { editions, renderMarkdown } = desk.platform;
    const attachments = attachmentsOf(codex);
    return {
      textOf: asOf?.kind === 'git' ? asOf.textOf : codex.currentText,
      attachments,
      pictures: attachments.filter(isPicturePath),
      canReadPicture: (file) => editions?.canReadPicture(codex.root, file) ?? false,
      renderMarkdown,
    };
  };
  on('retcon/readingPage', ({ uri }) => {
    const found = placeOf(desk, uri);
    if (!found) return null;
    const { codex, view, seen } = found;
    const eyes = view.eyes?.title ?? null;
    const page = seen && readingPage(readingOf(view), seen, naming(view, seen), filesOf(codex, view));
    if (!page) return { ...HIDDEN, eyes };
    const urisOf = (paths: readonly string[]): string[] => paths.map((path) => uriIn(codex, path));
    return { ...page, pages: urisOf(page.pages), pictures: urisOf(page.pictures), eyes, isHidden: false };
  });
  on('retcon/readingCard', ({ uri }) => {
    const found = placeOf(desk, uri);
    return found?.seen ? readingCard(readingOf(found.view), found.seen, filesOf(found.codex, found.view)) : null;
  });
  return {};
};

const HIDDEN: Omit<ReadingAnswer, 'eyes'> = { title: '', html: '', pages: [], pictures: [], isHidden: true };

/** Where a note of a codex is read from; null: it is none. `seen`: the note as the viewpoint has it, if it has it. */
function placeOf(desk: Desk, uri: string) {
  const { codex, entry } = pageAt(desk, uri) ?? {};
  if (!codex?.isReady || codex.isDormant || !entry) return null;
  const view = desk.viewOf(codex);
  return { codex, view, seen: entryAtViewpoint(view, entry) };
}

const readingOf = ({ known, whole, eyes, present }: Viewpoint): Reading => ({
  known,
  readers: eyes && { whole: whole.canon, view: eyes.canon, until: present },
});

/** The paths of all pages that name it, known or not; each once. */
function naming({ whole }: Viewpoint, { path }: Entry): readonly string[] {
  const entry = entryAt(whole.canon, path);
  const found = entry ? referencesTo(whole, { kind: 'entry', entry }) : [];
  return [...new Set(found.map((one) => one.entry.path))];
}
