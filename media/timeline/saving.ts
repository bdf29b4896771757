/** The picture as a file: where there is an editor, it asks where; a file of its own hands it over as a download. */
import type { PictureFormat } from '../../client/src/drawn/pictureMessages';
import { svgOf } from '../../server/src/core/picture/paint/svg';
import { make } from '../page';
import { t } from '../words';
import type { Picture } from './picture';
import { currentTheme } from './surroundings';
import type { Store } from './store';
import { stopWords } from './canonWords';

export function saveAs(store: Store, picture: Picture, as: PictureFormat): void {
  const shown = store.shown();
  const [drawing, view] = [picture.drawing(), picture.drawnView()];
  if (!shown || !drawing || !view) return;
  const {
    title,
    canon,
    prepared,
    view: { asOf = null },
  } = shown;
  const theme = currentTheme();
  if (store.host.editor) return store.host.editor.save(as, asOf, view, theme);
  if (as === 'png') {
    picture.surface.canvas.toBlob((blob) => blob && download(blob, `${title}.png`));
    return;
  }
  const description = t('As decided by {0}', stopWords(prepared.timeline.points, canon));
  download(new Blob([svgOf(drawing, { theme, title, description })], { type: 'image/svg+xml' }), `${title}.svg`);
}

export function download(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  make('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** An image of an SVG, as a `data:` URI. */
export async function imageOf(svg: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  // Twice as fine as it is large: what is shared is looked at on sharp screens.
  const canvas = make('canvas', { width: String(image.naturalWidth * 2), height: String(image.naturalHeight * 2) });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
