/** The host of the picture: a panel of the editor, or a file of its own, which has no editor to ask. */
import type {
  PictureFormat,
  FromTimeline,
  Handles,
  TimelineState,
  ToTimeline,
} from '../../client/src/drawn/pageMessages';
import type { KinOffer, KinParams, PointedThing, TimelineCard } from '../../server/src/lsp/protocol/protocolPictures';
import { type EditorApi, keepView } from '../page';

/** The requests that only an editor can serve. */
interface EditorHost {
  open(of: PointedThing): void;
  declare(of: PointedThing): void;
  giveDate(): void;
  wasTrueAt(of: PointedThing, handles: Handles): void;
  cardOf(of: PointedThing): Promise<TimelineCard>;
  /** The pictures of kin and of reigns that exist for entities. */
  offersOf(entities: readonly string[]): Promise<readonly KinOffer[]>;
  showKin(of: KinParams): void;
  /** The reader has moved a handle. @param move the count of moves since the page was loaded */
  moved(handles: Handles, move: number): void;
  pin(isPinned: boolean): void;
  save(as: PictureFormat, asOf: string | null, view: unknown, theme: string): void;
  /** The answer to a numbered request has arrived. */
  answered(data: Numbered): void;
}

export interface Host {
  /** null: a file of its own. */
  readonly editor: EditorHost | null;
  /** The view that was kept when the page was last visible. */
  readonly kept: () => unknown;
  readonly keep: (view: unknown) => void;
}

/** The editor's answers, by the number of the request. */
type Numbered = Extract<ToTimeline, { readonly shows: 'card' | 'offers' }>;

export function editorHost(api: EditorApi<FromTimeline, TimelineState>): Host {
  const ask = (message: FromTimeline): void => api.postMessage(message);
  const waiting = new Map<number, (answer: Numbered) => void>();
  let count = 0;
  const answerTo = (request: (number: number) => FromTimeline): Promise<Numbered> =>
    new Promise((resolve) => {
      waiting.set(++count, resolve);
      ask(request(count));
    });
  return {
    editor: {
      open: (of) => ask({ asks: 'open', of }),
      declare: (of) => ask({ asks: 'declare', of }),
      giveDate: () => ask({ asks: 'giveDate' }),
      wasTrueAt: (of, handles) => ask({ asks: 'wasTrueAt', of, handles }),
      async cardOf(of) {
        const answer = await answerTo((number) => ({ asks: 'card', number, of }));
        return answer.shows === 'card' ? answer.card : [];
      },
      async offersOf(entities) {
        const answer = await answerTo((number) => ({ asks: 'offers', number, entities }));
        return answer.shows === 'offers' ? answer.offers : [];
      },
      showKin: (of) => ask({ asks: 'kin', of }),
      moved: (handles, move) => ask({ asks: 'viewpoint', handles, move }),
      pin: (isPinned) => {
        const state = api.getState();
        if (state) api.setState({ ...state, isPinned });
        ask({ asks: 'pin', isPinned });
      },
      save: (as, asOf, view, theme) => ask({ asks: 'save', as, asOf, view, theme }),
      answered(data) {
        waiting.get(data.number)?.(data);
        waiting.delete(data.number);
      },
    },
    kept: () => api.getState()?.view,
    keep: (view) => keepView(api, view),
  };
}

/** A file keeps its view in the history of its window, which needs no storage and survives a reload. */
export const fileHost = {
  editor: null,
  kept: () => history.state as unknown,
  keep: (view: unknown) => history.replaceState(view, ''),
};
