/** Trials of readers: fences, YAML, dates, codex.yaml, patterns, and whole codices. */
import { readsSoundly } from '../chronology/typedDates';
import { meansTheSame, neverRunsLong } from '../codex/writtenGlobs';
import { readsAny } from '../codex/writtenCodex';
import { cutAlike, cutsAny } from '../entry/fenced';
import { toldInPlace } from '../rules/anyCodex';
import { editsOf } from '../yaml/edited';
import { liesInside, readsAlike } from '../yaml/readings';
import { SAMPLES } from '../yaml/samples';
import { trial } from './attack';

export const TEXTS = [
  trial('fence/cut', cutAlike),
  trial('fence/any', cutsAny),
  trial('yaml/alike', readsAlike(SAMPLES)),
  trial('yaml/inside', liesInside),
  trial(
    'yaml/edits',
    editsOf(SAMPLES, () => undefined),
  ),
  trial('dates/read', readsSoundly),
  trial('codex/read', readsAny),
  trial('codex/problems', toldInPlace, 20),
  trial('globs/mean', meansTheSame),
  trial('globs/time', neverRunsLong),
];
