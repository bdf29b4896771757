/** What a picture may tell where the editor looks through somebody's eyes. */
import { type Known, LATEST } from '../../core/canon';
import type { Viewpoint } from '../../core/reading/viewpoint';
import type { LiveCodex } from '../session/liveCodex';

/** What may be told of: all that is known now, or what somebody holds whose eyes are looked through. */
export const knownIn = (codex: LiveCodex, { eyes, known }: Viewpoint): Known => (eyes ? known : codex.known);

/** Through whose eyes, and from where: what they hold is another picture at each point. */
export const eyesKey = ({ eyes, at, asOf }: Viewpoint): string =>
  eyes ? JSON.stringify([eyes.name, at?.text, asOf?.text]) : '';

/** A canon point as a view has it, which is that of one point already. */
export const pointInView = ({ asOf }: Viewpoint, given: string | undefined): string | undefined =>
  given === asOf?.text || given === LATEST.text ? undefined : given;
