import type { LineCounter } from 'yaml';
import { DefinitionError } from '../../../base/errors/errors.js';
import { loadPackage } from '../../../base/runtime/load-package.js';
import { readYaml, YamlProblem } from '../../../base/yaml/read-yaml.js';

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
  const yaml = await loadPackage(() => import('yaml'), `${where}: a document in YAML`, 'yaml@2');
  const lines = new yaml.LineCounter();
  try {
    return readYaml(yaml, text, lines).value;
  } catch (cause) {
    throw new DefinitionError(`${where}: the document is not valid YAML: ${problemText(cause, lines)}.`, { cause });
  }
}

function problemText(problem: unknown, lines: LineCounter): string {
  // The parser itself exhausts the stack on a text that is nested deeper than any document.
  if (!(problem instanceof YamlProblem)) return 'it is nested too deep';
  const { line, col } = lines.linePos(problem.offset);
  return `${problem.message.replace(/[.:]$/, '')} at line ${Math.max(line, 1)}, column ${Math.max(col, 1)}`;
}
