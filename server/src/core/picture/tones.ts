/** Which tone a value has: the same everywhere if it can be, and never that of its neighbour in a lane. */
import type { TimelineSpan } from './timelineShape';

const TONES = 8;

/** Writes the tones of a lane's spans, in their order, from `start` on. */
export function tonesOfLane(spans: readonly TimelineSpan[], tones: Uint8Array, start: number): void {
  const ofValue = new Map<string, number>();
  /** How often each tone is taken. */
  const taken = Array.from({ length: TONES }, () => 0);
  for (const [i, { value, ref }] of spans.entries()) {
    const key = ref ?? value;
    let tone = ofValue.get(key);
    if (tone === undefined) {
      const wanted = hashOf(key) % TONES;
      const least = Math.min(...taken);
      tone =
        Array.from({ length: TONES }, (_, by) => (wanted + by) % TONES).find((one) => taken[one] === least) ?? wanted;
      taken[tone] = least + 1;
      ofValue.set(key, tone);
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
