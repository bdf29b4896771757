/**
 * `--html FILE` and `--svg FILE` of `retcon family` and `retcon succession`: writes the picture. It replaces a picture of its own, and no
 * other file. The data was asked for as of a canon point, and holds nothing of later.
 */
import path from 'node:path';
import { isPicture, pictureFile } from '../core/picture/paint/pictureFile';
import { packSteps } from '../core/picture/shapes/packTimeline';
import type { Timeline } from '../core/picture/shapes/timelineShape';
import { prepare } from '../core/picture/timeline/prepare';
import { wholeTimelineSvg } from '../core/picture/timeline/timelineDrawing';
import { atOnce } from '../core/text/groups';
import { jsonText } from '../core/text/words';
import { reasonOf } from '../workspace/folder';
import { readPictureParts } from '../workspace/otherFiles';
import { replaceFile } from '../workspace/writingJournal';
import type { AnswerFormat, Output } from './print';
import { isTaken, refuseTarget, whyNoTarget } from './targetFile';
import type { Family, Succession } from '../core/picture/shapes/kinShapes';
import { familySvg, kinFile, successionSvg } from '../core/picture/kinPicture';

/** The files that are asked for, relative to the current folder or absolute. */
interface PictureFiles {
  readonly html: string | undefined;
  readonly svg: string | undefined;
}

/** @param json the answer to `timeline`. @param entities those that were asked for, a line for each; undefined: the whole codex */
export function writeTimeline(
  json: object,
  entities: string | undefined,
  files: PictureFiles,
  format: AnswerFormat,
  output: Output,
): Promise<number> {
  const timeline = json as Timeline;
  const title = titleOf(timeline, entities?.split('\n') ?? []);
  const { lanes, events, retcons } = timeline;
  return writePicture('timeline', files, format, output, {
    svg: () => wholeTimelineSvg(prepare(timeline), title),
    html: () => pictureFile({ ...readPictureParts('picture'), title, packed: atOnce(packSteps(timeline)) }),
    counts: { lanes: lanes.length, events: events.length, retcons: retcons.length },
  });
}

/** By what is known of them where the picture ends, else in the words of the call. */
const titleOf = ({ lanes }: Timeline, names: readonly string[]): string => {
  const titles = names.map((name) => lanes.find(({ entity }) => entity === name)?.title ?? name);
  return titles.length === 0 ? 'Timeline' : `Timeline of ${titles.join(', ')}`;
};

/** @param json the answer to the question */
export const writeKin = (
  kind: 'family' | 'succession',
  json: object,
  files: PictureFiles,
  format: AnswerFormat,
  output: Output,
): Promise<number> =>
  writePicture(kind, files, format, output, {
    svg: () => (kind === 'family' ? familySvg(json as Family) : successionSvg(json as Succession)),
    html: () => kinFile(kind, json as Family | Succession, readPictureParts('picture')),
    counts: {},
  });

interface PictureWritten {
  readonly svg: () => string;
  readonly html: () => Promise<string>;
  /** What it shows, in numbers. */
  readonly counts: Readonly<Record<string, number>>;
}

async function writePicture(
  kind: string,
  { html, svg }: PictureFiles,
  format: AnswerFormat,
  output: Output,
  picture: PictureWritten,
): Promise<number> {
  const file = html ?? svg ?? '';
  const target = path.resolve(file);
  const why = whyNoTarget(target, `${kind}.${html === undefined ? 'svg' : 'html'}`);
  if (why !== null) return refuseTarget(file, why, format, output);
  if (isTaken(file, isPicture, 'picture', format, output)) return 2;
  const text = html === undefined ? picture.svg() : await picture.html();
  try {
    replaceFile(target, new TextEncoder().encode(text));
  } catch (error) {
    return refuseTarget(file, `${reasonOf(error)}.`, format, output);
  }
  const words = Object.entries(picture.counts).map(([what, n]) => `${n} ${n === 1 ? what.slice(0, -1) : what}`);
  if (format === 'json') output.out(`${jsonText({ file, ...picture.counts })}\n`);
  else output.out(`${file} written${words.length > 0 ? `: ${words.join(', ')}` : ''}.\n`);
  return 0;
}
