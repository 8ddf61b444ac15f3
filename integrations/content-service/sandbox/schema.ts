/** The schema that DatoCMS would derive from our models, out of `schema.graphql`. */
import { readFileSync } from 'node:fs';
import {
  buildASTSchema,
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  type TypeNode,
} from 'graphql';
import { locales } from './locales.ts';

/** Where the records of a type lie: a folder of many, or one file. */
export type Model = {
  type: string;
  folder: string | null;
  file: string | null;
  /** Root field of one record; null: none. */
  one: string | null;
  /** Root field of all records. */
  all: string | null;
  fields: readonly FieldDefinitionNode[];
};

export const maxPageSize = 500;
export const defaultPageSize = 20;

const sdl = parse(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'));

const writtenKinds = ['model', 'single', 'block', 'group'];
const written = new Map(
  sdl.definitions.flatMap((node) =>
    node.kind === Kind.OBJECT_TYPE_DEFINITION && writtenKinds.some((kind) => directive(node, kind))
      ? [[node.name.value, node] as const]
      : [],
  ),
);
const unions = new Map(
  sdl.definitions.flatMap((node) =>
    node.kind === Kind.UNION_TYPE_DEFINITION
      ? [[node.name.value, node.types?.map(({ name }) => name.value) ?? []] as const]
      : [],
  ),
);
const enums = new Map(
  sdl.definitions.flatMap((node) =>
    node.kind === Kind.ENUM_TYPE_DEFINITION
      ? [[node.name.value, node.values?.map(({ name }) => name.value) ?? []] as const]
      : [],
  ),
);

/** Fields that can be written in a type, null for a type that nobody writes. */
export const fieldsOf = (type: string): readonly FieldDefinitionNode[] | null =>
  written.get(type)?.fields ?? null;
export const membersOf = (union: string): readonly string[] | null => unions.get(union) ?? null;
export const valuesOf = (name: string): readonly string[] | null => enums.get(name) ?? null;

export const models: readonly Model[] = [...written.values()].flatMap((node) => {
  const model = directive(node, 'model');
  const single = directive(node, 'single');
  if (!model && !single) return [];
  return {
    type: node.name.value,
    folder: model?.folder ?? null,
    file: single?.file ?? null,
    one: model?.one ?? single?.root ?? null,
    all: model?.all ?? null,
    fields: node.fields ?? [],
  };
});

/** Arguments of a directive of a node, undefined when it has none of that name. */
export function directive(
  node: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): Record<string, string | undefined> | undefined {
  const found = node.directives?.find((candidate) => candidate.name.value === name);
  if (!found) return undefined;
  const pairs = (found.arguments ?? []).map(({ name: { value: key }, value }) => [
    key,
    value.kind === Kind.STRING ? value.value : undefined,
  ]);
  return Object.fromEntries(pairs) as Record<string, string | undefined>;
}

/** The name at the heart of `[Name!]!`. */
export function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

export const modelName = ({ type }: Model): string => type.replace(/Record$/, '');

export function buildSchema(): GraphQLSchema {
  const own = sdl.definitions.map((node) =>
    node.kind === Kind.OBJECT_TYPE_DEFINITION ? withLocaleArguments(node) : node,
  );
  const derived = parse([...[...written.values()].map(ownFields), ...models.map(inputs), query()].join('\n'));
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions: [...own, ...derived.definitions] });
}

const localeArguments = 'locale: SiteLocale, fallbackLocales: [SiteLocale!]';

function withLocaleArguments(node: ObjectTypeDefinitionNode): DefinitionNode {
  const fields = node.fields?.map((field) =>
    directive(field, 'localized') ? { ...field, arguments: argumentsOf(localeArguments) } : field,
  );
  return { ...node, ...(fields && { fields }) };
}

function argumentsOf(text: string): readonly InputValueDefinitionNode[] {
  const [node] = parse(`type T { f(${text}): String }`).definitions;
  return (node as ObjectTypeDefinitionNode).fields?.[0]?.arguments ?? [];
}

