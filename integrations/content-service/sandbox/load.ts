/** `content/` → records. Everything is checked here, so that a request never meets a broken file. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { convertFields, type FileContext, isWritten, type Written } from './fields.ts';
import { locales } from './locales.ts';
import type { Problem } from './problem.ts';
import type { Entry, Version } from './record.ts';
import { remembering } from './remembering.ts';
import { directive, type Model, membersOf, models } from './schema.ts';
import { hashOf, readUploads, type Uploads } from './uploads.ts';

export type ContentTree = { entries: readonly Entry[]; uploads: Uploads };

/** A file that was read but not understood yet. */
type Source = {
  model: Model;
  /** Of the record, within its folder: `um-okkur/saga`. */
  name: string;
  file: string;
  draft: boolean;
  written: Written;
  modified: Date;
};

const recordKeys = ['status', 'createdAt', 'updatedAt', 'publishedAt'];

/**
 * Reads everything; what is wrong is listed and left out.
 * @param root the folder `content`
 */
export async function loadContent(root: string): Promise<{ tree: ContentTree; problems: Problem[] }> {
  const problems: Problem[] = [];
  const uploads = await readUploads(root, problems);
  const sources = models.flatMap((model) => readModel(root, model, problems));
  const ids = new Map(sources.map((source) => [nameWithin(source), idOf(source)]));
  const versions = sources.map((source) => convert(source, { uploads, ids, problems }));
  const entries = paired(sources, versions);
  checkUnique(entries, problems);
  checkReferences(entries, problems);
  return { tree: { entries, uploads }, problems };
}

/** For people: every problem on a line, by file. */
export const describe = (problems: readonly Problem[]): string =>
  ['content/ is broken:', ...problems.map(({ file, message }) => `  content/${file}: ${message}`)].join('\n');

const nameWithin = ({ model, name }: Source): string => `${model.folder ?? model.file}/${name}`;
const idOf = (source: Source): string => hashOf(nameWithin(source));

function readModel(root: string, model: Model, problems: Problem[]): Source[] {
  if (model.file === 'texts') return [readTexts(root, model, problems)];
  if (model.file) {
    const draft = model.file.replace(/\.yaml$/, '.draft.yaml');
    return [model.file, draft].flatMap((file) => readSource(root, model, file, '', problems));
  }
  const folder = model.folder ?? '';
  return yamlBelow(join(root, folder)).flatMap((path) => {
    const name = path.replace(/(\.draft)?\.yaml$/, '');
    return readSource(root, model, `${folder}/${path}`, name, problems);
  });
}

function readTexts(root: string, model: Model, problems: Problem[]): Source {
  const messages: Record<string, unknown> = {};
  for (const locale of locales) {
    const file = `texts/${locale}.json`;
    try {
      messages[locale] = JSON.parse(readFileSync(join(root, file), 'utf8'));
    } catch (error) {
      problems.push({ file, message: String(error) });
    }
  }
  const modified = statSync(join(root, 'texts')).mtime;
  return { model, name: '', file: 'texts', draft: false, written: { messages }, modified };
}

function readSource(root: string, model: Model, file: string, name: string, problems: Problem[]): Source[] {
  const path = join(root, file);
  const modified = statSync(path, { throwIfNoEntry: false })?.mtime;
  if (!modified) return [];
  const { written, message } = readYaml(readFileSync(path, 'utf8'));
  if (written) return [{ model, name, file, draft: file.endsWith('.draft.yaml'), written, modified }];
  problems.push({ file, message });
  return [];
}

type Yaml = { written: Written; message?: never } | { written: null; message: string };

const readYaml = remembering((text): Yaml => {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) return { written: null, message: error.message };
  try {
    const written: unknown = document.toJS();
    return isWritten(written) ? { written } : { written: null, message: 'must be a mapping' };
  } catch (reason) {
    return { written: null, message: String(reason) };
  }
});

function yamlBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml') && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

type Known = { uploads: Uploads; ids: ReadonlyMap<string, string>; problems: Problem[] };

