/** `retcon share`: writes an edition of the codex for somebody, a folder that holds only what they may know. Shows first what is newly visible. */
import path from 'node:path';
import { type EditionReport, editionSteps } from '../core/edition/edition';
import { type FormedEdition, type FormParts, inForm } from '../core/edition/forms';
import { countUnmarked, type FolderChanges, previewOf, SHORT, WHOLE } from '../core/edition/preview';
import { isAttachmentPath, isPicturePath } from '../core/edition/attachments';
import { isSameKnower, readReadership } from '../core/edition/readership';
import { atOnce } from '../core/text/groups';
import { renderMarkdown } from '../otherTools/markdown';
import {
  type Content,
  type EditionPlan,
  folderChangesOf,
  textToChange,
  isUpToDate,
  planEdition,
  readerOfEdition,
  whatIsInTheWay,
  whyNoPlace,
  writeEdition,
} from '../workspace/editionFolder';
import { pictureBytes, pictureData, readPictureParts, canReadPicture, filesThat } from '../workspace/otherFiles';
import { jsonText, onOneLine } from '../core/text/words';
import { commitNamed } from '../core/canon';
import { readCommits } from '../core/commits/snapshot';
import { cutByGrayMatter } from '../otherTools/grayMatter';
import { openCommits } from '../workspace/commits';
import { finishWriting } from '../workspace/writeFiles';
import { readerOf } from '../workspace/folder';
import { CANNOT_ANSWER, openDatedCodex } from './ask';
import {
  askYesNo,
  asksFirst,
  type Consent,
  unasked,
  type Format,
  type Output,
  printRefusal,
  reportSkipped,
} from './print';

/** @param isWhole whether everything is listed, and not the first of each sort */
function shareText(
  edition: EditionReport,
  changes: FolderChanges,
  { hasColour, isWhole }: { readonly hasColour: boolean; readonly isWhole: boolean },
): string {
  const strong = (words: string): string => (hasColour ? `\u001b[1m${words}\u001b[0m` : words);
  const [short, whole] = [SHORT, WHOLE].map((size) => previewOf(edition, changes, size));
  const isCut = !isWhole && JSON.stringify(short) !== JSON.stringify(whole);
  const lines = ((isWhole ? whole : short) ?? []).flatMap(({ title, rows }) =>
    title === '' ? rows.map(onOneLine) : ['', strong(title), ...rows.map((row) => `  ${onOneLine(row)}`)],
  );
  const unmarked = countUnmarked(edition);
  const hints = [
    ...(isCut ? ['The first of each are shown: --list shows all.'] : []),
    ...(unmarked > 0 ? [`Only notes that are marked for publishing are shared: --all shares ${unmarked} more.`] : []),
  ];
  return `${[...lines, ...hints.flatMap((hint) => ['', hint])].join('\n')}\n\n`;
}

function shareJson(edition: EditionReport, { added, changed, removed }: FolderChanges, isWritten: boolean): string {
  const { knower, until, point } = edition.readership;
  const inDoubt = (what: 'marks' | 'names') =>
    edition.inDoubt.flatMap((page) => (page[what].length > 0 ? { file: page.file, [what]: page[what] } : []));
  const json = {
    for: knower,
    at: until?.text ?? null,
    as_of: point.text,
    pages: edition.pages.map(({ path }) => path),
    pictures: edition.pictures.map(({ path }) => path),
    added,
    changed,
    removed,
    left_out: edition.leftOut,
    parts_left_out: edition.parts,
    marked_as_hidden: inDoubt('marks'),
    named_though_hidden: inDoubt('names'),
    written: isWritten,
  };
  return `${jsonText(json)}\n`;
}

export interface ShareCall extends Consent {
  readonly for: string;
  readonly at?: string;
  readonly asOf?: string;
  readonly html?: true;
  readonly site?: true;
  readonly foundry?: true;
  /** Whether journals of the game master alone come along. */
  readonly gm?: true;
  readonly check?: true;
  /** Whether pages are shared too that no key marks for publishing, where others are marked. */
  readonly all?: true;
  /** Whether everything newly visible is listed. */
  readonly list?: true;
  /** Whether an edition for somebody else may be written over. */
  readonly replace?: true;
}

