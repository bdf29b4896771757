/** Answers the questions of the palette, about the codex of the document that was looked at last. */
import { commitNamed, LATEST, readCanonPoint } from '../../core/canon';
import type { Codex, Revision } from '../../core/codex/codex';
import { entitiesOf } from '../../core/reading/entities';
import { entriesOf } from '../../core/reading/entries';
import { nowOf } from '../../core/reading/viewpoint';
import { logSteps } from '../../core/tools/log';
import { askLookup } from '../../core/tools/lookup';
import { dateRemark, worldDateAsked } from '../../core/tools/question';
import { askWasTrueAt } from '../../core/tools/wasTrueAt';
import { answering } from './ownRequests';
import { type Area, codexAbout, codexAsked } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import type { CanonPoint } from '../protocol/protocol';
import { toTheEnd } from '../session/slices';
import { page } from './toldPlaces';

export const answerQuestions: Area = (desk) => {
  const on = answering(desk);
  const meant = (): LiveCodex => codexAsked(desk);
  const { committed } = desk;

  on('retcon/entities', async () =>
    (await toTheEnd(entitiesOf(nowOf(meant().canon)))).map(({ id, title, entry, aliases }) => ({
      id,
      title,
      ...(entry?.type && { type: entry.type.text }),
      file: entry?.path ?? null,
      aliases,
    })),
  );
  on('retcon/entries', async () =>
    (await toTheEnd(entriesOf(nowOf(meant().canon)))).map(({ id, entry, standing, isReplaced }) => ({
      id,
      title: entry.title,
      ...(entry.type && { type: entry.type.text }),
      ...(entry.date?.date && { date: entry.date.date.text }),
      standing,
      isReplaced,
      file: entry.path,
      aliases: entry.aliases.map(({ text }) => text),
    })),
  );
  on('retcon/canonPoints', async ({ uri }) => {
    const codex = codexAbout(desk, uri);
    return [...canonPointsOf(codex.canon.codex), ...(await committed.points(codex))];
  });
  on('retcon/checkDate', ({ text }) => {
    const { canon } = meant();
    const asked = worldDateAsked(canon, text);
    if (!asked.ok) return { ok: false, message: asked.failure.message };
    const remark = dateRemark(canon, text);
    return { ok: true, text: asked.value?.text ?? text, ...(remark !== null && { remark }) };
  });
  on('retcon/checkCanonPoint', async ({ text, uri }) => {
    const codex = codexAbout(desk, uri);
    const ref = commitNamed(text);
    if (ref !== null) {
      const message = await committed.refusalOf(codex, ref);
      return message === null ? { ok: true } : { ok: false, message };
    }
    const reading = readCanonPoint(codex.canon, text);
    return reading.ok ? { ok: true } : { ok: false, message: reading.message };
  });
  on('retcon/wasTrueAt', async ({ entity, at, asOf }) => {
    const codex = meant();
    const commits = await committed.readFor(codex, asOf);
    return page(desk, codex, askWasTrueAt(codex.canon, { entity, at, asOf }, commits), commits);
  });
  on('retcon/lookup', async ({ name, asOf }) => {
    const codex = meant();
    const commits = await committed.readFor(codex, asOf);
    return page(desk, codex, askLookup(codex.canon, { name, asOf }, commits), commits);
  });
  on('retcon/log', async ({ since }) => {
    const codex = meant();
    const commits = await committed.readFor(codex, since);
    const answered = await toTheEnd(logSteps(codex.canon, { since }, commits));
    return { ...page(desk, codex, answered, commits), title: 'Retcon Log' };
  });
  on('retcon/isSetUp', ({ uri }) => {
    codexAbout(desk, uri);
    return true;
  });
  return {};
};

/** The latest first, as an author looks for them. */
const canonPointsOf = ({ revisions }: Codex): CanonPoint[] => [
  { label: 'Now', value: LATEST.text, detail: 'everything that is known' },
  ...revisions.map(pointOf).reverse(),
];

export function pointOf({ id, title, date, open }: Revision): CanonPoint {
  const detail = [title, date, open ? 'still being written' : undefined].flatMap((part) => part ?? []).join(' · ');
  return { label: id, value: id, ...(detail !== '' && { detail }) };
}
