/** What can be done with a thing of the picture, and how the whole of it is saved. */
import type { Thing } from '../../server/src/core/picture/paint/drawing';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import type { PictureFormat } from '../../client/src/drawn/pictureMessages';
import type { PointedThing } from '../../server/src/lsp/protocol/protocolTimeline';
import { t } from '../words';
import type { Choice } from './menu';

/** What a thing of the picture is, as the editor asks for it. */
export function pointedOf({ lanes, retcons }: Timeline, thing: Thing): PointedThing {
  const lane = lanes[thing.lane ?? -1];
  const retcon = thing.kind === 'retcon' ? retcons[thing.index ?? -1] : undefined;
  return {
    entry: retcon?.by ?? thing.entry,
    ...(lane && { entity: lane.entity, attribute: lane.attribute }),
    ...(retcon && { retcon: retcon.superseded }),
  };
}

export interface ThingActions {
  readonly open?: () => void;
  readonly declare?: () => void;
  readonly wasTrueAt?: () => void;
  readonly axes?: () => void;
  readonly fit?: () => void;
  readonly card: () => void;
  readonly toHere: () => void;
}

export function choicesOf(
  thing: Thing,
  { open, declare, wasTrueAt, axes, fit, card, toHere }: ThingActions,
  date: string,
): Choice[] {
  const offered: (Choice | false | undefined)[] = [
    { label: t('Tell About {0}', thing.title), run: card },
    open && thing.entry !== null && { label: t('Open Its Page'), run: open },
    declare && thing.entry !== null && { label: t('Declare a Retcon of It…'), run: declare },
    wasTrueAt && thing.lane !== undefined && { label: t('What Was True at {0}?', date), run: wasTrueAt },
    { label: t('Move the World’s Handle to {0}', date), run: toHere },
    fit && thing.days !== null && { label: t('Zoom to It'), run: fit },
    axes && thing.lane !== undefined && { label: t('Show Both Axes'), run: axes },
  ];
  return offered.filter((one): one is Choice => typeof one === 'object');
}

/** @param isFile whether the page is a file already */
export function savings(save: (as: PictureFormat) => void, isFile: boolean): Choice[] {
  return [
    { label: t('As a Drawing (SVG)…'), run: () => save('svg') },
    { label: t('As an Image (PNG)…'), run: () => save('png') },
    ...(isFile ? [] : [{ label: t('As a Page to Share (HTML)…'), run: () => save('html') }]),
  ];
}
