/** The page of a family or a succession: the picture with its two handles, and the table beside it. */
import type { FromKin, KinState, PictureFormat } from '../../client/src/drawn/pageMessages';
import { button, type EditorApi, keepView, make } from '../page';
import { dateOfDay } from '../../server/src/core/picture/rulers/axis';
import { stopWords, savePicture } from '../timeline/picture';
import { t } from '../words';
import {
  type KinPoint,
  type KinSubject,
  changesBetween,
  nextChange,
  sentenceOf,
  hitIn,
  nearestIn,
  type KinRow,
  type KinWindow,
} from './subject';
import type { Drawing } from '../../server/src/core/picture/paint/drawing';
import { svgOf } from '../../server/src/core/picture/paint/svg';
import { type HandleSliders, makeHandles, nudged } from '../timeline/handles';
import { offerSaving, openMenu } from '../timeline/menu';
import { makeSurface, type Surface, typeScale, currentLook, currentTheme, onLook } from '../timeline/surface';
import { listenToKin } from './listen';
import { makeKinTable } from './table';

/** The host of a kin picture: a panel of the editor, or a file of its own, which has no editor to ask. */
export interface KinHost {
  /** null: a file of its own, which has no pages to open. */
  readonly editor: {
    open(entry: string): void;
    family(entity: string): void;
    /** The data as of a canon point, null: now, and at a world date, null: all times. Later decisions are not in it. */
    save(as: PictureFormat, asOf: string | null, at: string | null, theme: string): void;
  } | null;
  /** Keeps the positions of the handles. */
  keep(view: KinView): void;
}

/** The kept state of a page. */
interface KinView {
  readonly day?: number | null | undefined;
  readonly stop?: string | null | undefined;
  readonly hasTable: boolean;
}

export const editorKinHost = (api: EditorApi<FromKin, KinState>): KinHost => ({
  editor: {
    open: (entry) => api.postMessage({ asks: 'open', entry }),
    family: (entity) => api.postMessage({ asks: 'show', of: { kind: 'family', entity } }),
    save: (as, asOf, at, theme) => api.postMessage({ asks: 'save', as, asOf, at, theme }),
  },
  keep: (view) => keepView(api, view),
});

/** The stops of the world handle. */
export const rangeOf = (subject: KinSubject | undefined): readonly [number, number] => {
  const days = subject?.days ?? [];
  const [first = 0, last = first + 1] = [days[0], days.at(-1)];
  const margin = Math.max((last - first) * 0.03, 1);
  return [first - margin, last + margin];
};

function handlesState(subject: KinSubject, { day, stop }: KinPoint, view: KinView) {
  const [first, last] = rangeOf(subject);
  const { points } = subject.line;
  return {
    at: {
      day: day ?? (first + last) / 2,
      first,
      last,
      words: day === null ? t('all times at once') : dateOfDay(subject.line, day),
      isMoved: view.day !== undefined,
    },
    canon: { index: stop, points, words: stopWords(points, stop), isMoved: view.stop !== undefined },
  };
}

/** The page as its host uses it. */
export interface KinPage {
  readonly element: HTMLElement;
  show(subject: KinSubject, state: KinState): void;
}

/** What the parts of the page share. */
interface KinStage {
  subject: KinSubject | undefined;
  view: KinView;
  /** The visible part of the picture, if it is not the initial one. */
  moved: KinWindow['moved'];
  /** A thing of the picture. */
  selected: number | undefined;
  drawn: Drawing | undefined;
  readonly host: KinHost;
  readonly say: (words: string) => void;
  readonly surface: Surface;
  readonly picture: HTMLElement;
  /** Draws the picture and everything beside it. */
  refresh(isGradual?: boolean): void;
}

