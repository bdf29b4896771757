/** marked, fenced in: prose as HTML in which nothing of the author's own HTML is left standing, and no link leads to a script. */
import { Marked } from 'marked';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What a reader may be led to. */
const SAFE = /^(?:https?:|mailto:|#)/i;

const marked = new Marked({ async: false, gfm: true });
marked.use({
  renderer: {
    html: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return SAFE.test(href) ? `<a href="${escaped(href)}">${words}</a>` : words;
    },
    image: ({ href, text }) =>
      /^picture:\d+$/.test(href) ? `<img src="${href}" alt="${escaped(text)}">` : escaped(text),
  },
});

/** A picture is only taken over as `picture:` and a number. */
export const renderMarkdown = (text: string): string => marked.parse(text) as string;