function convert(source: Source, { uploads, ids, problems }: Known): Version {
  const { model, name, file, written } = source;
  const linked = new Set(membersOf('TextLink'));
  const folders = models.flatMap(({ type, folder }) => (folder && linked.has(type) ? [folder] : []));
  const context: FileContext = {
    file,
    uploads,
    local: new Map(),
    later: [],
    records: new Set(),
    files: new Set(),
    recordId: (type, wanted) => {
      const folder = models.find((candidate) => candidate.type === type)?.folder;
      return ids.get(wanted.startsWith(`${folder}/`) ? wanted : `${folder}/${wanted}`) ?? null;
    },
    textLinkId: (wanted) =>
      folders.some((folder) => wanted.startsWith(`${folder}/`)) ? (ids.get(wanted) ?? null) : null,
    problem: (path, message) => problems.push({ file, message: path ? `${path} ${message}` : message }),
  };
  const hasSlug = model.fields.some((field) => field.name.value === 'slug');
  const named = hasSlug && model.folder ? { slug: name, ...written } : written;
  const fields = convertFields(model.type, named, '', recordKeys, context);
  for (const resolve of context.later) resolve();
  const updatedAt = instant(written, 'updatedAt', context) ?? inDatoTime(source.modified);
  const publishedAt = instant(written, 'publishedAt', context) ?? updatedAt;
  return {
    type: model.type,
    id: idOf(source),
    name: nameWithin(source),
    file,
    fields,
    updatedAt,
    uses: [...context.records],
    fingerprint: hashOf(JSON.stringify([written, ...context.files])),
    createdAt: instant(written, 'createdAt', context) ?? publishedAt,
    publishedAt: isDraft(source, context) ? null : publishedAt,
  };
}

function isDraft({ draft, written }: Source, { problem }: FileContext): boolean {
  const { status = 'published' } = written;
  if (status !== 'draft' && status !== 'published') problem('status', 'must be draft or published');
  return draft || status === 'draft';
}

function instant(written: Written, key: string, { problem }: FileContext): string | null {
  const value = written[key];
  if (value === undefined) return null;
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : null;
  if (time && !Number.isNaN(time.getTime())) return inDatoTime(time);
  problem(key, 'must be a moment like 2026-11-01T12:00:00Z');
  return null;
}

const inDatoTime = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, '+00:00');

/** A draft and what is published, of the same name, are one record. */
function paired(sources: readonly Source[], versions: readonly Version[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const [index, version] of versions.entries()) {
    const entry = entries.get(version.id) ?? { ...version, published: null, latest: version };
    if (version.publishedAt !== null) entry.published = version;
    if (sources[index]?.draft) entry.latest = version;
    entries.set(version.id, {
      type: version.type,
      id: version.id,
      published: entry.published,
      latest: entry.latest,
    });
  }
  return [...entries.values()];
}

function checkUnique(entries: readonly Entry[], problems: Problem[]): void {
  const unique = models.flatMap(({ type, fields }) =>
    fields.flatMap((field) => (directive(field, 'unique') ? [{ type, field: field.name.value }] : [])),
  );
  for (const { type, field } of unique) {
    const seen = new Map<unknown, string>();
    for (const { latest } of entries.filter((entry) => entry.type === type)) {
      const value = latest.fields[field];
      if (value?.kind !== 'plain') continue;
      const earlier = seen.get(value.value);
      const message = `${field} ${JSON.stringify(value.value)} is also in ${earlier}`;
      if (earlier !== undefined) problems.push({ file: latest.file, message });
      seen.set(value.value, latest.file);
    }
  }
}

/** What is published and needs a record, needs one that is published. */
function checkReferences(entries: readonly Entry[], problems: Problem[]): void {
  const drafts = new Map(
    entries.flatMap(({ id, published, latest }) => (published ? [] : [[id, latest.file]])),
  );
  for (const { published } of entries) {
    if (!published) continue;
    for (const [field, value] of Object.entries(published.fields)) {
      const file = value.kind === 'reference' ? drafts.get(value.id) : undefined;
      if (file) problems.push({ file: published.file, message: `${field} names ${file}, which is a draft` });
    }
  }
}
