/** Which tone a value has: the same everywhere if it can be, and never that of its neighbour in a lane. */
import type { TimelineSpan } from './timelineShape';

const TONES = 8;

/** A value keeps away from the tones of so many values before it. */
const APART = 3;

/** Writes the tones of a lane's spans, in their order, from `start` on. */
export function tonesOfLane(spans: readonly TimelineSpan[], tones: Uint8Array, start: number): void {
  const ofValue = new Map<string, number>();
  const last: number[] = [];
  for (let i = 0; i < spans.length; i++) {
    const { value, ref } = spans[i] as TimelineSpan;
    const key = ref ?? value;
    let tone = ofValue.get(key);
    if (tone === undefined) {
      tone = hashOf(key) % TONES;
      while (last.includes(tone)) tone = (tone + 3) % TONES;
      ofValue.set(key, tone);
      last.push(tone);
      if (last.length > APART) last.shift();
    }
    tones[start + i] = tone;
  }
}

/** The beginning of a text is enough to part values. */
function hashOf(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length && i < 64; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return (hash ^ (hash >>> 15)) >>> 0;
}