/** What every record and block has of itself. */
function ownFields(node: ObjectTypeDefinitionNode): string {
  const name = node.name.value;
  const isRecord = directive(node, 'model') || directive(node, 'single');
  if (!isRecord && !directive(node, 'block')) return '';
  const everyLocale = (node.fields ?? []).flatMap((field) =>
    directive(field, 'localized') && nameOf(field.type) === 'String' && field.type.kind === Kind.NAMED_TYPE
      ? [`${everyLocaleName(field.name.value)}: [StringMultiLocaleField!]!`]
      : [],
  );
  const ofRecord = `_status: ItemStatus! _createdAt: DateTime! _updatedAt: DateTime! _publishedAt: DateTime
    _firstPublishedAt: DateTime _seoMetaTags(locale: SiteLocale): [Tag!]! _editingUrl: String`;
  const inverse = models
    .filter(({ all, fields }) => all && fields.some((field) => nameOf(field.type) === name))
    .map((model) => `${inverseName(model)}(${listArguments(model)}): [${model.type}!]!`);
  return `extend type ${name} {
    id: ItemId! _modelApiKey: String! _locales: [SiteLocale!]!
    ${isRecord ? [ofRecord, ...inverse].join('\n') : ''} ${everyLocale.join('\n')} }`;
}

export const everyLocaleName = (field: string): string => `_all${capital(field)}Locales`;
export const inverseName = ({ all }: Model): string => `_${all?.replace(/^all/, 'allReferencing')}`;
export const metaName = ({ all }: Model): string => `_${all}Meta`;
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

const listArguments = (model: Model): string =>
  `first: IntType = ${defaultPageSize}, skip: IntType = 0, filter: ${modelName(model)}ModelFilter,
   orderBy: [${modelName(model)}ModelOrderBy], ${localeArguments}`;

/** Fields by which records can be filtered: texts, and records that they name. */
export const filterFields = ({ fields }: Model): readonly FieldDefinitionNode[] =>
  fields.filter(
    ({ type }) =>
      type.kind === Kind.NAMED_TYPE &&
      (nameOf(type) === 'String' || models.some((model) => model.type === nameOf(type))),
  );

const orderedTypes = new Set(['String', 'IntType']);
const ownOrder = ['id', '_createdAt', '_updatedAt', '_publishedAt', '_firstPublishedAt', '_status'];

function inputs(model: Model): string {
  const name = modelName(model);
  const filters = filterFields(model).map(
    (field) => `${field.name.value}: ${nameOf(field.type) === 'String' ? 'StringFilter' : 'LinkFilter'}`,
  );
  const ordered = model.fields.flatMap(({ name: { value }, type }) =>
    type.kind === Kind.NAMED_TYPE && orderedTypes.has(nameOf(type)) ? [value] : [],
  );
  const orders = [...ownOrder, ...ordered].flatMap((field) => [`${field}_ASC`, `${field}_DESC`]);
  return `input ${name}ModelFilter {
    id: ItemIdFilter _status: StatusFilter ${filters.join('\n')}
    OR: [${name}ModelFilter!] AND: [${name}ModelFilter!] }
    enum ${name}ModelOrderBy { ${orders.join('\n')} }`;
}

function query(): string {
  const roots = models.flatMap((model) => {
    const { type, one, all } = model;
    if (!one) return [];
    if (!all) return [`${one}(${localeArguments}): ${type}`];
    const filter = `filter: ${modelName(model)}ModelFilter`;
    return [
      `${one}(${filter}, orderBy: [${modelName(model)}ModelOrderBy], ${localeArguments}): ${type}`,
      `${all}(${listArguments(model)}): [${type}!]!`,
      `${metaName(model)}(${filter}, ${localeArguments}): CollectionMetadata!`,
    ];
  });
  const operators = (type: string) => `{ eq: ${type} neq: ${type} in: [${type}] notIn: [${type}] }`;
  return `type Query { ${roots.join('\n')} _site(${localeArguments}): Site! }
    type StringMultiLocaleField { locale: SiteLocale! value: String }
    input ItemIdFilter ${operators('ItemId')}
    input LinkFilter ${operators('ItemId')}
    input StringFilter ${operators('String')}
    input StatusFilter ${operators('ItemStatus')}`;
}

export const isLocale = (name: string): name is (typeof locales)[number] =>
  locales.some((locale) => locale === name);
