/** What an edition holds, and what it leaves out: files in, files out. */
import { describe, expect, it } from 'vitest';
import { type Edition, filesOfEdition } from '../../server/src/core/edition/edition';
import type { EditionCall } from '../../server/src/core/edition/readership';
import { drawn } from '../support/codex';
import { editionOf } from './editing';

const share = (drawing: string, call: Partial<EditionCall> = {}): Edition =>
  editionOf(drawn(drawing).files, { for: 'players', at: '430 TA', ...call });

const CODEX = `//- codex.yaml
circles: {players: [sara, tom], commons: []}
`;

describe('an edition', () => {
  it('holds the pages that are open, with what is known of them', () => {
    const edition = share(`${CODEX}
//- house.md
---
title: House Vyr
aliases: [Vyr, The Heir of the Mill]
type: house
date: 200 TA
tags: [gm/heir]
facts:
  - {entity: house, attribute: ruler, value: maric, from: 200 TA, until: 431 TA}
  - {entity: house, attribute: heir, value: lysa, known_by: [tom]}
---
Its heir is [[heir|a miller]], says [[The Heir of the Mill]]. %% she is not %%
//- heir.md
---
title: The Heir of the Mill
known_by: nobody
---
Lysa.
`);
    expect(Object.fromEntries(filesOfEdition(edition))).toEqual({
      'house.md': `---
title: House Vyr
aliases: [Vyr]
type: house
date: 200 TA
facts:
  - entity: house
    attribute: ruler
    value: maric
    from: 200 TA
---
Its heir is a miller, says ….
`,
    });
    expect(edition.leftOut).toEqual([{ file: 'heir.md', why: 'not open to players' }]);
    expect(edition.parts).toEqual([
      { file: 'house.md', facts: 1, secrets: 0, comments: 1, links: 2, keys: ['tags'], pictures: [] },
    ]);
    expect(edition.leaks).toEqual([]);
  });
});
