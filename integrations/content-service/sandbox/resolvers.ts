/** Answers of the schema out of the records: locale with fallbacks, drafts, lists. */
import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType, isUnionType } from 'graphql';
import { type ListArguments, listRecords, recordFilter } from './lists.ts';
import { inLocale, type Scope, textIn } from './locale.ts';
import { type Locale, locales } from './locales.ts';
import type { Content, Text, Value, Version } from './record.ts';
import type { Request } from './request.ts';
import { directive, everyLocaleName, fieldsOf, inverseName, type Model, metaName, models } from './schema.ts';
import { type SeoInput, seoTags } from './seo.ts';
import { listTagOf, tagOf } from './tags.ts';
import { documentFields, imageFields, videoFields } from './upload-fields.ts';
import type { Upload } from './uploads.ts';

type Arguments = { locale?: Locale; fallbackLocales?: Locale[] } & ListArguments;
type Resolver<Source> = GraphQLFieldResolver<Source, Request, Arguments>;

export type View = { content: Content; scope: Scope };
type TextView = { text: Text; scope: Scope };
export type UploadView = { upload: Upload; scope: Scope };

const firstScope: Scope = { locale: locales[0], fallbacks: [] };

const scopeOf = ({ locale, fallbackLocales }: Arguments, outer: Scope): Scope => ({
  locale: locale ?? outer.locale,
  fallbacks: fallbackLocales ?? outer.fallbacks,
});

/** The schema says which source and arguments a field gets: the one place where types cannot follow. */
// biome-ignore lint/suspicious/noExplicitAny: as above
type Resolvers = Record<string, GraphQLFieldResolver<any, Request, any>>;

/** Gives every field of the schema its answer. */
export function attachResolvers(schema: GraphQLSchema): void {
  const set = (type: string, resolvers: Resolvers) => {
    const found = schema.getType(type);
    if (!isObjectType(found)) throw new Error(`the schema has no ${type}`);
    for (const [name, resolve] of Object.entries(resolvers)) {
      const field = found.getFields()[name];
      if (field) field.resolve = resolve;
    }
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isUnionType(type)) type.resolveType = (view: View) => view.content.type;
    if (isObjectType(type) && fieldsOf(type.name)) set(type.name, contentFields(type.name));
  }
  set('PlainText', textFields);
  set('RichText', textFields);
  set('ImageFileField', imageFields);
  set('DocumentFileField', documentFields);
  set('VideoFileField', videoFields);
  set('Site', siteFields);
  for (const model of models) set('Query', rootFields(model));
  set('Query', { _site: (_source, args) => ({ scope: scopeOf(args, firstScope) }) });
}

/** What GraphQL goes on with; null for a record that this request does not see. */
function output(value: Value | undefined, scope: Scope, request: Request): unknown {
  const found = inLocale(value, scope);
  switch (found?.kind) {
    case 'plain':
      return found.value;
    case 'list': {
      const items = found.items.map((item) => output(item, scope, request));
      return items.filter((item) => item !== null);
    }
    case 'reference':
      return viewOf(request.store.get(found.id), scope, request);
    case 'content':
      return { content: found.content, scope };
    case 'upload':
      request.tags.add(tagOf(found.upload.id));
      return { upload: found.upload, scope };
    case 'text':
      return { text: found, scope };
    default:
      return null;
  }
}

function viewOf(version: Version | null, scope: Scope, { tags }: Request): View | null {
  if (!version) return null;
  tags.add(tagOf(version.id));
  return { content: version, scope };
}

function contentFields(type: string): Record<string, Resolver<View>> {
  const definitions = fieldsOf(type) ?? [];
  const written = definitions.flatMap((definition): [string, Resolver<View>][] => {
    const name = definition.name.value;
    return [
      [
        name,
        ({ content, scope }, args, request) => output(content.fields[name], scopeOf(args, scope), request),
      ],
      [
        everyLocaleName(name),
        ({ content }) =>
          locales.flatMap((locale) => {
            const value = textIn(content.fields[name], { locale, fallbacks: [] });
            return value === null ? [] : [{ locale, value }];
          }),
      ],
    ];
  });
  return { ...ownFields, ...inverseFields(), ...Object.fromEntries(written) };
}

const versionOf = ({ content }: View): Version => content as Version;

const ownFields: Record<string, Resolver<View>> = {
  id: ({ content }) => content.id,
  _modelApiKey: ({ content }) => apiKeyOf(content.type),
  _status: ({ content }, _args, { store }) => store.statusOf(content.id),
  _createdAt: (view) => versionOf(view).createdAt,
  _updatedAt: (view) => versionOf(view).updatedAt,
  _publishedAt: (view) => versionOf(view).publishedAt,
  _firstPublishedAt: (view) => versionOf(view).publishedAt,
  _editingUrl: () => null,
  _locales: ({ content }) => {
    const used = Object.values(content.fields).flatMap((value) =>
      value.kind === 'localized' ? Object.keys(value.values) : [],
    );
    return used.length === 0 ? locales : locales.filter((locale) => used.includes(locale));
  },
  _seoMetaTags: (view, args, request) =>
    seoTags(seoInput(versionOf(view), scopeOf(args, view.scope), request)),
};

/** `GeneralPageRecord` → `general_page` */
const apiKeyOf = (type: string): string =>
  type
    .replace(/Record$/, '')
    .replaceAll(/(?<!^)([A-Z])/g, '_$1')
    .toLowerCase();

