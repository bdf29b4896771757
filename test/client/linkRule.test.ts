/** `[[links]]` in the preview of markdown, as markdown-it renders them with our rule. */
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { type LinkRules, withLinks } from '../../client/src/drawn/linkRule';

type Markdown = LinkRules & { render(text: string): string };
const MarkdownIt = createRequire(import.meta.url)('markdown-it') as new () => Markdown;

const rendered = (text: string): string =>
  withLinks(new MarkdownIt(), (name) => (name === 'The Keep' ? '/places/the keep.md' : undefined))
    .render(text)
    .trim();

it.each([
  ['a [[The Keep]].', '<p>a <a href="/places/the%20keep.md">The Keep</a>.</p>'],
  ['[[The Keep|it]]', '<p><a href="/places/the%20keep.md">it</a></p>'],
  ['[[The Keep#Old Gate]]', '<p><a href="/places/the%20keep.md#old-gate">The Keep › Old Gate</a></p>'],
  ['[[Nobody]]', '<p>Nobody</p>'],
  ['![[The Keep]]', '<p>![[The Keep]]</p>'],
  ['`[[The Keep]]` [[', '<p><code>[[The Keep]]</code> [[</p>'],
])('%s', (text, html) => {
  expect(rendered(text)).toBe(html);
});
