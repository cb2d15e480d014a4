import { DefinitionError } from '../../errors.js';
import { loadPackage } from '../load-package.js';

/** Parses the text of a document: JSON if it begins with a brace, or else YAML. Requires the package yaml for YAML. */
export async function parseDocument(text: string, where: string): Promise<unknown> {
  // A byte order mark is no part of the text.
  const plain = text.replace(/^\ufeff/, '').trimStart();
  if (!plain.startsWith('{')) return parseYaml(plain, where);
  try {
    return JSON.parse(plain);
  } catch (cause) {
    throw new DefinitionError(`${where}: the document is not valid JSON: ${(cause as Error).message}.`, { cause });
  }
}

async function parseYaml(text: string, where: string): Promise<unknown> {
  const { parseDocument: parse } = await loadPackage(() => import('yaml'), `${where}: a document in YAML`, 'yaml@2');
  const parsed = parse(text);
  const [problem] = [...parsed.errors, ...parsed.warnings];
  try {
    if (problem !== undefined) throw problem;
    return parsed.toJS();
  } catch (cause) {
    const [message = ''] = (cause as Error).message.split('\n');
    throw new DefinitionError(`${where}: the document is not valid YAML: ${message.replace(/[.:]$/, '')}.`, { cause });
  }
}
