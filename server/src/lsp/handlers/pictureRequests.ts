/** Answers the picture of time: what it is made of, what a thing in it says and where its page is, and what of it leaves the editor. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { type Canon, type CanonPoint, idOf, knownAt } from '../../core/canon';
import { packSteps } from '../../core/picture/shapes/packTimeline';
import type { PictureTheme } from '../../core/picture/paint/palette';
import { pictureFile } from '../../core/picture/paint/pictureFile';
import type { Timeline } from '../../core/picture/shapes/timelineShape';
import { timelineSvg } from '../../core/picture/timeline/timelineDrawing';
import type { TimelineView } from '../../core/picture/timeline/lanesLayout';
import { atOnce } from '../../core/text/groups';
import { timelineOf } from '../../core/tools/pictures/timeline';
import { pointedCard, pointedEntry } from '../../core/reading/hover';
import { entitiesIn, type PictureSubject, subjectTitle } from '../../core/reading/entities';
import type { RenderContext } from '../../core/reading/entryWords';
import { absenceWords, entryAtViewpoint } from '../../core/reading/atViewpoint';
import { type Viewpoint, viewFrom } from '../../core/reading/viewpoint';
import { readCanonPointParam, readWorldDateParam } from '../../core/tools/asked/question';
import { linesOfMarkdown } from '../convert/markup';
import { pathOfUri, uriIn } from '../convert/uris';
import {
  type PictureParams,
  TIMELINE_CHANGED,
  type TimelineParams,
  KIN_CHANGED,
  type KinPictureParams,
  type PictureText,
} from '../protocol/protocolPictures';
import { type Area, codexFor, codexOf, type Desk, whenRead } from '../session/desk';
import { type LiveCodex, saysTheSame } from '../session/liveCodex';
import { inSlices } from '../session/slices';
import {
  answerRequests,
  eyesKey,
  knownIn,
  pointInView,
  commitsOfView,
  entryOfView,
  hrefIn,
  renderContextOf,
  valueOf,
} from './renderContext';
import { renderContextNow } from './viewRequests';
import { familySvg, familyTitle, kinFile, successionSvg, successionTitle } from '../../core/picture/kinPicture';
import { familyData } from '../../core/tools/pictures/family';
import { kinOffer } from '../../core/tools/pictures/pairsOnBothAxes';
import { officesOf, successionData } from '../../core/tools/pictures/succession';
import { textOfView } from './questionRequests';

export const answerTimelines: Area = (desk) => {
  const on = answerRequests(desk);
  const keepCurrent = notifyOfChanges(desk, TIMELINE_CHANGED);
  /** The last answer: a page that comes to the front again is as it was. */
  let last: { readonly of: string; readonly canon: Canon; readonly packed: string } | undefined;
  const meant = (root: string | undefined, uri?: string): LiveCodex => codexFor(desk, root, uri);

  /** Null where the codex has become another one meanwhile. */
  const timelineNow = async (codex: LiveCodex, params: TimelineParams, asOf?: string): Promise<Timeline | null> => {
    const { canon } = codex;
    const view = desk.viewOf(codex);
    const entities = entitiesIn(knownIn(codex, view), subjectOf(codex, view, params));
    const steps = view.eyes
      ? timelineOf(view.eyes.canon, { entities, asOf: pointInView(view, asOf) }, undefined, textOfView(codex, view))
      : timelineOf(canon, { entities, asOf }, await desk.committed.readFor(codex, asOf), codex.currentText);
    const found = await inSlices(steps, () => saysTheSame(codex, canon));
    return found && valueOf(found);
  };
  /** For what is asked once: where the codex has become another one, it is asked again. */
  const settled = async (params: PictureParams): Promise<{ readonly timeline: Timeline; readonly title: string }> => {
    const codex = meant(params.codex, params.uri);
    for (;;) {
      await whenRead(desk, codex);
      const timeline = await timelineNow(codex, params, params.asOf);
      if (!timeline) continue;
      const view = desk.viewOf(codex);
      const known = view.eyes ? view.known : knownAt(codex.canon, await pointOf(desk, codex, params.asOf));
      const about = subjectTitle(known, subjectOf(codex, view, params));
      return { timeline, title: about === null ? 'Timeline' : `Timeline of ${about}` };
    }
  };

  on('retcon/timeline', async (params) => {
    const codex = meant(params.codex, params.uri);
    await whenRead(desk, codex);
    const { canon } = codex;
    const view = desk.viewOf(codex);
    keepCurrent(codex);
    const subject = subjectOf(codex, view, params);
    const of = JSON.stringify([codex.root, eyesKey(view), entitiesIn(knownIn(codex, view), subject)]);
    if (last?.of !== of || !saysTheSame(codex, last.canon)) {
      const timeline = await timelineNow(codex, params);
      const packed = timeline && (await inSlices(packSteps(timeline), () => saysTheSame(codex, canon)));
      if (packed === null) return null;
      last = { of, canon, packed };
    }
    // Of several worlds the whole picture says whose it is.
    const world = canon.others ? desk.codices.named(codex) : null;
    return { codex: codex.root, about: subjectTitle(knownIn(codex, view), subject) ?? world, packed: last.packed };
  });
  on('retcon/timelineSvg', async (params) => {
    const { view, theme } = params;
    const { timeline, title } = await settled(params);
    return { title, text: timelineSvg(timeline, title, inSight(view as TimelineView), theme as PictureTheme) };
  });
  on('retcon/timelineFile', async (params) => {
    const { script, style } = params;
    const { timeline, title } = await settled(params);
    return { title, text: await pictureFile({ title, script, style, packed: atOnce(packSteps(timeline)) }) };
  });
  answerThings(desk);
  return {};
};

