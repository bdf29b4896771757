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
