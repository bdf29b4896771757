/** Shared by all pages: makes elements, and text with links to files. */
import type { Phrase } from '../server/src/lsp/protocol/protocolPictures';

export type Child = Node | string | null;

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @param title empty: its label says it */
export function button(label: string, title: string, run: () => void): HTMLButtonElement {
  const element = make('button', { type: 'button', ...(title !== '' && { title }) }, label);
  element.addEventListener('click', run);
  return element;
}

/** The link that runs one of our commands. */
export const commandLink = (name: string, ...given: readonly string[]): string =>
  `command:retcon.${name}?${encodeURIComponent(JSON.stringify(given))}`;

/** The words of a phrase. */
export const phraseText = (phrase: Phrase): string => (typeof phrase === 'string' ? phrase : phrase.text);

/** Its target; undefined if it has none. */
export const phraseUri = (phrase: Phrase): string | undefined => (typeof phrase === 'string' ? undefined : phrase.uri);

/** The words of a phrase: a link if they have a target. @param mayBeStrong whether some of them may be emphasised */
export function shown(phrase: Phrase, mayBeStrong = true): Child {
  if (typeof phrase === 'string') return phrase;
  const { text, uri, isStrong } = phrase;
  const words = isStrong === true && mayBeStrong ? make('strong', {}, text) : text;
  return uri === undefined ? words : make('a', { href: commandLink('open', uri) }, words);
}

export const listed = (all: readonly Phrase[], between = '', mayBeStrong = true): Child[] =>
  all.flatMap((one, i) => (i === 0 ? [shown(one, mayBeStrong)] : [between, shown(one, mayBeStrong)]));

/** The API of the editor that shows the page. */
export interface EditorApi<Message, State> {
  postMessage(message: Message): void;
  /** The state that was kept when the page was last visible. */
  getState(): State | undefined;
  setState(state: State): void;
}

/** Keeps the view of a picture within the rest of the kept state. */
export function keepView<State extends object>(api: EditorApi<never, State>, view: unknown): void {
  const state = api.getState();
  if (state) api.setState({ ...state, view });
}
