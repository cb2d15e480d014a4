import type { LineCounter } from 'yaml';
import { DefinitionError } from '../errors/errors.js';
import { loadPackage } from '../runtime/load-package.js';
import { readYaml, YamlProblem } from './read-yaml.js';

/** What a text in YAML is, for errors. */
export interface YamlSubject {
  /** The text in YAML, such as 'a document in YAML', which requires a package. */
  readonly use: string;
  /** The text, such as 'the document', which is not valid. */
  readonly what: string;
}

/**
 * Parses a text in YAML in linear time.
 *
 * @throws DefinitionError if the package yaml is not installed, or with the line and the column of the first problem.
 */
export async function parseYaml(text: string, { use, what }: YamlSubject): Promise<unknown> {
  const yaml = await loadPackage(() => import('yaml'), use, 'yaml@2');
  const lines = new yaml.LineCounter();
  try {
    return readYaml(yaml, text, lines).value;
  } catch (cause) {
    throw new DefinitionError(`${what} is not valid YAML: ${problemText(cause, lines)}.`, { cause });
  }
}

function problemText(problem: unknown, lines: LineCounter): string {
  // The parser itself exhausts the stack on a text that is nested deeper than any document.
  if (!(problem instanceof YamlProblem)) return 'it is nested too deep';
  const { line, col } = lines.linePos(problem.offset);
  return `${problem.message.replace(/[.:]$/, '')} at line ${Math.max(line, 1)}, column ${Math.max(col, 1)}`;
}
