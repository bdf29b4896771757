/** A picture as one HTML file that works by itself: it loads nothing, and only the script of its page runs in it. */

import { escaped } from './svg';

interface PicturePage {
  readonly title: string;
  /** The script of the page and its style. */
  readonly script: string;
  readonly style: string;
  /** The data as JSON: for a timeline, the result of `packTimeline.ts`. */
  readonly packed: string;
}

/** A marker near the beginning of every picture file. */
export const FILE_MARK = '<!-- a picture by Retcon -->';

/** Whether a file is a picture of ours. @param head its first bytes, 100 or more if it has as many */
export const isPicture = (head: Uint8Array): boolean => new TextDecoder().decode(head).includes(FILE_MARK);

/** An HTML page that loads nothing, in which only its own script runs. */
interface OwnPage extends Pick<PicturePage, 'title' | 'script' | 'style'> {
  /** A comment that identifies the file. */
  readonly mark: string;
  /** The allowed sources of its images, as in a content security policy. */
  readonly images: string;
  /** From `<body>` on, up to the script. */
  readonly body: string;
}

export async function ownPage({ title, script, style, mark, images, body }: OwnPage): Promise<string> {
  const [code, look] = [safeIn('script', script), safeIn('style', style)];
  const policy = [
    "default-src 'none'",
    `script-src '${await hashOf(code)}'`,
    `style-src '${await hashOf(look)}'`,
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
${mark}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${look}</style>
</head>
${body}
<script>${code}</script>
</body>
</html>
`;
}

export function pictureFile({ packed, ...page }: PicturePage): Promise<string> {
  const data = `{"title":${JSON.stringify(page.title)},"packed":${packed}}`.replaceAll('<', '\\u003c');
  const body = `<body class="file">
<main id="main"></main>
<p id="status" role="status"></p>
<script type="application/json" id="data">${data}</script>`;
  return ownPage({ ...page, mark: FILE_MARK, images: 'data: blob:', body });
}

/** Escapes text that would end its element, without changing its meaning. */
const safeIn = (element: 'script' | 'style', text: string): string =>
  text.replace(new RegExp(`<(?=/${element}|!--)`, 'gi'), element === 'script' ? '\\x3c' : '\\3c ');

/** The source of the allowed script in a content security policy. */
async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}
