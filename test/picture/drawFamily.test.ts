/** A family drawn at points of both axes: nobody moves, and what holds there is full, faint or hatched. */
import { describe, expect, it } from 'vitest';
import type { BoxItem, Drawing } from '../../server/src/core/picture/drawing';
import { drawFamily } from '../../server/src/core/picture/drawFamily';
import { layoutFamily } from '../../server/src/core/picture/familyLayout';
import { familyAt, OPACITY } from '../../server/src/core/picture/familyMoment';
import { wholeFamily } from '../../server/src/core/picture/familyView';
import { familySvg } from '../../server/src/core/picture/kinPicture';
import { changesBetween, nextChange, sentenceOf } from '../../media/kin/changes';
import { familySubject } from '../../media/kin/familySubject';
import { hitIn, nearestIn } from '../../media/kin/hits';
import { familyOfAda as family } from '../support/families';

const layout = layoutFamily(family);

const drawnAt = (day: number | null, stop: number): Drawing =>
  drawFamily(family, layout, familyAt(family, { day, stop }), wholeFamily(layout, null));

const boxesOf = ({ items }: Drawing) =>
  new Map(
    items.flatMap((item) =>
      item.kind === 'box' && item.role === 'span' && item.thing !== undefined ? [[item.thing, item] as const] : [],
    ),
  );

const strengthOf = (drawing: Drawing, id: string): string | undefined => {
  const box: BoxItem | undefined = boxesOf(drawing).get(family.people.findIndex((one) => one.id === id));
  return Object.entries(OPACITY).find(([, opacity]) => opacity === box?.opacity)?.[0];
};

/** Where everything stands, whatever it looks like. */
const placesIn = ({ items }: Drawing): unknown[] =>
  items.flatMap((item) =>
    item.kind === 'path' && item.role !== 'focus'
      ? [[item.thing, item.points]]
      : item.kind === 'box' && item.role === 'span'
        ? [[item.thing, item.x, item.y]]
        : [],
  );

describe('a family, drawn', () => {
  it('moves nobody, wherever the handles are', () => {
    const people = (drawing: Drawing) => [...boxesOf(drawing)].map(([thing, { x, y }]) => [thing, x, y]);
    const first = people(drawnAt(null, 0));
    expect(first).toHaveLength(family.people.length);
    for (const stop of family.points.keys())
      for (const day of [80, 121, 128, 145, 200]) expect(people(drawnAt(day, stop))).toEqual(first);
    expect(placesIn(drawnAt(128, 3)).length).toBeGreaterThan(first.length);
  });

  it('shows who lived, who did not, and who was not told of yet', () => {
    const late = drawnAt(135, 3);
    expect(['ysa', 'oren', 'kit', 'wilda'].map((id) => strengthOf(late, id))).toEqual([
      'full',
      'faint',
      'faint',
      'full',
    ]);
    expect(strengthOf(drawnAt(99, 3), 'ysa')).toBe('faint');
    expect(['wilda', 'kit'].map((id) => strengthOf(drawnAt(135, 1), id))).toEqual(['absent', 'absent']);
    expect(strengthOf(drawnAt(null, 3), 'oren')).toBe('full');
  });

  it('claims no life where nobody says, nor where all times are shown', () => {
    const outlined = ({ items }: Drawing): string[] =>
      items.flatMap((item) =>
        item.kind === 'box' && item.role === 'ground' && item.thing !== undefined && item.pattern === undefined
          ? (family.people[item.thing]?.id ?? [])
          : [],
      );
    expect(outlined(drawnAt(135, 3)).sort()).toEqual(['? kit.father', 'wilda']);
    expect(outlined(drawnAt(null, 3))).toHaveLength(family.people.length);
  });

  it('hatches where a disputed parent comes to a child', () => {
    const hatched = ({ items }: Drawing): number =>
      items.filter((item) => item.kind === 'box' && item.pattern === 'hatched').length;
    expect([1, 2, 3].map((stop) => hatched(drawnAt(135, stop)))).toEqual([0, 2, 2]);
  });

  it('is a drawing as a file, with a name for whoever hears it', () => {
    const svg = familySvg(family);
    expect(svg).toContain('<title id="retcon-title">Family of ada</title>');
    expect(svg).toContain('>wilda</text>');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('is an empty sheet where nobody is named', () => {
    const none = { ...family, people: [], unions: [], relations: [] };
    expect(familySvg(none)).not.toMatch(/NaN|Infinity/);
  });
});

describe('the page of a family', () => {
  const subject = familySubject(family);
  it('says what the next retcon changes, and goes nowhere where nothing does', () => {
    const [before, after] = [2, 3].map((stop) => ({ day: 135, stop }));
    expect(nextChange(subject, before ?? { day: 0, stop: 0 }, 'canon', 1)).toEqual(after);
    expect(nextChange(subject, { day: 135, stop: 3 }, 'canon', 1)).toBeNull();
    const changes = changesBetween(subject, { day: 135, stop: 2 }, { day: 135, stop: 3 });
    expect(sentenceOf('s3', changes)).toBe(
      's3: ysa, Children: no longer bram; wilda, Children: bram; bram, Parents: wilda instead of ysa.',
    );
  });
  it('goes from birth to death to marriage', () => {
    expect(nextChange(subject, { day: 98, stop: 3 }, 'at', 1)).toEqual({ day: 100, stop: 3 });
    expect(nextChange(subject, { day: 98, stop: 3 }, 'at', -1)).toBeNull();
  });
  it('finds people under the pointer, and beside each other by the arrows', () => {
    const drawing = drawnAt(135, 3);
    const at = (id: string): number => family.people.findIndex((one) => one.id === id);
    const { x, y } = boxesOf(drawing).get(at('ada')) as BoxItem;
    expect(hitIn(drawing, x + 5, y + 5)).toBe(at('ada'));
    expect(hitIn(drawing, -5, -5)).toBeUndefined();
    expect(nearestIn(drawing, at('ysa'), 1, 0)).toBe(at('oren'));
    expect(nearestIn(drawing, at('kit'), 0, -1)).toBe(at('ada'));
  });
});
