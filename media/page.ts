/** What the pages of ours have in common: how elements are made, and words that lead to files. */
import type { Phrase } from '../server/src/lsp/protocol/protocolPictures';

/** What the pages of ours have in common: how elements are made, and words that lead to files. */
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

/** The link that runs a command of ours. */
export const commandLink = (name: string, ...given: readonly string[]): string =>
  `command:retcon.${name}?${encodeURIComponent(JSON.stringify(given))}`;

/** The words of a phrase. */
export const phraseText = (phrase: Phrase): string => (typeof phrase === 'string' ? phrase : phrase.text);

/** Where it leads; undefined where it leads nowhere. */
export const phraseUri = (phrase: Phrase): string | undefined => (typeof phrase === 'string' ? undefined : phrase.uri);

/** Its words: a link where they lead somewhere. @param mayBeStrong whether some of them may stand out */
export function shown(phrase: Phrase, mayBeStrong = true): Child {
  if (typeof phrase === 'string') return phrase;
  const { text, uri, isStrong } = phrase;
  const words = isStrong === true && mayBeStrong ? make('strong', {}, text) : text;
  return uri === undefined ? words : make('a', { href: commandLink('open', uri) }, words);
}

export const listed = (all: readonly Phrase[], between = '', mayBeStrong = true): Child[] =>
  all.flatMap((one, i) => (i === 0 ? [shown(one, mayBeStrong)] : [between, shown(one, mayBeStrong)]));

/** What a page has of the editor that it is shown in. */
export interface EditorApi<Message, State> {
  postMessage(message: Message): void;
  /** What was kept when the page was last seen. */
  getState(): State | undefined;
  setState(state: State): void;
}

/** Keeps how a picture is seen, in what else is kept of it. */
export function keepView<State extends object>(api: EditorApi<never, State>, view: unknown): void {
  const state = api.getState();
  if (state) api.setState({ ...state, view });
}
