/** gray-matter, fenced in: it cuts frontmatter as the tools of readers do, and can run none of what it finds. */
import matter from 'gray-matter';

const refuse = (): never => {
  throw new Error('gray-matter was asked to run what it read');
};
const refusing = Object.freeze({ parse: refuse, stringify: refuse });
const OPTIONS = Object.freeze({
  engines: Object.freeze({
    yaml: Object.freeze({ parse: (yaml: string) => ({ yaml }), stringify: refuse }),
    js: refusing,
    javascript: refusing,
    json: refusing,
    coffee: refusing,
  }),
});

// gray-matter adds its own engines to those it is given: the one that evaluates JavaScript is taken out at the root.
const engines = (matter as unknown as { engines: Record<string, unknown> }).engines;
// Once frozen they stay so, also where this file is loaded a second time.
if (!Object.isFrozen(engines)) for (const name of Object.keys(engines)) engines[name] = refusing;
Object.freeze(engines);

/** Where gray-matter cuts a text, or null for one it may not be given: only `---` and a line end may begin it. */
export function cutByGrayMatter(text: string): { readonly yaml: string; readonly body: string } | null {
  if (!/^---\r?\n/.test(text)) return null;
  // With options given, gray-matter neither reads nor fills its cache.
  const file = matter(text, OPTIONS);
  return { yaml: file.matter, body: file.content };
}
