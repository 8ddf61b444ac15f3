/** Statements of the source that say what their rows are. */
import { gap } from '#test/harness/statements.ts';
import { type Node, programOf, visit } from '#tools/source/parse.ts';
import { lineAt } from '#tools/source/tree.ts';

/** `text` as the tests note it; `row` is the type as it is written. */
export type TypedStatement = { line: number; text: string; row: string };

export function statementsOf(path: string, source: string): TypedStatement[] {
  const found: TypedStatement[] = [];
  visit(programOf(path, source), null, (node) => {
    const row = rowOf(node);
    const text = row && (textOfTag(node) ?? textOfQuery(node));
    if (row && text)
      found.push({ line: lineAt(source, node.start), text, row: source.slice(row.start, row.end) });
  });
  return found;
}

function rowOf(node: Node): Node | null {
  const given = node.typeArguments as { params?: Node[] } | null | undefined;
  return given?.params?.[0] ?? null;
}

/** `` sql<Row>`…` `` */
function textOfTag({ type, tag, quasi }: Node): string | null {
  if (type !== 'TaggedTemplateExpression' || (tag as Node).name !== 'sql') return null;
  return partsOf(quasi as Node).join(gap);
}

/** `client.query<Row>('…')`, of a template without insertions, or of a named statement. */
function textOfQuery(node: Node): string | null {
  const callee = node.callee as Node | undefined;
  if (node.type !== 'CallExpression' || (callee?.property as Node | undefined)?.name !== 'query') return null;
  const [asked] = node.arguments as Node[];
  const named = (asked?.properties as Node[] | undefined)?.find(({ key }) => (key as Node).name === 'name');
  const said = (named?.value as Node | undefined) ?? asked;
  if (said?.type === 'TemplateLiteral') return partsOf(said).join(gap);
  return said?.type === 'Literal' ? String(said.value) : `a statement in ${said?.type}`;
}

const partsOf = (template: Node): string[] =>
  (template.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked);