/** @param given the folder to be written, relative to the current one or absolute */
export async function runShare(
  root: string,
  given: string,
  call: ShareCall,
  format: Format,
  output: Output,
): Promise<number> {
  const refuse = (message: string, code = 'usage'): number => printRefusal(output, format, { code, message, given });
  if (call.gm && !call.foundry)
    return refuse('--gm goes with --foundry: no other form can hide a page from its readers.');
  const folder = path.resolve(given);
  const commits = openCommits(root);
  const named = call.asOf === undefined ? null : commitNamed(call.asOf);
  const readings = await readCommits(commits, named === null ? [] : [named]);
  const host = await openDatedCodex(root, commits, output);
  const why = whyNoPlace(root, folder, host.canon.codex);
  if (why !== null) return refuse(`"${given}" ${why}`);
  const textNow = readerOf(root, reportSkipped(output));
  const readership = readReadership(host.canon, call, readings);
  if (!readership.ok) {
    printRefusal(output, format, readership.failure);
    return CANNOT_ANSWER[readership.failure.code];
  }
  const [before, { knower }] = [readerOfEdition(folder), readership.value];
  const isSame = before !== null && isSameKnower(host.canon, before, knower);
  if (before !== null && !isSame && !call.replace) {
    refuse(otherReader(given, before, knower), 'exists');
    return call.check ? 1 : 2;
  }
  // Who is to be asked matters only where there is something to ask.
  const nobody = call.check ? null : unasked(call, format, 'share');
  if (nobody) return printRefusal(output, format, nobody);
  const { point } = readership.value;
  const attachments = point.kind === 'git' ? [] : filesThat(root, isAttachmentPath);
  const files = {
    textOf: point.kind === 'git' ? point.textOf : textNow,
    attachments,
    pictures: attachments.filter(isPicturePath),
    canReadPicture: (file: string) => canReadPicture(root, file),
    cutByOthers: cutByGrayMatter,
    withTimeline: call.html === true,
  };
  const edition = atOnce(editionSteps(readership.value, files));
  for (const { file, words, hiddenIn } of edition.leaks)
    output.err(`retcon: ${onOneLine(`${file} would show "${words}", which is hidden in ${hiddenIn}.`)}\n`);
  if (edition.leaks.length > 0) {
    const message = 'nothing was written, since something hidden would be shown.';
    printRefusal(output, format, { code: 'leak', message, given });
    return 1;
  }
  const made = await inForm(edition, call, files, () => partsOf(root));
  if (made.report.pages.length === 0) {
    const message = `nothing of this codex is open to ${knower}, so nothing was written.`;
    printRefusal(output, format, { code: 'not-found', message, given: call.for });
    return 1;
  }
  if (call.gm)
    output.err(
      'retcon: what is left out for the readers is in pages of the game master: give this folder to nobody else.\n',
    );
  for (const words of call.check || call.dryRun ? [] : finishWriting(folder))
    output.err(`retcon: ${onOneLine(words)}\n`);
  const contents = new Map<string, Content>(made.texts);
  for (const { from, path: to } of made.pictures) contents.set(to, pictureBytes(root, from));
  const plan = planEdition(folder, contents, isSame ? before : knower);
  return end(plan, made, given, call, format, output);
}

const partsOf = (root: string): FormParts => ({
  ...readPictureParts('edition'),
  folder: path.basename(path.resolve(root)),
  renderMarkdown,
  pictureData: (from) => pictureData(root, from),
});

const otherReader = (given: string, reader: string, knower: string): string =>
  `"${given}" holds an edition for ${reader}. Name another folder for ${knower}, or give --replace to overwrite that one.`;

async function end(
  plan: EditionPlan,
  made: FormedEdition,
  given: string,
  call: ShareCall,
  format: Format,
  output: Output,
): Promise<number> {
  const { report: edition } = made;
  const isDone = isUpToDate(plan);
  const changes = made.changesIn(folderChangesOf(plan), (file) => textToChange(plan, file));
  if (format === 'text')
    output.out(shareText(edition, changes, { hasColour: output.hasColour, isWhole: call.list === true }));
  const inTheWay = whatIsInTheWay(plan, given);
  if (inTheWay !== null) {
    const message = `${inTheWay} Nothing was written.`;
    printRefusal(output, format, { code: 'exists', message, given });
    return call.check ? 1 : 2;
  }
  const isAsked = !call.check && !isDone && asksFirst(call);
  const isWritten =
    !call.check && !isDone && (isAsked ? await askYesNo(onOneLine(`Write this to ${given}?`)) : call.yes === true);
  if (isWritten) writeEdition(plan);
  if (format === 'json') output.out(shareJson(edition, changes, isWritten));
  else if (isDone) output.out(`${onOneLine(given)} is up to date.\n`);
  else output.out(isWritten ? `${onOneLine(given)} written.\n` : 'Nothing was written.\n');
  return call.check && !isDone ? 1 : 0;
}
