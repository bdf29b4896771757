/** What menus offer for an entity: its family where it has kin, and each of its offices. */
import { expect, it } from 'vitest';
import { entitiesAt, kinChoices } from '../../media/timeline/kinChoices';
import { prepare } from '../../server/src/core/picture/timeline/prepare';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { kinOffer } from '../../server/src/core/tools/pictures/pairsOnBothAxes';
import { timelineOf } from '../../server/src/core/tools/pictures/timeline';
import { atOnce } from '../../server/src/core/text/groups';
import { codexOf } from '../support/codex';

const { canon } = codexOf({
  'codex.yaml':
    'eras: [{id: TA, epoch: 0}]\nattributes: {mother: constant, lord: state, council: set, founder: constant}\nkin: {parent: mother}\n',
  'ysa.md': '---\ntitle: Ysa\ntype: person\n---\n',
  'ada.md': '---\ntitle: Ada\ntype: person\ndate: 100 TA\nmother: ysa\n---\n',
  'keep.md':
    '---\ntitle: The Keep\nfacts:\n  - {entity: keep, attribute: council, value: Bo, from: 10 TA}\n  - {entity: keep, attribute: lord, value: ysa, from: 110 TA}\n  - {entity: keep, attribute: founder, value: ysa, from: 90 TA}\n---\n',
});
const known = knownAt(canon, LATEST);

it('offers a family to parents and to children, and offices where something changes', () => {
  expect(['ysa', 'ada', 'keep'].map((entity) => kinOffer(known, entity))).toEqual([
    { entity: 'ysa', title: 'Ysa', hasKin: true, offices: [] },
    { entity: 'ada', title: 'Ada', hasKin: true, offices: [] },
    { entity: 'keep', title: 'The Keep', hasKin: false, offices: ['lord', 'council'] },
  ]);
});

it('offers the family of the holder in the picture, and the succession of a lane that changes', () => {
  const found = atOnce(timelineOf(canon, { entities: ['keep'] }));
  if (!found.ok) throw new Error(found.failure.message);
  const timeline = found.value;
  const labelsOf = (attribute: string): string[] => {
    const thing = prepare(timeline).things.find(
      ({ kind, lane }) => kind === 'span' && timeline.lanes[lane ?? -1]?.attribute === attribute,
    );
    if (!thing) throw new Error(`no lane of ${attribute}`);
    const offers = entitiesAt(timeline, thing).map((entity) => kinOffer(known, entity));
    return kinChoices(timeline, thing, offers, () => undefined).map(({ label }) => label);
  };
  expect(labelsOf('lord')).toEqual(['Show the Family of Ysa', 'Show the Reigns: lord of The Keep']);
  expect(labelsOf('founder')).toEqual(['Show the Family of Ysa']);
  expect(labelsOf('council')).toEqual(['Show the Reigns: council of The Keep']);
});
