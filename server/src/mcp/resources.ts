/** What an assistant can read as it reads files: the pages of the codex, and those of the rules. */
import { ProtocolError, ProtocolErrorCode, type McpServer } from './sdk';
import type { Assistant } from '../core/tools/assistant';
import { fenced } from '../core/tools/words/richText';

const ENTRY = 'retcon://entry/{id}';
const ENTRY_FOR = 'retcon://for/{knower}/entry/{id}';
const RULE = 'retcon://rule/{family}/{name}';

/** How many are listed at once. */
const PART = 200;

export function addResources({ server }: McpServer, { pages, page, rules, knower }: Assistant): void {
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: ENTRY,
        name: 'entry',
        title: 'A Page of the Codex',
        description: 'a page by its id',
        mimeType: MARKDOWN,
      },
      ...(knower === null
        ? [
            {
              uriTemplate: ENTRY_FOR,
              name: 'entry-for',
              title: 'A Page as Somebody Holds It',
              description: 'what a character, a circle or everyone has learned of a page',
              mimeType: MARKDOWN,
            },
          ]
        : []),
      {
        uriTemplate: RULE,
        name: 'rule',
        title: 'The Page of a Rule',
        description: 'what a problem means, by its code',
        mimeType: MARKDOWN,
      },
    ],
  }));
  server.setRequestHandler('resources/list', async ({ params }) => {
    const all = [
      ...(await pages()).map(({ id, title, file }) => ({
        uri: uriOf(id),
        name: id,
        title,
        description: file,
        mimeType: MARKDOWN,
      })),
      ...rules.map(({ code }) => ({
        uri: `retcon://rule/${code}`,
        name: code,
        title: `Rule ${code}`,
        mimeType: MARKDOWN,
      })),
    ];
    // Uris are sorted nowhere, so a part begins behind the one that the last ended with.
    const { cursor } = params ?? {};
    const at = cursor === undefined ? 0 : all.findIndex(({ uri }) => uri === cursor) + 1;
    if (cursor !== undefined && at === 0) throw invalid('The place that this cursor marked is gone.');
    const part = all.slice(at, at + PART);
    const last = part.at(-1);
    return { resources: part, ...(last && at + PART < all.length && { nextCursor: last.uri }) };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const rule = /^retcon:\/\/rule\/(.+)$/.exec(uri)?.[1];
    if (rule !== undefined) {
      const text = rules.find(({ code }) => code === decoded(rule))?.text() ?? null;
      if (text === null) throw invalid('There is no rule with this code.');
      return { contents: [{ uri, mimeType: MARKDOWN, text }] };
    }
    const [, whose, id] = /^retcon:\/\/(?:for\/([^/]+)\/)?entry\/(.+)$/.exec(uri) ?? [];
    if (id === undefined || (whose !== undefined && knower !== null)) throw invalid('There is nothing to read there.');
    const found = await page(decoded(id), whose === undefined ? null : decoded(whose));
    if (!found.ok) throw invalid(found.failure.message);
    const { title, file, text } = found.value;
    return { contents: [{ uri, mimeType: MARKDOWN, text: fenced(`${file}: ${title}\n\n${text}`) }] };
  });
}

const MARKDOWN = 'text/markdown';

const uriOf = (id: string): string => `retcon://entry/${encodeURIComponent(id)}`;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // What is not an escape stands for itself.
    return part;
  }
}

const invalid = (words: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, words);
