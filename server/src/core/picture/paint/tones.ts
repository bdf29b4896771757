/** Which tone a value has: the same everywhere if it can be, and never that of its neighbour in a lane. */
import type { Timeline, TimelineSpan } from '../shapes/timelineShape';

const TONES = 8;

/** In a lane, a value keeps away from the tones of so many values before it. */
const APART = 3;

/** The tones of all spans, lane by lane: no lane minds what the next one has. */
export const tonesByLane = ({ lanes }: Timeline): Uint8Array =>
  Uint8Array.from(lanes.flatMap(({ spans }) => tonesInOrder(spans, APART)));

/** The tones of all spans where each lane is a value of its own, as in a succession: as many differ as there are tones. */
export const tonesOfHolders = ({ lanes }: Timeline): Uint8Array =>
  Uint8Array.from(
    tonesInOrder(
      lanes.flatMap(({ spans }) => spans),
      TONES - 1,
    ),
  );

/** The tone of each span. @param apart fewer than there are tones: from how many values before it a value keeps away */
function tonesInOrder(spans: readonly TimelineSpan[], apart: number): number[] {
  const tones: number[] = [];
  const ofValue = new Map<string, number>();
  const last: number[] = [];
  for (const { value, ref } of spans) {
    const key = ref ?? value;
    let tone = ofValue.get(key);
    if (tone === undefined) {
      tone = hashOf(key) % TONES;
      while (last.includes(tone)) tone = (tone + 3) % TONES;
      ofValue.set(key, tone);
      last.push(tone);
      if (last.length > apart) last.shift();
    }
    tones.push(tone);
  }
  return tones;
}

/** The beginning of a text is enough to part values. */
function hashOf(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length && i < 64; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return (hash ^ (hash >>> 15)) >>> 0;
}
