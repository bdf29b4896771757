/** What is asked for a brief: it takes more than other questions do. */
import { AS_OF, KNOWN_AT } from './questionParameters';

export const BRIEF_QUESTION = {
  name: 'brief',
  description: 'what may be written from: what holds of a topic or a scene, its retcons, and passages, in a budget',
  parameters: [
    {
      name: 'topic',
      kind: 'words',
      description: 'what it is to be about: a name, or words; if left out, the scene',
      isPositional: true,
    },
    {
      name: 'for',
      kind: 'knower',
      description:
        'as somebody holds it: a character, a circle, or author for the whole truth; if left out, what everyone may know',
    },
    KNOWN_AT,
    { name: 'at', kind: 'world date', description: 'world time; if left out, the present' },
    AS_OF,
    {
      name: 'scene',
      kind: 'entry',
      description:
        'the page that is being written: takes in whom and what it names; if for and at are left out, its pov and date',
    },
    {
      name: 'tokens',
      kind: 'count',
      description: 'how many tokens at most, as they are estimated; if left out, 2500',
    },
    { name: 'snippets', kind: 'count', description: 'how many passages at most; if left out, 8' },
    {
      name: 'explain',
      kind: 'flag',
      description: 'to the author: why each passage that was looked at is in or out',
      isForAuthors: true,
    },
  ],
  palette: [],
  shownBy: 'copyBrief',
} as const;
