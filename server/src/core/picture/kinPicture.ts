/** A family or a succession as a file: a drawing of the whole at the point in question, or a page with its handles. */
import { drawFamily } from './family/drawFamily';
import { layoutFamily } from './family/familyLayout';
import { familyAt } from './family/familyUnions';
import type { Family, Succession } from './shapes/kinShapes';
import { wholeFamily } from './family/familyView';
import type { PictureTheme } from './paint/palette';
import { FILE_MARK, pictureFile } from './paint/pictureFile';
import { prepare } from './timeline/prepare';
import { successionTimeline } from './succession/succession';
import { svgOf } from './paint/svg';
import { wholeTimelineSvg } from './timeline/timelineDrawing';
import { tonesOfHolders } from './paint/drawing';

/** The data holds nothing later than its last point: everything is shown as of there. */
export function familySvg(family: Family, theme: PictureTheme | 'auto' = 'auto'): string {
  const layout = layoutFamily(family);
  const point = { day: family.at_days?.[0] ?? null, stop: Math.max(family.points.length - 1, 0) };
  const when = family.at_days === null ? 'all times at once' : `at ${family.at}`;
  return `${FILE_MARK}\n${svgOf(drawFamily(family, layout, familyAt(family, point), wholeFamily(layout, null)), {
    theme,
    title: familyTitle(family),
    description: `${family.people.length} people, ${when}, as of ${family.as_of}.`,
  })}`;
}

export const successionSvg = (succession: Succession, theme?: PictureTheme): string =>
  wholeTimelineSvg(prepare(successionTimeline(succession), tonesOfHolders), successionTitle(succession), theme);

export const familyTitle = ({ people, entity }: Family): string =>
  `Family of ${people.find(({ id }) => id === entity)?.title ?? entity}`;

export const successionTitle = ({ attribute, title }: Succession): string => `${attribute} of ${title}`;

/** The data in a page that is a file of its own. */
export interface KinFileData {
  readonly kind: 'family' | 'succession';
  readonly data: Family | Succession;
}

/** @param parts the script of the page and its style */
export const kinFile = (
  kind: KinFileData['kind'],
  data: Family | Succession,
  parts: { readonly script: string; readonly style: string },
): Promise<string> => {
  const title = kind === 'family' ? familyTitle(data as Family) : successionTitle(data as Succession);
  const packed: KinFileData = { kind, data };
  return pictureFile({ ...parts, title, packed: JSON.stringify(packed) });
};
