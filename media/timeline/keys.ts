/** What the keys do on the picture. */

export type Command =
  | { readonly does: 'pan'; readonly by: number }
  | { readonly does: 'zoom'; readonly ratio: number }
  | { readonly does: 'scroll'; readonly pages: number }
  | { readonly does: 'go'; readonly to: 'whole' | 'beginning' | 'end' }
  | { readonly does: 'step' | 'stepDay'; readonly by: 1 | -1 }
  | { readonly does: 'next'; readonly by: 1 | -1 }
  | { readonly does: 'fit' | 'card' | 'open' | 'menu' | 'leave' | 'filter' | 'help' };

const COMMANDS: Readonly<Record<string, Command>> = {
  ArrowLeft: { does: 'pan', by: -0.1 },
  ArrowRight: { does: 'pan', by: 0.1 },
  'Shift+ArrowLeft': { does: 'pan', by: -0.8 },
  'Shift+ArrowRight': { does: 'pan', by: 0.8 },
  ArrowUp: { does: 'scroll', pages: -0.1 },
  ArrowDown: { does: 'scroll', pages: 0.1 },
  PageUp: { does: 'scroll', pages: -0.9 },
  PageDown: { does: 'scroll', pages: 0.9 },
  '+': { does: 'zoom', ratio: 1.5 },
  '=': { does: 'zoom', ratio: 1.5 },
  '-': { does: 'zoom', ratio: 1 / 1.5 },
  '0': { does: 'go', to: 'whole' },
  Home: { does: 'go', to: 'beginning' },
  End: { does: 'go', to: 'end' },
  '[': { does: 'step', by: -1 },
  ']': { does: 'step', by: 1 },
  ',': { does: 'stepDay', by: -1 },
  '.': { does: 'stepDay', by: 1 },
  n: { does: 'next', by: 1 },
  p: { does: 'next', by: -1 },
  Enter: { does: 'card' },
  z: { does: 'fit' },
  o: { does: 'open' },
  'Ctrl+Enter': { does: 'open' },
  ContextMenu: { does: 'menu' },
  'Shift+F10': { does: 'menu' },
  Escape: { does: 'leave' },
  '/': { does: 'filter' },
  '?': { does: 'help' },
};

export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key is for; undefined: nothing of ours, and the reader's other programs have it. */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Command | undefined {
  // Brackets and signs are typed with AltGr or Shift on many keyboards.
  const isSign = key.length === 1 && !/[\p{L}\d]/u.test(key);
  if (isSign && !metaKey && ctrlKey === altKey) return COMMANDS[key];
  if (altKey) return undefined;
  const isLetter = key.length === 1;
  const held = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey && !isLetter ? 'Shift+' : ''}`;
  return COMMANDS[held + (isLetter ? key.toLowerCase() : key)];
}