function inverseFields(): Record<string, Resolver<View>> {
  const fields = models.map((model): [string, Resolver<View>] => [
    inverseName(model),
    ({ content, scope }, args, request) => {
      const names = (version: Version) =>
        Object.values(version.fields).some((value) => value.kind === 'reference' && value.id === content.id);
      return list(model, args, scopeOf(args, scope), request, names);
    },
  ]);
  return Object.fromEntries(fields);
}

const textFields: Record<string, Resolver<TextView>> = {
  value: ({ text }) => text.document,
  blocks: ({ text, scope }, _args, request) => outputs(text.blocks, scope, request),
  inlineBlocks: ({ text, scope }, _args, request) => outputs(text.inlineBlocks, scope, request),
  links: ({ text, scope }, _args, request) => outputs(text.links, scope, request),
};

const outputs = (items: readonly Value[], scope: Scope, request: Request): unknown =>
  output({ kind: 'list', items }, scope, request);

function rootFields(model: Model): Record<string, Resolver<unknown>> {
  const { one, all, type } = model;
  if (!one) return {};
  const first: Resolver<unknown> = (_source, args, request) => {
    const scope = scopeOf(args, firstScope);
    request.tags.add(listTagOf(type));
    const [found] = listRecords(model, request.store.all(type), { ...args, first: 1, skip: 0 }, scope);
    return viewOf(found ?? null, scope, request);
  };
  if (!all) return { [one]: first };
  return {
    [one]: first,
    [all]: (_source, args, request) => list(model, args, scopeOf(args, firstScope), request, () => true),
    [metaName(model)]: (_source, args, { store, tags }) => {
      tags.add(listTagOf(type));
      return {
        count: store.all(type).filter(recordFilter(model, args.filter, scopeOf(args, firstScope))).length,
      };
    },
  };
}

function list(
  model: Model,
  args: Arguments,
  scope: Scope,
  request: Request,
  also: (version: Version) => boolean,
): (View | null)[] {
  request.tags.add(listTagOf(model.type));
  const records = request.store.all(model.type).filter(also);
  return listRecords(model, records, args, scope).map((version) => viewOf(version, scope, request));
}

type SiteView = { scope: Scope };

const siteFields: Record<string, Resolver<SiteView>> = {
  locales: () => locales,
  globalSeo: ({ scope }, args, request) => {
    const inner = scopeOf(args, scope);
    const site = siteOf(request);
    return {
      siteName: textIn(site?.fields.siteName, inner),
      titleSuffix: textIn(site?.fields.titleSuffix, inner),
      fallbackSeo: site && {
        scope: inner,
        content: {
          type: 'SeoField',
          id: site.id,
          fields: {
            description: site.fields.description,
            title: site.fields.siteName,
            image: site.fields.image,
          },
        },
      },
    };
  },
  faviconMetaTags: (_source, _args, request) => {
    const icon = siteOf(request)?.fields.favicon;
    if (icon?.kind !== 'upload') return [];
    const address = `${request.files}/images/${icon.upload.hash}/${icon.upload.name}`;
    return [32, 96, 192].map((width) => ({
      tag: 'link',
      content: null,
      attributes: {
        rel: 'icon',
        type: 'image/png',
        sizes: `${width}x${width}`,
        href: `${address}?fm=png&h=${width}&w=${width}`,
      },
    }));
  },
};

function siteOf({ store, tags }: Request): Version | null {
  tags.add(listTagOf('GlobalSiteConfigRecord'));
  return store.all('GlobalSiteConfigRecord')[0] ?? null;
}

function seoInput(version: Version, scope: Scope, request: Request): SeoInput {
  const site = siteOf(request);
  const seo = inLocale(version.fields.seo, scope);
  const own = seo?.kind === 'content' ? seo.content.fields : {};
  const otherwise = (name: string) => {
    const field = fieldsOf(version.type)?.find((definition) => directive(definition, name));
    return field ? textIn(version.fields[field.name.value], scope) : null;
  };
  const image = inLocale(own.image, scope) ?? inLocale(version.fields.image, scope) ?? site?.fields.image;
  const model = models.find(({ type }) => type === version.type);
  return {
    title: textIn(own.title, scope) ?? otherwise('seoTitle'),
    description:
      textIn(own.description, scope) ??
      otherwise('seoDescription') ??
      textIn(site?.fields.description, scope),
    image: image?.kind === 'upload' ? sharedImage(image.upload, scope, request) : null,
    twitterCard: textIn(own.twitterCard, scope),
    locale: scope.locale,
    kind: model?.folder ? 'article' : 'website',
    modifiedAt: version.updatedAt,
    siteName: textIn(site?.fields.siteName, scope),
    titleSuffix: textIn(site?.fields.titleSuffix, scope),
  };
}

/** Who shares a page draws no SVG: a bitmap of the size that they show. */
function sharedImage(upload: Upload, scope: Scope, { files }: Request): SeoInput['image'] {
  if (upload.kind !== 'image') return null;
  const [width, height] = [1200, 630];
  const query = `fit=crop&fm=png&h=${height}&w=${width}`;
  const alt = upload.alt[scope.locale] ?? upload.alt[scope.fallbacks[0] ?? scope.locale] ?? null;
  return { url: `${files}/images/${upload.hash}/${upload.name}?${query}`, width, height, alt };
}
