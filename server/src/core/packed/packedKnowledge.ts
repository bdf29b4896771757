/** What is written of who knows something as bytes, and back. */
import type { InOn, Knowledge } from '../entry/entry';
import { type Codec, listOf, maybe, nat } from './bytes';
import { dateWritten } from './packedDates';
import { refCodec } from './packedNames';

const maybeDate = maybe(dateWritten);

const inOn: Codec<InOn> = {
  write(sink, value) {
    refCodec.write(sink, value.knower);
    maybeDate.write(sink, value.when);
  },
  read: (cursor) => ({ knower: refCodec.read(cursor), when: maybeDate.read(cursor) }),
};

const maybeKnowers = maybe(listOf(inOn));
const maybeRefs = maybe(listOf(refCodec));

export const knowledgeCodec: Codec<Knowledge> = {
  write(sink, value) {
    maybeKnowers.write(sink, value.knownBy);
    maybeDate.write(sink, value.knownFrom);
    maybeRefs.write(sink, value.believedBy);
    nat.write(sink, value.isDoubtful ? 1 : 0);
  },
  read: (cursor) => ({
    knownBy: maybeKnowers.read(cursor),
    knownFrom: maybeDate.read(cursor),
    believedBy: maybeRefs.read(cursor),
    isDoubtful: nat.read(cursor) === 1,
  }),
};
