/** No edition of any codex contains anything hidden: words are planted in random codices, and searched for. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filesOfPages } from '../../server/src/core/edition/edition';
import { slug } from '../../server/src/core/entry/slug';
import '../support/seed';
import { editionOf, foundryOf, htmlOf, readingsOf, siteOf } from './editing';
import { plantedWorld } from './plantedWorlds';

const RUNS = Number(process.env.FUZZ_RUNS ?? 30);

it(
  'contains nothing that is hidden, and everything that is open',
  () => {
    fc.assert(
      fc.property(plantedWorld, ({ files, hidden, open }) => {
        const edition = editionOf(files, { for: 'players' });
        const shared = [...filesOfPages(edition.pages)].map(([path, text]) => `${path}\n${text}`).join('\n');
        const all = `${shared}\n${edition.pictures.map(({ path }) => path).join('\n')}`;
        const drawing = (): string =>
          Object.entries(files)
            .map(([path, text]) => `//- ${path}\n${text}`)
            .join('\n');
        for (const words of hidden) expect(all.includes(words), `${words} is shown\n${all}\n${drawing()}`).toBe(false);
        expect(/987|only-hidden|behind\.png|known_by|a private note/.exec(all)?.[0], `${all}\n${drawing()}`).toBe(
          undefined,
        );
        const isCut = Object.values(files).some((text) => /```\s+%%/.test(text));
        for (const words of open)
          if (!isCut) expect(all.includes(words), `${words} is not shown\n${all}\n${drawing()}`).toBe(true);
        expect(edition.leaks, drawing()).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
  60_000 + RUNS * 100,
);

it(
  'contains nothing hidden as one page, as a site or as journals either, nor in the picture of time',
  async () => {
    await fc.assert(
      fc.asyncProperty(plantedWorld, async ({ files, hidden }) => {
        const { texts, pictures } = siteOf(files, { for: 'players' });
        const foundry = foundryOf(files, { for: 'players' });
        const site = [...texts, ...foundry.texts, ...[...pictures, ...foundry.pictures].map(({ path }) => [path])]
          .flat()
          .join('\n');
        const html = `${await htmlOf(files, { for: 'players' })}\n${decodeURIComponent(site.replace(/%(?![\dA-F]{2})/g, '%25'))}`;
        const drawing = (): string =>
          Object.entries(files)
            .map(([path, text]) => `//- ${path}\n${text}`)
            .join('\n');
        // Names of places are made of names and of headings.
        for (const words of [...hidden, ...hidden.map(slug), 'only-hidden'])
          expect(html.includes(words), `${words} is shown\n${html}\n${drawing()}`).toBe(false);
      }),
      { numRuns: RUNS / 2 },
    );
  },
  60_000 + RUNS * 100,
);

it(
  'shows nothing hidden where a page is read beside its text',
  () => {
    fc.assert(
      fc.property(plantedWorld, ({ files, hidden, open }) => {
        const all = JSON.stringify([...readingsOf(files, { for: 'players' })]);
        const drawing = (): string =>
          Object.entries(files)
            .map(([path, text]) => `//- ${path}\n${text}`)
            .join('\n');
        for (const words of [...hidden, ...hidden.map(slug), 'only-hidden', 'behind.png'])
          expect(all.includes(words), `${words} is shown\n${all}\n${drawing()}`).toBe(false);
        // Who writes it sees all of it but comments.
        const own = JSON.stringify([...readingsOf(files, null)]);
        for (const words of open.filter((one) => all.includes(one)))
          expect(own.includes(words), `${words} is not shown to its author`).toBe(true);
      }),
      { numRuns: RUNS },
    );
  },
  60_000 + RUNS * 100,
);
