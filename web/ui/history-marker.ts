/**
 * While something is open over the page, one entry of history more stands above that of the page: the
 * marker, with the same address and the same state. The router never hears of it: going from one to the other
 * is no way to anywhere (docs/decisions/041).
 */
/** Something open over the page, which Back closes. */
export type Layer = {
  /** Nothing closes it now. */
  isHeld: () => boolean;
  close: () => void;
};

type State = {
  /** The router counts its entries. */
  idx?: number;
  /** In a marker: the address of the page's entry, when it was made. */
  below?: string;
};

const layers: Layer[] = [];
/** What the page's entry has to become when the marker is left; null: no marker stands there. */
let marker: { state: State; url: string; below: string } | null = null;
/** The router's number of the page's entry. */
let place: number | undefined;
/** Our own way back is under way, and what has to wait for its end. */
let isLeaving = false;
let afterLeaving: (() => void) | null = null;

/** @returns to call when it is closed */
export function hold(layer: Layer): () => void {
  layers.push(layer);
  settle();
  return () => {
    const index = layers.indexOf(layer);
    if (index >= 0) layers.splice(index, 1);
    // What closes may make room for what opens.
    setTimeout(settle);
  };
}

/** From now on what the router writes to history is written around the marker. */
function begin(): void {
  const { pushState, replaceState } = History.prototype;
  history.pushState = (...entry) => {
    if (isLeaving) afterLeaving = () => history.pushState(...entry);
    else if (marker === null) pushState.apply(history, entry);
    else {
      // The way to another page takes the place of the marker; what stays open there needs a new one.
      marker = null;
      replaceState.apply(history, entry);
      setTimeout(settle, 500);
    }
    place = stateHere().idx;
  };
  history.replaceState = (state: State | null, unused, url) => {
    const below = marker?.below;
    replaceState.call(history, below === undefined ? state : { ...state, below }, unused, url);
    look();
  };
  // The page may have been read again while something was open.
  look();
  settle();
}

function stateHere(): State {
  return (history.state as State | null) ?? {};
}

/** What stands here now. */
function look(): void {
  const { below, ...state } = stateHere();
  place = state.idx;
  marker = below === undefined ? null : { state, url: location.href, below };
}

function settle(): void {
  if (isLeaving) return;
  if (layers.length > 0 && marker === null) {
    history.pushState({ ...stateHere(), below: location.href }, '');
    look();
  } else if (layers.length === 0 && marker !== null) {
    isLeaving = true;
    history.back();
  }
}

export function arrive(event: PopStateEvent): void {
  const left = { marker, place, isLeaving };
  isLeaving = false;
  look();
  if (place === left.place && marker !== null) event.stopImmediatePropagation();
  else if (place === left.place && left.marker?.below === location.href) {
    event.stopImmediatePropagation();
    history.replaceState(left.marker.state, '', left.marker.url);
    if (!left.isLeaving) closeTop();
  }
  afterLeaving?.();
  afterLeaving = null;
  settle();
}

function closeTop(): void {
  if (layers.at(-1)?.isHeld()) return;
  layers.pop()?.close();
}

begin();