/** Answers what is asked of a thing that is pointed at. */
function answerThings(desk: Desk): void {
  const on = answerRequests(desk);
  const meant = (root: string): LiveCodex => codexFor(desk, root);
  on('retcon/timelineCard', async ({ codex: root, of, at, asOf }) => {
    const codex = meant(root);
    const card = pointedCard(await contextFrom(desk, codex, at, asOf), of);
    return card === null ? [] : linesOfMarkdown(card);
  });
  on('retcon/timelinePage', ({ codex: root, of }) => {
    const codex = meant(root);
    const view = desk.viewOf(codex);
    if (!view.eyes) {
      const entry = pointedEntry(renderContextNow(codex), of);
      return entry && uriIn(codex, entry.path);
    }
    const seen = pointedEntry(renderContextOf(desk, codex), of);
    const today = seen && entryOfView(codex, view, seen);
    return today ? uriIn(codex, today.path) : null;
  });
  on('retcon/timelineEntry', ({ codex: root, uri }) => {
    const codex = meant(root);
    const entry = codexOf(desk, uri) === codex ? codex.entryAt(pathOfUri(uri) ?? uri) : undefined;
    const view = desk.viewOf(codex);
    const shown = entry && view.eyes ? entryAtViewpoint(view, entry) : entry;
    return shown ? idOf(knownIn(codex, view), shown) : null;
  });
}

/** The codex as the handles of a picture show it. */
async function contextFrom(desk: Desk, codex: LiveCodex, at?: string, asOf?: string): Promise<RenderContext> {
  // A knower has learned what they know by the viewpoint, not by the handles.
  if (desk.viewOf(codex).eyes) return renderContextOf(desk, codex);
  const point = await pointOf(desk, codex, asOf);
  const date = at === undefined ? null : valueOf(readWorldDateParam(knownAt(codex.canon, point).canon, at));
  const view = viewFrom(codex.canon, date, point.kind === 'latest' ? null : point);
  return { ...view, href: hrefIn(desk, codex, commitsOfView(view)) };
}

async function pointOf(desk: Desk, codex: LiveCodex, asOf: string | undefined): Promise<CanonPoint> {
  const commits = await desk.committed.readFor(codex, asOf);
  return valueOf(readCanonPointParam(codex.canon, asOf, commits));
}

/** What leaves is drawn from other data than the page has: where its canon handle stands is the last point there, and nothing is selected. */
const inSight = (view: TimelineView): TimelineView => {
  const { domain, width, height, scrollTop = 0, at = null, grouping = 'entity', filter = '', namesWidth } = view;
  const names = namesWidth === undefined ? {} : { namesWidth };
  return { domain, width, height, scrollTop, at, grouping, filter, ...names };
};

function subjectOf(codex: LiveCodex, view: Viewpoint, { entities = [], uri }: TimelineParams): PictureSubject {
  const entry = uri === undefined ? undefined : codex.entryAt(pathOfUri(uri) ?? uri);
  if (!entry || !view.eyes) return { entry, entities };
  const seen = entryAtViewpoint(view, entry);
  if (!seen) throw new ResponseError(ErrorCodes.InvalidParams, `This page is ${absenceWords(view)}.`);
  return { entry: seen, entities };
}

