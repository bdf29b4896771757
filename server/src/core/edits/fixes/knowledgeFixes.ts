/** Mends of what somebody comes to too early, and of links that tell too much. */
import {
  audienceOfPage,
  entryNamed,
  idOf,
  isForEveryone,
  isKnower,
  knowerCalled,
  pageLearnedLate,
  factLearnedLate,
} from '../../canon';
import { CODEX_FILE } from '../../codex/codexShapes';
import { globWithin } from '../../codex/globs';
import { NO_ONE } from '../../codex/knowledgeKeys';
import { addTopKey, removeTopKey } from '../../entry/frontmatter';
import { type Link, linkLabel } from '../../entry/inline';
import { nameKey } from '../../entry/slug';
import { openFolderMessage, openFolders } from '../../rules/knowledge/hides-nothing';
import { factsIn, type Leak, leakAt, leakOfFact } from '../../rules/knowledge/leak';
import { messageOf, type PointOfView, saysWho, type TooEarly, tooEarlyIn } from '../../rules/knowledge/too-early';
import { nameLike } from '../../rules/relatedPlaces';
import { letInOnFact, letInOnPage, sinceWhen, withoutIdleDate } from '../refactor/knownByText';
import { makeSecret } from '../refactor/secret';
import { asSecret, passageAround } from '../refactor/secretPassage';
import { atEndInCodexFile, inCodexFile } from './codexFile';
import { entryText, type Mend, type MendContext, type Offer, offer, replaced } from './mend';

export const mendTooEarly: Mend = (context, problem) => {
  const { known, entry } = context;
  for (const { view, found } of tooEarlyIn(known, entry)) {
    if (found.span.start !== problem.span.start || messageOf(known, view, found) !== problem.message) continue;
    return [...knownFromHere(context, view, found), ...otherEyes(context, view, found), ...noScene(context)];
  }
  return [];
};

/** The page that is named, or the fact that is stated, names the knower with the date of the scene. */
function knownFromHere(context: MendContext, { ref, date }: PointOfView, { page, fact }: TooEarly): Offer[] {
  const { known } = context;
  // Nobody knows what is yet to be.
  const begins = fact ? fact.begins : page.date?.date?.start;
  if (begins && begins.line === date.end.line && date.end.day <= begins.day) return [];
  const text = entryText(context, page);
  const title = `Let ${ref.text} know from ${date.text} on`;
  const who = {
    name: ref.linked ? `[[${ref.text}]]` : ref.text,
    when: date.text,
    others: sinceWhen(known.canon.codex, page, fact?.fact),
  };
  const own = fact?.fact.knowledge?.knownBy ? letInOnFact(text, fact.fact, who) : null;
  const edit = own ?? letInOnPage(text, known.canon.codex, who, audienceOfPage(known, page));
  const edits = edit && withoutIdleDate(text, known.canon.codex, edit, own ? fact?.fact : undefined);
  return offer(title, page.path, edits, { isPreferred: false });
}

/** So many of those who do know are offered. */
const MOST = 3;

function otherEyes(context: MendContext, view: PointOfView, { page, fact }: TooEarly): Offer[] {
  const { known, entry } = context;
  const text = entryText(context);
  const written = saysWho(page, fact?.fact)?.knownBy?.map(({ knower }) => knower.text);
  const names = written ?? audienceOfPage(known, page);
  if (isForEveryone(names)) return [];
  const told = new Set(entry.knowledge?.pov.map((ref) => nameKey(ref.text)));
  const others = names.filter((name) => {
    const knower = !told.has(nameKey(name)) && isKnower(known, name) ? knowerCalled(known, name) : undefined;
    if (!knower) return false;
    return !(fact ? factLearnedLate(known, knower, fact, view.date) : pageLearnedLate(known, knower, page, view.date));
  });
  return others.slice(0, MOST).flatMap((name) => {
    const other = entryNamed(known, name);
    const put = other ? nameLike(known, view.ref, other) : name;
    return offer(
      `Tell it through ${other ? idOf(known, other) : name}`,
      entry.path,
      replaced(text, entry.path, view.ref.span, put),
      {
        isPreferred: false,
      },
    );
  });
}

const noScene = (context: MendContext): Offer[] =>
  offer(
    'It is told by nobody in particular: take pov away',
    context.entry.path,
    removeTopKey(entryText(context), context.known.canon.codex, 'pov'),
    { isPreferred: false },
  );

/** The passage, or the fact, becomes a secret of those who are in on what it names; or a link its words, where these say something else. */
export const mendLeak: Mend = (context, problem) => {
  const { known, entry } = context;
  const text = entryText(context);
  const startsHere = ({ targetSpan }: Link): boolean => targetSpan.start === problem.span.start;
  const reference = entry.referenceLinks.find(startsHere);
  const link = reference ?? entry.links.find(startsHere);
  if (!link) return mendLeakOfFact(context, problem);
  const found = leakAt(known, entry, link);
  if (!found) return [];
  const passage = passageAround(text, link.span);
  const secret = passage && asSecret(text, passage, found.circle);
  const words = wordsOf(text.slice(link.span.start, link.span.end), link.kind);
  const isName = words === '' || found.page.names.includes(nameKey(words));
  return [
    ...offer(`Make the passage a secret of ${namesOf(found)}`, entry.path, secret, { isPreferred: true }),
    // A definition that nothing uses any more would be left, and still lead there.
    ...(isName || link.embed || reference
      ? []
      : offer(`Leave only the words “${words}”`, entry.path, { span: link.span, text: words }, { isPreferred: false })),
  ];
};

const namesOf = ({ circle }: Leak): string => (circle.length === 0 ? NO_ONE : circle.join(', '));

const mendLeakOfFact: Mend = (context, { span }) => {
  const { known, entry } = context;
  const fact = factsIn(entry).find(({ value }) => value.span.start === span.start);
  const found = fact && leakOfFact(known, entry, fact);
  const made =
    found && makeSecret(known, entry, entryText(context), { start: span.start, end: span.start }, found.circle);
  return found && made && 'change' in made
    ? [{ title: `Make the fact a secret of ${namesOf(found)}`, ...made.change, isPreferred: false }]
    : [];
};

/** What a link says instead of the name that it leads to; empty where it says that. */
const wordsOf = (written: string, kind: 'wiki' | 'markdown'): string => linkLabel(written, kind)?.trim() ?? '';

/** The callout is listed among the secrets, the folder is given to nobody, or the page is nobody's. */
export const mendHidesNothing: Mend = (context, problem) => {
  const { known, entry } = context;
  if (entry.path === CODEX_FILE)
    return openFolders(known)
      .filter((one) => openFolderMessage(one) === problem.message)
      .flatMap((one) =>
        inCodexFile(context, `Let nobody know what is in ${one.folder}`, 'audience', globWithin(one.folder), NO_ONE),
      );
  const text = entryText(context);
  const written = text.slice(problem.span.start, problem.span.end);
  const type = /^\[![ \t]*([^\]|]+)/.exec(written)?.[1]?.trim();
  if (type === undefined)
    return offer('Let nobody know this page', entry.path, addTopKey(text, known.canon.codex, 'known_by', NO_ONE));
  const span = { start: problem.span.start, end: problem.span.start + written.search(/[|\]]/) };
  return [
    ...atEndInCodexFile(context, `Take ${type} for a secret everywhere`, 'secrets', type).map((fix) => ({
      ...fix,
      isPreferred: true,
    })),
    ...offer('Change to [!secret]', entry.path, { span, text: '[!secret' }, { isPreferred: false }),
  ];
};
