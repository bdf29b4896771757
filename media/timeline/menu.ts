/** A menu of ours: by pointer and by keys, as menus are everywhere. */
import { make } from '../page';

export interface Choice {
  readonly label: string;
  readonly run: () => void;
}

let closeLast: (() => void) | undefined;

/** @param x and `y`: where it opens, in pixels of the window. @param back has the focus when it closes */
export function openMenu(
  label: string,
  choices: readonly Choice[],
  { x, y }: { readonly x: number; readonly y: number },
  back: HTMLElement,
): void {
  closeLast?.();
  const list = make('ul', { class: 'menu', role: 'menu', 'aria-label': label });
  const close = (): void => {
    closeLast = undefined;
    list.remove();
    removeEventListener('pointerdown', closeOutside, true);
    removeEventListener('blur', close);
  };
  const closeOutside = ({ target }: Event): void => {
    if (!list.contains(target as Node)) close();
  };
  const items = choices.map((choice) => {
    const item = make('li', { role: 'menuitem', tabindex: '-1' }, choice.label);
    item.addEventListener('click', () => {
      close();
      back.focus({ preventScroll: true });
      choice.run();
    });
    item.addEventListener('pointermove', () => item.focus({ preventScroll: true }));
    return item;
  });
  list.append(...items);
  list.addEventListener('contextmenu', (event) => event.preventDefault());
  list.addEventListener('keydown', (event) => {
    const key = event.key;
    const at = items.indexOf(document.activeElement as HTMLLIElement);
    const to =
      key === 'ArrowDown'
        ? at + 1
        : key === 'ArrowUp'
          ? at - 1
          : key === 'Home'
            ? 0
            : key === 'End'
              ? -1
              : byLetter(choices, at, key);
    if (key === 'Enter' || key === ' ') items[at]?.click();
    else if (key === 'Escape' || key === 'Tab') {
      close();
      back.focus({ preventScroll: true });
    } else if (to === undefined) return;
    else items.at(to % items.length)?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(list);
  const { width, height } = list.getBoundingClientRect();
  list.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  list.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
  items[0]?.focus({ preventScroll: true });
  addEventListener('pointerdown', closeOutside, true);
  addEventListener('blur', close);
  closeLast = close;
}

/** The next choice that begins with a letter. */
function byLetter(choices: readonly Choice[], at: number, key: string): number | undefined {
  if (key.length !== 1) return undefined;
  const isIt = ({ label }: Choice): boolean => label.toLowerCase().startsWith(key.toLowerCase());
  const later = choices.findIndex((choice, i) => i > at && isIt(choice));
  const any = later < 0 ? choices.findIndex(isIt) : later;
  return any < 0 ? undefined : any;
}
