/** Answers what is left to revisit, and settles it by a date. */
import { canBeDated, dateRipple, openRipples } from '../../core/views/ripplesView';
import { lineIndexes, pathOfUri, rangeOf, uriIn } from '../convert/uris';
import { type Area, codexAbout, requireCodex } from '../session/desk';
import { ripplesOf } from '../session/ripples';
import { answerRequests } from './renderContext';
import { codicesInViews, fileEditsOf, parseRowKey, renderContextNow } from './viewRequests';

export const answerRipples: Area = (desk) => {
  const on = answerRequests(desk);
  on('retcon/ripples', async ({ uri }) => {
    const codex = uri === undefined ? requireCodex(desk) : codexAbout(desk, uri);
    const groups = (await ripplesOf(codex, () => true)) ?? [];
    const by = uri === undefined ? undefined : codex.entryAt(pathOfUri(uri) ?? uri);
    const linesOf = lineIndexes(codex);
    const context = renderContextNow(codex);
    return openRipples(context.known, groups, by).map((one) => ({
      key: JSON.stringify([codex.root, one.key]),
      uri: uriIn(codex, one.entry.path),
      range: rangeOf(linesOf(one.entry.path), one.span),
      title: one.entry.title,
      says: one.says,
      holds: one.holds,
      canBeDated: canBeDated(context, one),
    }));
  });
  on('retcon/dateRipple', async ({ key, date }) => {
    const place = parseRowKey(key);
    const codex = codicesInViews(desk).find(({ root }) => root === place.root) ?? requireCodex(desk);
    const groups = (await ripplesOf(codex, () => true)) ?? [];
    const change = dateRipple(renderContextNow(codex), { key: place.key, date }, groups);
    return 'message' in change ? change.message : fileEditsOf(codex, change);
  });
  return {};
};
