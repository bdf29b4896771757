/** Answers what is left to revisit, and settles it by a date. */
import { dateRipple, openRipples } from '../../core/views/ripplesView';
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
    return openRipples(renderContextNow(codex).known, groups, by).map(({ key, entry, span, says, holds }) => ({
      key: JSON.stringify([codex.root, key]),
      uri: uriIn(codex, entry.path),
      range: rangeOf(linesOf(entry.path), span),
      title: entry.title,
      says,
      holds,
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
