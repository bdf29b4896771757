/** Keys on the picture, as keyboards send them. */
import { expect, it } from 'vitest';
import { commandOf, type Pressed } from '../../media/timeline/keys';

const pressed = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

it.each([
  [pressed('ArrowLeft'), { does: 'pan', by: -0.1 }],
  [pressed('ArrowRight', { shiftKey: true }), { does: 'pan', by: 0.8 }],
  [pressed('+', { shiftKey: true }), { does: 'zoom', ratio: 1.5 }],
  [pressed('0'), { does: 'go', to: 'whole' }],
  [pressed(']'), { does: 'step', by: 1 }],
  [pressed('N', { shiftKey: true }), { does: 'next', by: 1 }],
  [pressed('F10', { shiftKey: true }), { does: 'menu' }],
  [pressed('Enter', { ctrlKey: true }), { does: 'open' }],
])('%o is %o', (key, command) => expect(commandOf(key)).toEqual(command));

it('a bracket that needs AltGr counts as one', () => {
  expect(commandOf(pressed('[', { ctrlKey: true, altKey: true }))).toEqual({ does: 'step', by: -1 });
});

it.each([
  pressed('n', { ctrlKey: true }),
  pressed('ArrowLeft', { altKey: true }),
  pressed('[', { ctrlKey: true }),
  pressed('q'),
])('%o is not handled', (key) => expect(commandOf(key)).toBeUndefined());
