/** A family drawn at points of both axes: nobody moves, and what holds there is full, faint or hatched. */
import { describe, expect, it } from 'vitest';
import type { BoxItem, Drawing } from '../../server/src/core/picture/paint/drawing';
import { drawFamily, LEAST_INK } from '../../server/src/core/picture/family/drawFamily';
import { bloodlineOf, isInView, openedFamily, wholeFamily } from '../../server/src/core/picture/family/familyView';
import { layoutFamily } from '../../server/src/core/picture/family/familyLayout';
import { familyAt, OPACITY } from '../../server/src/core/picture/family/familyUnions';
import { familySvg } from '../../server/src/core/picture/kinPicture';
import { changesBetween, nextChange, sentenceOf, familySubject, hitIn, nearestIn } from '../../media/kin/subject';
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

/** The position of everything, whatever it looks like. */
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

  it('shows who lived, who did not, and who was not in the canon yet', () => {
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

  it('does not show somebody as alive without dates, or where all times are shown', () => {
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

  it('can be saved as a file, with a label for screen readers', () => {
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

describe('a family of hundreds', () => {
  const people = Array.from({ length: 300 }, (_, i) => ({
    ...(family.people[0] ?? expect.fail('there is nobody')),
    id: `p${i}`,
    generation: i === 0 ? 0 : 1,
  }));
  const unions = [{ partners: ['p0'], children: people.slice(1).map(({ id }) => id) }];
  const large = layoutFamily({ people, unions });
  const size = { width: 800, height: 600 };

  it('opens at a readable size, and a small one as a whole', () => {
    const asked = large.people[150] ?? expect.fail('nobody is placed');
    const view = openedFamily(large, size, asked);
    expect(wholeFamily(large, size).scale).toBeLessThan(0.1);
    expect(view.scale).toBeGreaterThan(0.7);
    expect(isInView(view, asked)).toBe(true);
    expect(openedFamily(layout, size, layout.people[0])).toEqual(wholeFamily(layout, size));
  });

  it('brings the selected person into view, and does not move for somebody in view', () => {
    const subject = familySubject({ ...family, people, unions, relations: [], entity: 'p150' });
    const window = { ...size, moved: undefined };
    expect(subject.reveal?.(window, 150)).toBe(null);
    const moved = subject.reveal?.(window, 290) ?? expect.fail('the picture stays');
    expect(subject.reveal?.({ ...size, moved }, 290)).toBe(null);
  });

  it('follows the line of the selected person, moves nobody, and fades the others', () => {
    const whole = wholeFamily(layout, null);
    const moment = familyAt(family, { day: null, stop: family.points.length - 1 });
    const before = drawFamily(family, layout, moment, whole);
    for (const selected of family.people.keys()) {
      const after = drawFamily(family, layout, moment, whole, { selected });
      expect([...boxesOf(after)].map(([thing, { x, y }]) => [thing, x, y])).toEqual(
        [...boxesOf(before)].map(([thing, { x, y }]) => [thing, x, y]),
      );
      const id = family.people[selected]?.id ?? '';
      const parents = family.unions.filter(({ children }) => children.includes(id)).flatMap(({ partners }) => partners);
      const opacityOf = (drawing: Drawing, of: string): number | undefined =>
        boxesOf(drawing).get(family.people.findIndex((one) => one.id === of))?.opacity;
      const words = after.items.filter(({ kind }) => kind === 'text');
      expect(words.filter(({ opacity = 1 }) => opacity < LEAST_INK)).toEqual([]);
      for (const kin of [id, ...parents]) expect(opacityOf(after, kin)).toBe(opacityOf(before, kin));
      const isKin = family.unions.some(({ partners, children }) =>
        partners.includes(id) ? children.length > 0 : children.includes(id),
      );
      // The outline of the selected person, and the ways up and down.
      const marked = after.items.filter(({ role }) => role === 'focus').length;
      expect(marked > 1).toBe(isKin);
    }
    expect(bloodlineOf(family, 'nobody').hasPerson(family.entity)).toBe(false);
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
  it('finds people under the pointer, and neighbours by the arrow keys', () => {
    const drawing = drawnAt(135, 3);
    const at = (id: string): number => family.people.findIndex((one) => one.id === id);
    const { x, y } = boxesOf(drawing).get(at('ada')) as BoxItem;
    expect(hitIn(drawing, x + 5, y + 5)).toBe(at('ada'));
    expect(hitIn(drawing, -5, -5)).toBeUndefined();
    expect(nearestIn(drawing, at('ysa'), 1, 0)).toBe(at('oren'));
    expect(nearestIn(drawing, at('kit'), 0, -1)).toBe(at('ada'));
  });
});
