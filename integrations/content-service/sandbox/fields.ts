/** One field of a file → one value, by its type in the schema. */
import { type FieldDefinitionNode, Kind, type TypeNode } from 'graphql';
import { type Locale, locales } from './locales.ts';
import { isAllowedUrl, TextError, toStructuredText } from './markdown.ts';
import type { Content, Value } from './record.ts';
import { capital, directive, fieldsOf, isLocale, membersOf, models, nameOf, valuesOf } from './schema.ts';
import { hashOf, type Upload, type Uploads } from './uploads.ts';

/** What converting one file needs and leaves. */
export type FileContext = {
  file: string;
  uploads: Uploads;
  /** Id of a record that exists, by `<folder>/<name>` or by name within a folder. */
  recordId(type: string, name: string): string | null;
  /** Of a name in a text: `<folder>/<name>`. */
  textLinkId(name: string): string | null;
  problem(path: string, message: string): void;
  /** Records of this file by the ids that they were given. */
  local: Map<string, Content>;
  /** What is looked up in `local` when the file was read. */
  later: (() => void)[];
  /** Records and files that this one names. */
  records: Set<string>;
  files: Set<Upload>;
};

export type Written = { readonly [key: string]: unknown };
export const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nothing: Value = { kind: 'plain', value: null };

/** The fields of one type out of one mapping; `known` are keys that belong to others. */
export function convertFields(
  type: string,
  raw: Written,
  path: string,
  known: readonly string[],
  context: FileContext,
): Record<string, Value> {
  const definitions = fieldsOf(type) ?? [];
  const fields: Record<string, Value> = {};
  const keys = new Set(known);
  for (const definition of definitions) {
    const name = definition.name.value;
    if (directive(definition, 'inline')) {
      const inner = nameOf(definition.type);
      const names = fieldsOf(inner)?.map((each) => each.name.value) ?? [];
      for (const key of names) keys.add(key);
      const own = Object.fromEntries(Object.entries(raw).filter(([key]) => names.includes(key)));
      const id = hashOf(`${context.file}#${path}.${name}`);
      const content = { type: inner, id, fields: convertFields(inner, own, path, [], context) };
      fields[name] = { kind: 'content', content };
      continue;
    }
    keys.add(name);
    if (nameOf(definition.type) === 'RichText') keys.add('blocks');
    fields[name] = field(definition, raw, join(path, name), context);
  }
  for (const key of Object.keys(raw)) {
    if (!keys.has(key)) context.problem(join(path, key), `is not known in ${type}`);
  }
  checkTable(fields, path, context);
  return fields;
}

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name);

function field(definition: FieldDefinitionNode, raw: Written, path: string, context: FileContext): Value {
  const written = raw[definition.name.value];
  if (written === undefined || written === null) return absent(definition, path, context);
  const blocks = nameOf(definition.type) === 'RichText' ? blocksBeside(raw, path, context) : null;
  const convert = (value: unknown, at: string) =>
    blocks ? text(value, at, blocks, context) : convertValue(definition, definition.type, value, at, context);
  if (!directive(definition, 'localized')) return convert(written, path);
  const perLocale = byLocale(written);
  if (!perLocale) return convert(written, path);
  if (perLocale.is === undefined) context.problem(path, 'has no "is"');
  const values = Object.entries(perLocale).map(([locale, value]) => [
    locale,
    convert(value, join(path, locale)),
  ]);
  return { kind: 'localized', values: Object.fromEntries(values) as Record<Locale, Value> };
}

/** A mapping with locales for keys, and nothing else. */
function byLocale(written: unknown): { [Name in Locale]?: unknown } | null {
  if (!isWritten(written)) return null;
  const keys = Object.keys(written);
  return keys.length > 0 && keys.every(isLocale) ? written : null;
}

function absent(definition: FieldDefinitionNode, path: string, { problem }: FileContext): Value {
  const otherwise = directive(definition, 'default')?.value;
  if (otherwise !== undefined) return { kind: 'plain', value: JSON.parse(otherwise) };
  if (directive(definition, 'required')) problem(path, 'is missing');
  return definition.type.kind === Kind.LIST_TYPE ? { kind: 'list', items: [] } : nothing;
}

function convertValue(
  definition: FieldDefinitionNode,
  type: TypeNode,
  value: unknown,
  path: string,
  context: FileContext,
): Value {
  if (type.kind === Kind.NON_NULL_TYPE) return convertValue(definition, type.type, value, path, context);
  if (type.kind === Kind.LIST_TYPE) {
    if (!Array.isArray(value)) return wrong(path, 'must be a list', context);
    const items = value.map((item, index) =>
      convertValue(definition, type.type, item, `${path}[${index}]`, context),
    );
    checkDistinct(items, path, context);
    return { kind: 'list', items };
  }
  const name = type.name.value;
  if (directive(definition, 'sibling')) return sibling(value, path, context);
  const model = models.find((candidate) => candidate.type === name);
  if (model) return reference(name, value, path, context);
  const members = membersOf(name);
  if (members) return member(name, members, value, path, context);
  if (name === 'PlainText') return text(value, path, new Map(), context);
  if (fieldsOf(name)) return block(name, value, path, [], context);
  return scalar(name, value, path, context);
}

function wrong(path: string, message: string, { problem }: FileContext): Value {
  problem(path, message);
  return nothing;
}

