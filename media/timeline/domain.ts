/** The stretch of world time that is in view: how gestures, keys and the brush move it. */
import { type Domain, heldWithin, SHORTEST, zoomedDomain } from '../../server/src/core/picture/rulers/axis';

export type { Domain };

export const widthOf = ([first, last]: Domain): number => last - first;

/** @param by a fraction of the view; more than 0 goes to later days */
export function panned(domain: Domain, by: number, whole: Domain): Domain {
  const days = by * widthOf(domain);
  return heldWithin([domain[0] + days, domain[1] + days], whole);
}

/** @param at the fraction of the view that stays where it is */
export const zoomedAt = (domain: Domain, factor: number, at: number, whole: Domain): Domain =>
  zoomedDomain(domain, whole, factor, domain[0] + at * widthOf(domain));

/** A view under a gesture: what lies at `x` pixels goes to `ratio * x + shift`. */
export interface Motion {
  readonly ratio: number;
  readonly shift: number;
}

/** @param width of the view in pixels */
export function moved(domain: Domain, { ratio, shift }: Motion, width: number, whole: Domain): Domain {
  if (Math.abs(ratio - 1) < 1e-9) return panned(domain, -shift / width, whole);
  const first = panned(domain, -(shift + (ratio - 1) * (width / 2)) / ratio / width, whole);
  return zoomedAt(first, ratio, 0.5, whole);
}

/** The same width about some days, where these are out of view. */
export function revealing(domain: Domain, [first, last]: Domain, whole: Domain): Domain {
  if (first < domain[1] && domain[0] <= last) return domain;
  const middle = Number.isFinite(last) ? (first + last) / 2 : first;
  const half = widthOf(domain) / 2;
  return heldWithin([middle - half, middle + half], whole);
}

/** What of the brush is held; `elsewhere`: nothing of it, the strip was clicked. */
export type Grip = 'first' | 'last' | 'both' | 'elsewhere';

/** The least that can be seen and held of a brush, in pixels. */
const LEAST = 10;

/** Where a brush begins and ends on a strip. @param width of the strip in pixels */
export function brushOf(domain: Domain, whole: Domain, width: number): readonly [left: number, right: number] {
  const xOf = (day: number): number => Math.min(Math.max(((day - whole[0]) / widthOf(whole)) * width, 0), width);
  const [left, right] = [xOf(domain[0]), xOf(domain[1])];
  if (right - left >= LEAST) return [left, right];
  const first = Math.min(Math.max((left + right - LEAST) / 2, 0), width - LEAST);
  return [first, first + LEAST];
}

/** @param part how far the grip went, as a fraction of the strip; of a click `elsewhere`: where it was */
export function brushed(domain: Domain, whole: Domain, grip: Grip, part: number): Domain {
  const days = part * widthOf(whole);
  const [first, last] = domain;
  if (grip === 'both') return heldWithin([first + days, last + days], whole);
  if (grip === 'first') return [Math.min(Math.max(first + days, whole[0]), last - SHORTEST), last];
  if (grip === 'last') return [first, Math.max(Math.min(last + days, whole[1]), first + SHORTEST)];
  const middle = whole[0] + days;
  const half = (last - first) / 2;
  return heldWithin([middle - half, middle + half], whole);
}
