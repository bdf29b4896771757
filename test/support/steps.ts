/** Work that lets others have their turn, done at once. */
export { atOnce as done } from '../../server/src/core/text/groups';