function scalar(name: string, value: unknown, path: string, context: FileContext): Value {
  const plain = { kind: 'plain', value } as const;
  const among = valuesOf(name);
  if (among) {
    return typeof value === 'string' && among.includes(value)
      ? plain
      : wrong(path, `is ${JSON.stringify(value)}; it must be one of ${among.join(', ')}`, context);
  }
  switch (name) {
    case 'String':
      if (typeof value !== 'string') return wrong(path, 'must be text: put it in quotes', context);
      if (/(^|\.)url(\.\w+)?$/.test(path) && !isAllowedUrl(value))
        return wrong(path, `is "${value}"; it must be https, http, mailto, tel or a path`, context);
      return plain;
    case 'IntType':
      return Number.isSafeInteger(value) ? plain : wrong(path, 'must be a whole number', context);
    case 'FloatType':
      return Number.isFinite(value) ? plain : wrong(path, 'must be a number', context);
    case 'BooleanType':
      return typeof value === 'boolean' ? plain : wrong(path, 'must be true or false', context);
    case 'ImageFileField':
      return upload('images', value, path, context);
    case 'DocumentFileField':
      return upload('documents', value, path, context);
    case 'VideoFileField':
      return upload('videos', value, path, context);
    default:
      return plain;
  }
}

function upload(folder: keyof Uploads, name: unknown, path: string, context: FileContext): Value {
  const found = typeof name === 'string' ? context.uploads[folder].get(name) : undefined;
  if (!found) return wrong(path, `names ${JSON.stringify(name)}, which is not in content/${folder}`, context);
  context.files.add(found);
  return { kind: 'upload', upload: found };
}

function reference(type: string, name: unknown, path: string, context: FileContext): Value {
  const id = typeof name === 'string' ? context.recordId(type, name) : null;
  if (id !== null) return named(id, context);
  return wrong(path, `names the record ${JSON.stringify(name)}, which does not exist`, context);
}

function named(id: string, { records }: FileContext): Value {
  records.add(id);
  return { kind: 'reference', id };
}

function sibling(id: unknown, path: string, context: FileContext): Value {
  const placed: { kind: 'content'; content: Content } = { kind: 'content', content: emptyContent };
  context.later.push(() => {
    const found = typeof id === 'string' ? context.local.get(id) : undefined;
    if (found) placed.content = found;
    else context.problem(path, `names ${JSON.stringify(id)}, which is not in this file`);
  });
  return placed;
}
const emptyContent: Content = { type: '', id: '', fields: {} };

/** One of several blocks: `type: richText` of `Section` is a `RichTextSectionRecord`. */
function member(
  union: string,
  members: readonly string[],
  value: unknown,
  path: string,
  context: FileContext,
): Value {
  const type = isWritten(value) ? value.type : undefined;
  const name = typeof type === 'string' ? `${capital(type)}${union}Record` : '';
  if (!members.includes(name)) {
    const known = members.map(
      (one) => one.slice(0, 1).toLowerCase() + one.slice(1, -`${union}Record`.length),
    );
    return wrong(path, `has the type ${JSON.stringify(type)}; known are ${known.join(', ')}`, context);
  }
  return block(name, value, path, ['type'], context);
}

function block(
  type: string,
  value: unknown,
  path: string,
  known: readonly string[],
  context: FileContext,
): Value {
  if (!isWritten(value)) return wrong(path, 'must be a mapping', context);
  const { id = hashOf(`${context.file}#${path}`) } = value;
  if (typeof id !== 'string' || !/^[\w.-]{1,64}$/.test(id))
    return wrong(`${path}.id`, 'must be 1 to 64 letters, digits, -, _ or .', context);
  const content: Content = { type, id, fields: convertFields(type, value, path, [...known, 'id'], context) };
  if (!context.local.has(id)) context.local.set(id, content);
  return { kind: 'content', content };
}

function checkDistinct(items: readonly Value[], path: string, { problem }: FileContext): void {
  const ids = items.flatMap((item) => (item.kind === 'content' ? [item.content.id] : []));
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index)))
    problem(path, `has the id "${id}" twice`);
}

type Blocks = ReadonlyMap<string, Value>;

/** The list `blocks` in the record of a text. */
function blocksBeside(raw: Written, path: string, context: FileContext): Blocks {
  if (raw.blocks === undefined || raw.blocks === null) return new Map();
  const at = path.replace(/[^.]*$/, 'blocks');
  if (!Array.isArray(raw.blocks)) {
    context.problem(at, 'must be a list');
    return new Map();
  }
  const members = membersOf('Block') ?? [];
  const values = raw.blocks.map((value, index) =>
    member('Block', members, value, `${at}[${index}]`, context),
  );
  checkDistinct(values, at, context);
  return new Map(values.flatMap((value) => (value.kind === 'content' ? [[value.content.id, value]] : [])));
}

function text(value: unknown, path: string, blocks: Blocks, context: FileContext): Value {
  if (typeof value !== 'string') return wrong(path, 'must be text', context);
  try {
    const names = { record: context.textLinkId, block: (id: string) => blocks.has(id) };
    const converted = toStructuredText(value, names);
    const picked = (ids: readonly string[]) => ids.map((id) => blocks.get(id) ?? nothing);
    return {
      kind: 'text',
      document: converted.document,
      blocks: picked(converted.blocks),
      inlineBlocks: picked(converted.inlineBlocks),
      links: converted.links.map((id) => named(id, context)),
    };
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return wrong(path, error.message, context);
  }
}

/** Every row of a table has a cell for each column, in every locale. */
function checkTable({ columns, rows }: Record<string, Value>, path: string, context: FileContext): void {
  if (columns?.kind !== 'list' || !rows) return;
  for (const locale of locales) {
    const ofLocale = rows.kind === 'localized' ? rows.values[locale] : rows;
    if (ofLocale?.kind !== 'list') continue;
    for (const [index, row] of ofLocale.items.entries()) {
      if (row.kind === 'list' && row.items.length !== columns.items.length)
        context.problem(
          `${path}.rows[${index}]`,
          `has ${row.items.length} cells for ${columns.items.length} columns`,
        );
    }
  }
}
