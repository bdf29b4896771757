/** `retcon share`: writes an edition of the codex for somebody, a folder that holds only what they may know. Shows first what is newly visible. */
import path from 'node:path';
import { commitNamed } from '../core/canon';
import { readCommits } from '../core/commits/named';
import { isAttachmentPath, isPicturePath } from '../core/edition/attachments';
import { isSameKnower, readReadership } from '../core/edition/readership';
import { onOneLine } from '../core/text/visibleText';
import { cutByGrayMatter } from '../otherTools/grayMatter';
import { openCommits } from '../workspace/commits';
import {
  type EditionPlan,
  isUpToDate,
  planEdition,
  readerOfEdition,
  whatIsInTheWay,
  whyNoPlace,
  writeEdition,
} from '../workspace/editionFolder';
import { finishWriting } from '../workspace/finishWriting';
import { readerOf } from '../workspace/folder';
import { canReadPicture, filesThat } from '../workspace/pictureFiles';
import { CANNOT_ANSWER } from './ask';
import { askYesNo, asksFirst, type Consent, unasked } from './consent';
import { openDatedCodex } from './openCodex';
import { type Format, type Output, printRefusal, reportSkipped } from './print';
import { makeHtml, makePages, type ShareMade } from './shareMaking';
import { shareJson, shareText } from './sharePreview';

export interface ShareCall extends Consent {
  readonly for: string;
  readonly at?: string;
  readonly asOf?: string;
  readonly html?: true;
  readonly check?: true;
  /** Whether all that is newly visible is told. */
  readonly all?: true;
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
  const refuse = (message: string, code = 'usage'): number => {
    printRefusal(output, format, { code, message, given });
    return 2;
  };
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
  if (nobody) {
    printRefusal(output, format, nobody);
    return 2;
  }
  const { point } = readership.value;
  const attachments = point.kind === 'git' ? [] : filesThat(root, isAttachmentPath);
  const files = {
    textOf: point.kind === 'git' ? point.textOf : textNow,
    attachments,
    pictures: attachments.filter(isPicturePath),
    canReadPicture: (file: string) => canReadPicture(root, file),
    cutByOthers: cutByGrayMatter,
  };
  const made = (call.html ? makeHtml : makePages)(root, readership.value, files);
  const { edition } = made;
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
  const plan = planEdition(folder, await made.contents(), isSame ? before : knower);
  return end(plan, made, given, call, format, output);
}

const otherReader = (given: string, reader: string, knower: string): string =>
  `"${given}" holds an edition for ${reader}. Name another folder for ${knower}, or give --replace to have that one written over.`;

async function end(
  plan: EditionPlan,
  made: ShareMade,
  given: string,
  call: ShareCall,
  format: Format,
  output: Output,
): Promise<number> {
  const { edition } = made;
  const [isDone, changes] = [isUpToDate(plan), made.changes(plan)];
  if (format === 'text')
    output.out(shareText(edition, changes, { hasColour: output.hasColour, isWhole: call.all === true }));
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
  else if (isDone) output.out(`${onOneLine(given)} is as it would be written now.\n`);
  else output.out(isWritten ? `${onOneLine(given)} written.\n` : 'Nothing was written.\n');
  return call.check && !isDone ? 1 : 0;
}
