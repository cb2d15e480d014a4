import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageNameOf } from './package-name.js';
import type { TemplateName } from './templates.js';

/** The texts of the files of a project, by their paths in its folder. */
export type ProjectFiles = ReadonlyMap<string, string>;

const templatesFolder = join(import.meta.dirname, '../templates');

/** Returns the files of a template for a project in the folder. The project is named after the folder. */
export function readTemplate(template: TemplateName, folder: string): ProjectFiles {
  const source = join(templatesFolder, template);
  const paths = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)))
    .sort();
  const texts = paths.map((path) => [path, readFileSync(join(source, path), 'utf8')] as const);
  const name = packageNameOf(folder, packagesOf(new Map(texts).get('package.json') ?? '{}'));
  // The name of a template's package is where the name of the project belongs, in all of its files.
  return new Map(
    texts.map(([path, text]) => [targetOf(path), text.replaceAll(`toolwright-template-${template}`, name)]),
  );
}

/** npm leaves `.gitignore` out of a package. */
function targetOf(path: string): string {
  return path === '_gitignore' ? '.gitignore' : path;
}

function packagesOf(manifest: string): readonly string[] {
  const { dependencies, devDependencies }: Readonly<Record<string, object | undefined>> = JSON.parse(manifest);
  return Object.keys({ ...dependencies, ...devDependencies });
}