/** @param say announces words to screen readers, and shows them below the picture */
export function makeKinPage(host: KinHost, say: (words: string) => void): KinPage {
  const canvas = make('canvas', {});
  const picture = make('div', { class: 'picture', tabindex: '0', role: 'application' }, canvas);
  const stage: KinStage = {
    subject: undefined,
    view: { hasTable: true },
    moved: undefined,
    selected: undefined,
    drawn: undefined,
    host,
    say,
    picture,
    surface: makeSurface(canvas, () => draw(stage)),
    refresh(isGradual = false) {
      const { subject, view, selected } = stage;
      if (!subject) return;
      draw(stage, isGradual);
      table.element.hidden = !view.hasTable;
      if (view.hasTable) table.show(subject, rowsIn(stage), selected);
      handles.show(handlesState(subject, pointOf(stage), view));
      tools.show(subject, view);
    },
  };
  const table = makeKinTable({ select: (thing) => select(stage, thing), open: (row) => openRow(stage, row) });
  const handles = handlesFor(stage);
  const tools = toolsFor(stage);
  const legend = make('p', { class: 'legend' });
  listen(stage);
  const dress = (): void => {
    stage.surface.setPaints(currentLook());
    stage.refresh();
  };
  onLook(dress);
  return {
    element: make(
      'div',
      { class: 'timeline kin' },
      tools.element,
      make('div', { class: 'stage' }, picture, make('div', {}, legend, handles.element)),
      make('div', { class: 'beside' }, table.element),
    ),
    show(next, state) {
      const isOther = stage.subject?.title !== next.title;
      stage.subject = next;
      if (isOther) {
        stage.moved = stage.selected = undefined;
        stage.view = { hasTable: true, ...(state.view as Partial<KinView> | undefined) };
      }
      picture.setAttribute('aria-label', next.title);
      legend.replaceChildren(
        ...next.legend.map(([sign, words]) =>
          make('span', {}, sign && make('span', { class: `sign ${sign}`, 'aria-hidden': 'true' }), words),
        ),
      );
      dress();
    },
  };
}

/** The positions of the handles: by default, at the present and now. */
function pointOf({ subject, view }: KinStage): KinPoint {
  const points = subject?.line.points ?? [];
  const stop = view.stop === undefined ? -1 : points.findIndex(({ at }) => at === view.stop);
  const day = view.day === undefined ? (subject?.day ?? null) : view.day;
  return { day, stop: stop < 0 ? Math.max(points.length - 1, 0) : stop };
}

const rowsIn = (stage: KinStage): readonly KinRow[] => stage.subject?.rows(pointOf(stage)) ?? [];

const windowOf = ({ surface, moved }: KinStage): KinWindow => ({ ...surface.size(), moved });

function draw(stage: KinStage, isGradual = false): void {
  const { subject, surface, selected } = stage;
  if (!subject) return;
  stage.drawn = subject.draw(pointOf(stage), windowOf(stage), selected);
  surface.show(stage.drawn, isGradual);
}

function change(stage: KinStage, next: Partial<KinView>, isGradual = true): void {
  stage.view = { ...stage.view, ...next };
  stage.host.keep(stage.view);
  stage.refresh(isGradual);
}

function select(stage: KinStage, thing: number | undefined): void {
  const { subject } = stage;
  stage.selected = thing !== undefined && thing >= 0 ? thing : undefined;
  if (stage.selected !== undefined) stage.moved = subject?.reveal?.(windowOf(stage), stage.selected) ?? stage.moved;
  const name = stage.selected === undefined ? undefined : stage.drawn?.things[stage.selected]?.title;
  if (name !== undefined) stage.say(name);
  stage.refresh();
}

function openRow({ host, say }: KinStage, { entry }: KinRow): void {
  if (entry === null) say(t('There is no note about this yet.'));
  else host.editor?.open(entry);
}

const rowFor = (stage: KinStage, thing: number | undefined): KinRow | undefined =>
  rowsIn(stage).find((row) => row.thing === thing);

function handlesFor(stage: KinStage): HandleSliders {
  const { say } = stage;
  return makeHandles({
    at: (day) => change(stage, { day: Math.floor(day) }, false),
    nudge(pixels) {
      const [first, last] = rangeOf(stage.subject);
      const day = (pointOf(stage).day ?? first) + nudged(pixels, last - first);
      change(stage, { day: Math.floor(day) }, false);
    },
    canon: (index) => change(stage, { stop: stage.subject?.line.points[index]?.at ?? null }),
    reset: (which) => change(stage, which === 'at' ? { day: undefined } : { stop: undefined }),
    step: (which, by) => say(stepped(stage, which, by)),
  });
}