/**
 * Notifies the page of a codex, once, when what it shows may be out of date.
 *
 * @param eyesOf through whose eyes it looks at a codex
 * @returns to be called at each answer
 */
export function notifyOfChanges(
  desk: Desk,
  notification: string,
  eyesOf = (codex: LiveCodex): string => eyesKey(desk.viewOf(codex)),
): (codex: LiveCodex) => void {
  const answered = new Map<LiveCodex, { readonly canon: Canon; readonly eyes: string }>();
  desk.whenResting(() => {
    for (const [codex, { canon, eyes }] of [...answered]) {
      if (saysTheSame(codex, canon) && eyesOf(codex) === eyes) continue;
      answered.delete(codex);
      void desk.connection.sendNotification(notification, codex.root);
    }
  });
  return (codex) => void answered.set(codex, { canon: codex.canon, eyes: eyesOf(codex) });
}

/** Answers the pictures of families and successions, and notifies their pages when they may have changed. */
export const answerKin: Area = (desk) => {
  const on = answerRequests(desk);
  const keepCurrent = notifyOfChanges(desk, KIN_CHANGED);
  on('retcon/kin', async ({ kind, entity, attribute, codex: root }) => {
    const codex = codexFor(desk, root);
    await whenRead(desk, codex);
    const { canon } = codex;
    const view = desk.viewOf(codex);
    keepCurrent(codex);
    const isSame = (): boolean => saysTheSame(codex, canon);
    const drawn = view.eyes?.canon ?? canon;
    const found =
      kind === 'family'
        ? await inSlices(familyData(drawn, { entity }), isSame)
        : await inSlices(successionData(drawn, { entity, attribute }), isSame);
    if (!found?.ok) return found && { failure: found.failure.message };
    const data = 'family' in found.value ? found.value.family : found.value;
    return { codex: codex.root, data: JSON.stringify(data) };
  });
  // It is asked for once: where the codex has become another one, it is drawn again.
  on('retcon/kinPicture', async (params) => {
    const codex = codexFor(desk, params.codex);
    for (;;) {
      await whenRead(desk, codex);
      const picture = await pictureNow(desk, codex, params);
      if (picture !== undefined) return picture;
    }
  });
  on('retcon/kinOffers', ({ codex: root, uri, entities = [] }) => {
    const codex = (uri === undefined ? null : codexOf(desk, uri)) ?? codexFor(desk, root);
    const view = desk.viewOf(codex);
    const known = knownIn(codex, view);
    const own = uri === undefined ? undefined : codex.entryAt(pathOfUri(uri) ?? uri);
    const entry = own && view.eyes ? entryAtViewpoint(view, own) : own;
    return entitiesIn(known, { entry, entities }).map((entity) => kinOffer(known, entity));
  });
  on('retcon/offices', ({ entity, codex: root }) => {
    const codex = codexFor(desk, root);
    return officesOf(desk.viewOf(codex).eyes?.canon ?? codex.canon, entity);
  });
  return {};
};

/** Undefined where the codex has become another one meanwhile, null where there is nothing to draw. */
async function pictureNow(
  desk: Desk,
  codex: LiveCodex,
  params: KinPictureParams,
): Promise<PictureText | null | undefined> {
  const { kind, entity, attribute, asOf, at, theme, page } = params;
  const { canon } = codex;
  const isSame = (): boolean => saysTheSame(codex, canon);
  const view = desk.viewOf(codex);
  // What somebody holds is that of one canon point already, and no commit is looked at beside it.
  const commits = view.eyes ? undefined : await desk.committed.readFor(codex, asOf);
  const drawn = view.eyes?.canon ?? canon;
  const asked = { entity, as_of: view.eyes ? pointInView(view, asOf) : asOf, ...(at !== null && { at }) };
  const allTimes = at === null ? { at: null, at_days: null } : {};
  if (kind === 'family') {
    const found = await inSlices(familyData(drawn, asked, commits), isSame);
    if (!found?.ok) return found ? null : undefined;
    const family = { ...found.value.family, ...allTimes };
    const text = page ? await kinFile(kind, family, page) : familySvg(family, theme as PictureTheme);
    return { title: familyTitle(family), text };
  }
  const found = await inSlices(successionData(drawn, { ...asked, attribute }, commits), isSame);
  if (!found?.ok) return found ? null : undefined;
  const succession = { ...found.value, ...allTimes };
  const text = page ? await kinFile(kind, succession, page) : successionSvg(succession, theme as PictureTheme);
  return { title: successionTitle(succession), text };
}
