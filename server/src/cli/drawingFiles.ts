/** `retcon family --svg FILE` and `retcon succession --svg FILE`: writes the drawing. It replaces a picture of its own, and no other file. */
import path from 'node:path';
import { familySvg, successionSvg } from '../core/picture/kinSvg';
import type { Family } from '../core/picture/familyShape';
import { isPicture } from '../core/picture/pictureFile';
import type { Succession } from '../core/picture/successionShape';
import { reasonOf } from '../workspace/folder';
import { replaceFile } from '../workspace/replaceFile';
import type { AnswerFormat, Output } from './print';
import { isTaken, refuseTarget, whyNoTarget } from './targetFile';

/** @param json the answer to the question @param file relative to the current folder or absolute */
export function writeDrawing(
  question: string,
  json: object,
  file: string,
  format: AnswerFormat,
  output: Output,
): number {
  const target = path.resolve(file);
  const why = whyNoTarget(target, `${question}.svg`);
  if (why !== null) return refuseTarget(file, why, format, output);
  if (isTaken(file, isPicture, 'picture', format, output)) return 2;
  const text = question === 'family' ? familySvg(json as Family) : successionSvg(json as Succession);
  try {
    replaceFile(target, new TextEncoder().encode(text));
  } catch (error) {
    return refuseTarget(file, `${reasonOf(error)}.`, format, output);
  }
  output.out(format === 'json' ? `${JSON.stringify({ file }, null, 2)}\n` : `${file} written.\n`);
  return 0;
}
