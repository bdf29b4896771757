/** The timeline of a whole codex, as JSON: every fact on both axes, with nothing memoized. */
import { withoutMemos } from '../../server/src/core/canon';
import { createHost } from '../../server/src/core/host';
import { atOnce } from '../../server/src/core/text/groups';
import { timelineOf } from '../../server/src/core/tools/pictures/timeline';
import { CODEX_YAML, entryText, pathOf } from './codex';
import { median, RUNS, timed } from './measure';

/** This many entries are read at a time. */
const AT_ONCE = 1000;

export function timelineFigures(size: number) {
  const host = createHost(() => null);
  host.apply(new Map([['codex.yaml', CODEX_YAML]]));
  for (let begin = 0; begin < size; begin += AT_ONCE)
    host.grow(
      new Map(
        Array.from({ length: Math.min(AT_ONCE, size - begin) }, (_, i) => [
          pathOf(begin + i),
          entryText(begin + i, size),
        ]),
      ),
    );
  let spans = 0;
  const written = (names: readonly string[]): void => {
    const found = atOnce(timelineOf(withoutMemos(host.canon), { entities: names }));
    if (!found.ok) throw new Error(found.failure.message);
    JSON.stringify(found.value);
    spans = found.value.lanes.reduce((sum, lane) => sum + lane.spans.length, 0);
  };
  // The first warms up: an editor and an assistant ask more than once.
  written([]);
  if (spans < 2.5 * size) throw new Error(`only ${spans} spans of ${size} entries`);
  return {
    timeline: median(Array.from({ length: RUNS }, () => timed(() => written([])))),
    timelineOfOne: median(Array.from({ length: RUNS }, () => timed(() => written(['house-7'])))),
  };
}
