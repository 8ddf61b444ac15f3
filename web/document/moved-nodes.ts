/**
 * Translators and extensions move and replace nodes that React holds. The DOM then throws during
 * an update, and React unmounts the page. This guard applies such an update to the node's current
 * place. Chrome's translator replaces each text with `<font><font>text</font></font>`, again after
 * every change.
 */

/** The node that replaced a text node which was removed from the page. */
const replacements = new WeakMap<Node, ChildNode>();
let observer: MutationObserver | undefined;

/** Must be called before React hydrates the page. */
export function tolerateMovedNodes(): void {
  if (observer !== undefined) return;
  observer = new MutationObserver((records) => records.forEach(noteReplacement));
  observer.observe(document, { childList: true, subtree: true });
  guardRemoveChild();
  guardInsertBefore();
  guardText();
}

/** No element of ours is called `font`. */
export function isTranslated(): boolean {
  return document.querySelector('font') !== null;
}

function noteReplacement({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord): void {
  for (const removed of removedNodes) {
    if (removed.nodeType !== Node.TEXT_NODE) continue;
    const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
    if (font) replacements.set(removed, font as ChildNode);
  }
}

/** Also right after the change, before the observer is called. */
function replacementOf(node: Node): ChildNode | undefined {
  observer?.takeRecords().forEach(noteReplacement);
  return replacements.get(node);
}

function guardRemoveChild(): void {
  const { removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const wrapper = child.parentNode;
    if (wrapper === null) replacementOf(child)?.remove();
    else {
      removeChild.call(wrapper, child);
      removeEmptied(wrapper, this);
    }
    return child;
  };
}

/** A translated text leaves no empty `font` behind. */
function removeEmptied(wrapper: Node, end: Node): void {
  for (let node: Node | null = wrapper; node !== end && node?.nodeName === 'FONT'; ) {
    const parent: Node | null = node.parentNode;
    if (node.firstChild === null) (node as Element).remove();
    node = parent;
  }
}

function guardInsertBefore(): void {
  const { insertBefore } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    let place = before;
    if (place !== null && place.parentNode === null) place = replacementOf(place) ?? null;
    // If another node now wraps the reference node, insert before the wrapper.
    while (place !== null && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as T;
  };
}

/**
 * Puts a text back when React changes it; otherwise the page would keep showing an old price, for
 * example.
 */
function guardText(): void {
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  if (nodeValue === undefined) return;
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      nodeValue.set?.call(this, text);
      if (this.parentNode !== null || this.nodeType !== Node.TEXT_NODE) return;
      const replacement = replacementOf(this);
      if (replacement?.parentNode) replacement.replaceWith(this);
    },
  });
}
