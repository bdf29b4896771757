/** Answers the pictures of families and successions, and tells when what they show may have changed. */
import type { Canon } from '../../core/canon';
import { familySvg, familyTitle, kinFile, successionSvg, successionTitle } from '../../core/picture/kinPicture';
import type { PictureTheme } from '../../core/picture/paint/palette';
import { entryAtViewpoint } from '../../core/reading/atViewpoint';
import { entitiesIn } from '../../core/reading/pictureSubject';
import { familyData } from '../../core/tools/pictures/family';
import { kinOffer } from '../../core/tools/pictures/kinOffers';
import { officesOf, successionData } from '../../core/tools/pictures/succession';
import { pathOfUri } from '../convert/uris';
import { KIN_CHANGED, type KinPictureParams } from '../protocol/protocolKin';
import type { PictureText } from '../protocol/protocolTimeline';
import { type Area, codexFor, codexOf, type Desk, whenRead } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { saysTheSame } from '../session/sameCanon';
import { inSlices } from '../session/slices';
import { answerRequests } from './ownRequests';
import { eyesKey, knownIn, pointInView } from './pictureView';

export const answerKin: Area = (desk) => {
  const on = answerRequests(desk);
  /** The canon of each codex when a picture was last made of it, and for whom, until its page is notified that it has changed. */
  const answered = new Map<LiveCodex, { readonly canon: Canon; readonly eyes: string }>();
  on('retcon/kin', async ({ kind, entity, attribute, codex: root }) => {
    const codex = codexFor(desk, root);
    await whenRead(desk, codex);
    const { canon } = codex;
    const view = desk.viewOf(codex);
    answered.set(codex, { canon, eyes: eyesKey(view) });
    const isSame = (): boolean => saysTheSame(codex, canon);
    const drawn = view.eyes?.canon ?? canon;
    if (kind === 'family') {
      const found = await inSlices(familyData(drawn, { entity }), isSame);
      if (!found) return null;
      return found.ok
        ? { codex: codex.root, data: JSON.stringify(found.value.family) }
        : { failure: found.failure.message };
    }
    const found = await inSlices(successionData(drawn, { entity, attribute }), isSame);
    if (!found) return null;
    return found.ok ? { codex: codex.root, data: JSON.stringify(found.value) } : { failure: found.failure.message };
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

  desk.whenResting(() => {
    for (const [codex, { canon, eyes }] of [...answered]) {
      if (saysTheSame(codex, canon) && eyesKey(desk.viewOf(codex)) === eyes) continue;
      answered.delete(codex);
      void desk.connection.sendNotification(KIN_CHANGED, codex.root);
    }
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
  const asked = { entity, asOf: view.eyes ? pointInView(view, asOf) : asOf, ...(at !== null && { at }) };
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
