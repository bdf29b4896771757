/** An entry as bytes, and back. */
import type { Entry } from '../entry/entry';
import type { Problem } from '../text/problem';
import type { Sink, Source } from './bytes';
import {
  putDateWritten,
  putEnd,
  putPart,
  putPosition,
  takeDateWritten,
  takeEnd,
  takePart,
  takePosition,
} from './packedDates';
import { putFacts, withFacts } from './packedFacts';
import {
  putDeclaration,
  putLink,
  putList,
  putMaybe,
  putRef,
  putSpan,
  putText,
  putWritten,
  takeDeclaration,
  takeLink,
  takeList,
  takeMaybe,
  takeRef,
  takeSpan,
  takeText,
  takeWritten,
} from './packedParts';

const CANON_KEYS = ['canon', 'created'] as const;

/** Everything but its path, which is known to whoever asks for it. */
export function putEntry(sink: Sink, entry: Entry): void {
  putMaybe(sink, entry.writtenId, putWritten);
  sink.text(entry.derivedId);
  sink.text(entry.folderId);
  sink.text(entry.fileName);
  sink.text(entry.title);
  putMaybe(sink, entry.titleSpan, putSpan);
  putList(sink, entry.aliases, putRef);
  putMaybe(sink, entry.type, putType);
  putMaybe(sink, entry.entity, putRef);
  putMaybe(sink, entry.date, putDateWritten);
  putMaybe(sink, entry.until, putEnd);
  putList(sink, entry.parts, putPart);
  sink.nat(entry.canon ? 1 + CANON_KEYS.indexOf(entry.canon.key) : 0);
  if (entry.canon) putWritten(sink, entry.canon);
  putMaybe(sink, entry.unknownCanon, putWritten);
  putPosition(sink, entry.position);
  sink.nat(entry.draft ? 1 : 0);
  putMaybe(sink, entry.tier, putWritten);
  putMaybe(sink, entry.factsKey, putSpan);
  putList(sink, entry.declarations, putDeclaration);
  putList(sink, entry.disputes, putRef);
  putList(sink, entry.reviewed, putRef);
  putList(sink, entry.sources, putRef);
  putList(sink, entry.links, putLink);
  putList(sink, entry.ownLinks, putLink);
  putList(sink, entry.names, putText);
  putList(sink, entry.unknownKeys, putWritten);
  sink.span(entry.frontmatter);
  putList(sink, entry.problems, putProblem);
  putFacts(sink, entry.facts);
}

export const takeEntry = (source: Source, path: string): Entry =>
  withFacts(source, {
    path,
    writtenId: takeMaybe(source, takeWritten),
    derivedId: source.text(),
    folderId: source.text(),
    fileName: source.text(),
    title: source.text(),
    titleSpan: takeMaybe(source, takeSpan),
    aliases: takeList(source, takeRef),
    type: takeMaybe(source, takeType),
    entity: takeMaybe(source, takeRef),
    date: takeMaybe(source, takeDateWritten),
    until: takeMaybe(source, takeEnd),
    parts: takeList(source, takePart),
    canon: takeCanon(source),
    unknownCanon: takeMaybe(source, takeWritten),
    position: takePosition(source),
    draft: source.nat() === 1,
    tier: takeMaybe(source, takeWritten),
    factsKey: takeMaybe(source, takeSpan),
    declarations: takeList(source, takeDeclaration),
    disputes: takeList(source, takeRef),
    reviewed: takeList(source, takeRef),
    sources: takeList(source, takeRef),
    links: takeList(source, takeLink),
    ownLinks: takeList(source, takeLink),
    names: takeList(source, takeText),
    unknownKeys: takeList(source, takeWritten),
    frontmatter: source.span(),
    problems: takeList(source, takeProblem),
  });

function takeCanon(source: Source): Entry['canon'] {
  const key = CANON_KEYS[source.nat() - 1];
  return key ? { text: source.text(), span: source.span(), key } : null;
}

function putType(sink: Sink, { text, span }: NonNullable<Entry['type']>): void {
  sink.text(text);
  putMaybe(sink, span, putSpan);
}

const takeType = (source: Source): Entry['type'] => ({ text: source.text(), span: takeMaybe(source, takeSpan) });

/** There are few, and they can hold anything. */
const putProblem = (sink: Sink, problem: Problem): void => sink.text(JSON.stringify(problem));

const takeProblem = (source: Source): Problem => JSON.parse(source.text()) as Problem;
