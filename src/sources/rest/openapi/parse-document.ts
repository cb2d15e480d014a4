import { DefinitionError } from '../../../base/errors/errors.js';
import { parseYaml } from '../../../base/yaml/parse-yaml.js';

/** Parses the text of a document: JSON if it begins with a brace, or else YAML. Requires the package yaml for YAML. */
export async function parseDocument(text: string, where: string): Promise<unknown> {
  // A byte order mark is no part of the text.
  const plain = text.replace(/^\ufeff/, '').trimStart();
  if (!plain.startsWith('{')) {
    return parseYaml(plain, { use: `${where}: a document in YAML`, what: `${where}: the document` });
  }
  try {
    return JSON.parse(plain);
  } catch (cause) {
    throw new DefinitionError(`${where}: the document is not valid JSON: ${(cause as Error).message}.`, { cause });
  }
}
