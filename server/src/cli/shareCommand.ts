/** `retcon share`: writes an edition of the codex for somebody, a folder that holds only what they may know. Shows first what is newly visible. */
import path from 'node:path';
import { commitNamed } from '../core/canon';
import { readCommits } from '../core/commits/named';
import { type Edition, editionSteps, filesOfEdition, HTML_FILE } from '../core/edition/edition';
import { editionHtml } from '../core/edition/editionHtml';
import { isPicturePath, pictureFinder } from '../core/edition/pictures';
import { prepare } from '../core/picture/prepare';
import { wholeTimelineSvg } from '../core/picture/timelineSvg';
import { readReadership } from '../core/edition/readership';
import { onOneLine } from '../core/text/visibleText';
import { atOnce } from '../core/text/steps';
import { cutByGrayMatter } from '../otherTools/grayMatter';
import { renderMarkdown } from '../otherTools/markdown';
import { openCommits } from '../workspace/commits';
import {
  folderChangesOf,
  type Content,
  type EditionPlan,
  isUpToDate,
  planEdition,
  whyNoPlace,
  writeEdition,
} from '../workspace/editionFolder';
import { finishWriting } from '../workspace/finishWriting';
import { readerOf } from '../workspace/folder';
import { readPictureParts } from '../workspace/pictureParts';
import { canReadPicture, pictureBytes, pictureFiles } from '../workspace/pictureFiles';
import { CANNOT_ANSWER } from './ask';
import { askYesNo, asksFirst, type Consent, unasked } from './consent';
import { openDatedCodex } from './openCodex';
import { type Format, type Output, printRefusal, reportSkipped } from './print';
import { shareJson, shareText } from './sharePreview';

export interface ShareCall extends Consent {
  readonly for: string;
  readonly at?: string;
  readonly asOf?: string;
  readonly html?: true;
  readonly check?: true;
}

/** @param given the folder to be written, relative to the current one or absolute */
export async function runShare(
  root: string,
  given: string,
  call: ShareCall,
  format: Format,
  output: Output,
): Promise<number> {
  const refusal = call.check ? null : unasked(call, format, 'share');
  const refuse = (message: string, code = 'usage'): number => {
    printRefusal(output, format, { code, message, given });
    return 2;
  };
  if (refusal) {
    printRefusal(output, format, refusal);
    return 2;
  }
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
  const { point } = readership.value;
  const files = {
    textOf: point.kind === 'git' ? point.textOf : textNow,
    pictures: point.kind === 'git' ? [] : pictureFiles(root, isPicturePath),
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
  if (edition.pages.length === 0) {
    const message = `nothing of this codex is open to ${edition.readership.knower}, so nothing was written.`;
    printRefusal(output, format, { code: 'not-found', message, given: call.for });
    return 1;
  }
  for (const words of call.check || call.dryRun ? [] : finishWriting(folder))
    output.err(`retcon: ${onOneLine(words)}\n`);
  const contents = call.html ? await htmlOf(root, edition, files.pictures) : contentsOf(root, edition);
  const plan = planEdition(folder, contents);
  return end(plan, edition, given, call, format, output);
}

async function end(
  plan: EditionPlan,
  edition: Edition,
  given: string,
  call: ShareCall,
  format: Format,
  output: Output,
): Promise<number> {
  const [isDone, changes] = [isUpToDate(plan), folderChangesOf(plan)];
  if (format === 'text') output.out(shareText(edition, changes, output.hasColour));
  if (plan.inTheWay.length > 0) {
    const message = `${plan.inTheWay.join(', ')} in "${given}" is not as Retcon wrote it: move it away, and share again. Nothing was written.`;
    printRefusal(output, format, { code: 'exists', message, given });
    return call.check ? 1 : 2;
  }
  const isAsked = !call.check && !isDone && asksFirst(call);
  const isWritten =
    !call.check && !isDone && (isAsked ? await askYesNo(onOneLine(`Write this to ${given}?`)) : call.yes === true);
  if (isWritten) writeEdition(plan);
  if (format === 'json') output.out(shareJson(edition, changes, isWritten));
  else if (isDone) output.out(`${onOneLine(given)} is as it would be written now.\n`);
  else output.out(isWritten ? `${onOneLine(given)} written.\n` : 'Nothing was written.\n');
  return call.check && !isDone ? 1 : 0;
}

function contentsOf(root: string, edition: Edition): ReadonlyMap<string, Content> {
  const contents = new Map<string, Content>(filesOfEdition(edition));
  for (const { from, path: to } of edition.pictures) contents.set(to, pictureBytes(root, from));
  return contents;
}

/** More things than this make no picture that anybody reads. */
const MOST_DRAWN = 3000;

async function htmlOf(
  root: string,
  edition: Edition,
  pictures: readonly string[],
): Promise<ReadonlyMap<string, Content>> {
  const { timeline, readership } = edition;
  const drawn = timeline ? timeline.events.length + timeline.lanes.reduce((n, { spans }) => n + spans.length, 0) : 0;
  const isDrawn = timeline !== null && 0 < drawn && drawn <= MOST_DRAWN;
  const html = await editionHtml(edition, {
    ...readPictureParts('edition'),
    renderMarkdown,
    findPicture: pictureFinder(pictures),
    pictureData: (from) => `data:${mimeOf(from)};base64,${Buffer.from(pictureBytes(root, from)).toString('base64')}`,
    timeline: isDrawn ? wholeTimelineSvg(prepare(timeline), `Time, as ${readership.knower} may know it`) : null,
  });
  return new Map([[HTML_FILE, html]]);
}

const mimeOf = (file: string): string => {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return `image/${ending === 'svg' ? 'svg+xml' : ending === 'jpg' ? 'jpeg' : ending}`;
};