/** Moves to the next change, and announces it. */
function stepped(stage: KinStage, which: 'at' | 'canon', by: 1 | -1): string {
  const { subject } = stage;
  if (!subject) return '';
  const before = pointOf(stage);
  const next = nextChange(subject, before, which, by);
  if (!next) return by > 0 ? t('Nothing here changes after this.') : t('Nothing here changes before this.');
  const { points } = subject.line;
  const where = which === 'canon' ? stopWords(points, next.stop) : dateOfDay(subject.line, next.day ?? 0);
  const said = sentenceOf(where, changesBetween(subject, before, next));
  change(stage, which === 'canon' ? { stop: points[next.stop]?.at ?? null } : { day: next.day });
  return said;
}

function toolsFor(stage: KinStage) {
  const title = make('h1', {});
  const all = button(t('All times'), t('All times at once'), () => change(stage, { day: null }));
  const toTable = button(t('Table'), t('What is shown, in words'), () =>
    change(stage, { hasTable: !stage.view.hasTable }),
  );
  const save = button(t('Save…'), t('Save as'), () =>
    offerSaving(save, (as) => saveAs(stage, as), stage.host.editor === null),
  );
  return {
    element: make('div', { class: 'tools' }, title, all, toTable, save),
    show(subject: KinSubject, { day, hasTable }: KinView): void {
      title.textContent = subject.title;
      all.setAttribute('aria-pressed', String(day === null));
      toTable.setAttribute('aria-pressed', String(hasTable));
    },
  };
}

/** An editor asks for the path; a file of its own offers a download. */
function saveAs(stage: KinStage, as: PictureFormat): void {
  const { subject, host, view, surface } = stage;
  if (!subject) return;
  const { day, stop } = pointOf(stage);
  const { line, title } = subject;
  const { points } = line;
  if (host.editor) {
    const asOf = stop < points.length - 1 ? (points[stop]?.at ?? null) : null;
    host.editor.save(as, asOf, day === null ? null : dateOfDay(line, day), currentTheme());
    return;
  }
  savePicture(surface, as, title, () => {
    const description = `${handlesState(subject, { day, stop }, view).at.words}, ${stopWords(points, stop)}`;
    return svgOf(subject.wholeDrawing({ day, stop }), { theme: currentTheme(), title, description });
  });
}

function listen(stage: KinStage): void {
  const {
    host: { editor },
    say,
    picture,
  } = stage;
  const placed = () => stage.subject?.place?.(windowOf(stage));
  listenToKin(picture, {
    select: (thing) => select(stage, thing),
    menu(thing, place) {
      const row = rowFor(stage, thing);
      if (!row) return;
      select(stage, thing);
      const { entry, person } = row;
      const choices = [
        ...(entry === null || !editor ? [] : [{ label: t('Open note'), run: () => editor.open(entry) }]),
        ...(person === null || !editor ? [] : [{ label: t('Show this family'), run: () => editor.family(person) }]),
      ];
      if (choices.length > 0) openMenu(t('What you can do with it'), choices, place, picture);
    },
    step: (which, by) => say(stepped(stage, which, by)),
    hit: (x, y) => stage.drawn && hitIn(stage.drawn, x / typeScale(), y / typeScale()),
    near: (dx, dy) => stage.drawn && nearestIn(stage.drawn, stage.selected, dx, dy),
    selected: () => stage.selected,
    open() {
      const row = rowFor(stage, stage.selected);
      if (row) openRow(stage, row);
    },
    zoom(factor, left, top) {
      const before = placed();
      if (!before) return;
      const scale = Math.min(Math.max(before.scale * factor, 0.05), 2.5);
      const [px, py] = [left / typeScale(), top / typeScale()];
      const by = 1 / before.scale - 1 / scale;
      stage.moved = { scale, x: before.x + px * by, y: before.y + py * by };
      draw(stage);
    },
    pan(dx, dy) {
      const before = placed();
      if (!before) return;
      const { x, y, scale } = before;
      stage.moved = { scale, x: x - dx / typeScale() / scale, y: y - dy / typeScale() / scale };
      draw(stage);
    },
    whole() {
      stage.moved = 'whole';
      draw(stage, true);
    },
  });
}
