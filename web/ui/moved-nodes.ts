/**
 * Translators and extensions move and replace nodes that React holds; the DOM then throws in the middle of
 * an update, and React gives the page up. With this guard such an update is made where the node now stands.
 * Chrome's translator puts `<font><font>text</font></font>` in the place of a text, and keeps doing so.
 */

/** The node that replaced a text node which was removed from the page. */
const replacements = new WeakMap<Node, ChildNode>();
let observer: MutationObserver | undefined;

/** To call before React takes the page over. */
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
    // What wraps the place by now is as good a place.
    while (place !== null && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as T;
  };
}

/** A text that React changes comes back: else the old one, a price for example, would stay to be read. */
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
