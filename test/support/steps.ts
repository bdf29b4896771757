/** Work in steps, done at once. */
export { atOnce as done } from '../../server/src/core/text/steps';
