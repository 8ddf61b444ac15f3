/** Which texts a source file asks for: every key, name of a code and name of a call that is written in it. */
import { inserted, type Node, programOf, visit, wordsOf } from '../source/parse.ts';
import { lineAt } from '../source/tree.ts';

export type Known = {
  /** Every key of the catalogue. */
  keys: ReadonlySet<string>;
  /** Codes with which a call may answer, by name of the calls that change something. */
  codesOf: ReadonlyMap<string, readonly string[]>;
};

export type Asked = {
  keys: ReadonlySet<string>;
  /** What brings its own file along, as it is written: `#web/ui/button.tsx`. */
  imports: readonly string[];
  /** Each a sentence with its line. */
  unseen: readonly string[];
  /** Whether it has a default export, as what an address shows. */
  isPage: boolean;
};

/** They name what there may be and show none of it: lookups, the table of calls, what makes an error page. */
const listsAll = /^(web\/(text\/errors|api\/api-table|loaders\/error-data)|texts\/ends)\.ts$/;

/**
 * @param path of the file, for messages and for the language it is written in
 * A code asks for its text, and the name of a call that changes something for those of its codes; what is
 * said after one call (`errors.byCall.buy`) is asked for by `error(code, 'buy')` or `call: 'buy'`, what is
 * wrong with a field (`validation.passwordMatch`) by its last word.
 */
export function readAsked(path: string, text: string, known: Known): Asked {
  const keys = new Set<string>();
  const imports: string[] = [];
  const unseen: string[] = [];
  let isPage = false;
  const blame = (node: Node, what: string) => unseen.push(`${path}:${lineAt(text, node.start)}: ${what}`);
  visit(programOf(path, text), null, (node) => {
    const specifier = broughtBy(node);
    if (specifier !== null) imports.push(specifier);
    if (node.type === 'ExportDefaultDeclaration') isPage = true;
    const words = wordsOf(node);
    if (listsAll.test(path)) {
      if (words !== null && known.keys.has(words)) keys.add(words);
      return;
    }
    if (words !== null) for (const key of keysOf(words, known)) keys.add(key);
    const call = toldCall(node);
    if (call !== null)
      for (const key of matching(`errors.byCall.${call}.${inserted}`, known.keys)) keys.add(key);
    if (isCallOfT(node)) {
      const [first] = node.arguments as Node[];
      if (first) for (const part of unseenIn(first, known)) blame(part, sayWhole);
    }
    if (isCastToKey(node))
      blame(node, 'the build cannot see which texts a cast to TextKey asks for: write whole keys');
  });
  return { keys, imports, unseen, isPage };
}

const sayWhole =
  'the build cannot see which texts this asks for: write whole keys, or begin a template with its words';

/** `ends.card.declined` */
const isEnd = /^ends\.[\w§]+\.[\w§]+$/;

function keysOf(words: string, { keys, codesOf }: Known): string[] {
  if (isEnd.test(words)) return matching(`${words}.${inserted}`, keys);
  if (words.includes(inserted)) return matching(words, keys);
  const codes = [words, ...(codesOf.get(words) ?? [])].map((code) => `errors.${code}`);
  return [words, ...codes, `validation.${words}`].filter((key) => keys.has(key));
}

/** `units.§` is every key with one name below `units`. */
function matching(pattern: string, keys: ReadonlySet<string>): string[] {
  if (!/^\w+\.[\w.§]+$/.test(pattern)) return [];
  const shape = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(inserted, '[^.]+')}$`);
  return [...keys].filter((key) => shape.test(key));
}

/** Whatever an expression may come to as a key is written in it, or in the place where it comes from. */
function unseenIn(node: Node, known: Known): Node[] {
  if (node.type === 'BinaryExpression') return [node];
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((each) => unseenIn(each as Node, known));
  if (node.type !== 'TemplateLiteral') return [];
  return keysOf(wordsOf(node) ?? '', known).length === 0 ? [node] : [];
}

/** `buy` in `error(code, 'buy')` and in `call: 'buy'`. */
function toldCall(node: Node): string | null {
  const isProperty = node.type === 'Property' && (node.key as Node).name === 'call';
  const isCall = node.type === 'CallExpression' && nameOf(node.callee as Node) === 'error';
  const [, second] = isCall ? (node.arguments as Node[]) : [];
  const said = isProperty ? (node.value as Node) : second;
  return said?.type === 'Literal' && typeof said.value === 'string' ? said.value : null;
}

/** `t` of `t` and of `said.t`. */
function nameOf(callee: Node): unknown {
  return callee.type === 'MemberExpression' ? (callee.property as Node).name : callee.name;
}

function isCallOfT(node: Node): boolean {
  return node.type === 'CallExpression' && nameOf(node.callee as Node) === 't';
}

function isCastToKey(node: Node): boolean {
  const type = node.type === 'TSAsExpression' ? (node.typeAnnotation as Node) : null;
  return (type?.typeName as Node | undefined)?.name === 'TextKey';
}

function broughtBy(node: Node): string | null {
  const literal = node.source as Node | null | undefined;
  if (typeof literal?.value !== 'string' || node.type === 'TSImportType') return null;
  return (node.importKind ?? node.exportKind) === 'type' ? null : literal.value;
}
