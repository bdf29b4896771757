/** The choices of a thing's menu for pictures of kin and of reigns. */
import type { Thing } from '../../server/src/core/picture/paint/drawing';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import type { KinOffer, KinParams } from '../../server/src/lsp/protocol/protocolPictures';
import { t } from '../words';

interface KinChoice {
  readonly label: string;
  readonly run: () => void;
}

/** The candidates: the entity that the value refers to, and the entity of the lane. */
export function entitiesAt({ lanes }: Timeline, { kind, lane: i, index, entry }: Thing): readonly string[] {
  const lane = lanes[i ?? -1];
  const value = kind === 'span' ? lane?.spans[index ?? -1]?.ref : kind === 'event' ? entry : null;
  return [...new Set([value, lane?.entity])].filter((one) => one != null);
}

/** Families of those with kin, and the succession of the lane. */
export function kinChoices(
  { lanes }: Timeline,
  { lane: i }: Thing,
  offers: readonly KinOffer[],
  show: (of: KinParams) => void,
): KinChoice[] {
  const families = offers.filter(({ hasKin }) => hasKin);
  const lane = lanes[i ?? -1];
  return [
    ...families.map(({ entity, title }) => ({
      label: t('Show the Family of {0}', title),
      run: () => show({ kind: 'family', entity }),
    })),
    ...(lane && lane.kind !== 'constant'
      ? [
          {
            label: t('Show the Reigns: {0} of {1}', lane.attribute, lane.title),
            run: () => show({ kind: 'succession', entity: lane.entity, attribute: lane.attribute }),
          },
        ]
      : []),
  ];
}
