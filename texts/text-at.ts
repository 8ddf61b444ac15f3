/** @returns the text at a key such as `nav.logOut`, as the catalogue has it; undefined where it has none */
export function textAt(tree: unknown, key: string): string | undefined {
  let node = tree;
  for (const name of key.split('.')) {
    node =
      typeof node === 'object' && node !== null && Object.hasOwn(node, name)
        ? Reflect.get(node, name)
        : undefined;
  }
  return typeof node === 'string' ? node : undefined;
}

/** As `textAt`; throws where there is none. */
export function requireText(tree: unknown, key: string): string {
  const text = textAt(tree, key);
  if (text === undefined) throw new Error(`There is no text ${key}`);
  return text;
}
