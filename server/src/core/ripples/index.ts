/** The public interface of the ripples. */
export { factPassageSteps } from './prosePassages';
export { type NearDuplicate, nearDuplicateSteps } from './nearDuplicates';
export { type PairRipples, type Ripple, type RippleState } from './ripples';
export { allRippleSteps, rippleSteps } from './allRipples';
export { canBeRight, holdsThen, isRightWith, type Outdated } from './rightThen';
