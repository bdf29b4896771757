/**
 * `--html FILE` and `--svg FILE` of `retcon family` and `retcon succession`: writes the picture. It replaces a picture of its own, and no
 * other file. The data was asked for as of a canon point, and holds nothing of later.
 */
import path from 'node:path';
import type { Family } from '../core/picture/shapes/familyShape';
import { familySvg, kinFile, successionSvg } from '../core/picture/kinPicture';
import { isPicture } from '../core/picture/paint/pictureFile';
import type { Succession } from '../core/picture/shapes/successionShape';
import { jsonText } from '../core/text/visibleText';
import { reasonOf } from '../workspace/folder';
import { readPictureParts } from '../workspace/pictureParts';
import { replaceFile } from '../workspace/replaceFile';
import type { AnswerFormat, Output } from './print';
import { isTaken, refuseTarget, whyNoTarget } from './targetFile';
import type { PictureFiles } from './timelineFiles';

/** @param json the answer to the question */
export async function writeKin(
  kind: 'family' | 'succession',
  json: object,
  { html, svg }: PictureFiles,
  format: AnswerFormat,
  output: Output,
): Promise<number> {
  const file = html ?? svg ?? '';
  const target = path.resolve(file);
  const why = whyNoTarget(target, `${kind}.${html === undefined ? 'svg' : 'html'}`);
  if (why !== null) return refuseTarget(file, why, format, output);
  if (isTaken(file, isPicture, 'picture', format, output)) return 2;
  const text =
    html !== undefined
      ? await kinFile(kind, json as Family | Succession, readPictureParts('picture'))
      : kind === 'family'
        ? familySvg(json as Family)
        : successionSvg(json as Succession);
  try {
    replaceFile(target, new TextEncoder().encode(text));
  } catch (error) {
    return refuseTarget(file, `${reasonOf(error)}.`, format, output);
  }
  output.out(format === 'json' ? `${jsonText({ file })}\n` : `${file} written.\n`);
  return 0;
}
