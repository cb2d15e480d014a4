import { DefinitionError } from '../../../base/errors/errors.js';
import { parseJson } from '../../../base/json/parse-json.js';
import { parseYaml } from '../../../base/yaml/parse-yaml.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { messageOf } from '../error-text.js';
import { readTextFile } from '../text-file.js';
import { CaseSite } from './case-site.js';
import type { EvalCase } from './eval-case.js';
import { readCase } from './read-case.js';

/**
 * Reads a file with cases: JSON if its name ends with `.json`, and else YAML, which requires the package yaml.
 *
 * @param toolNames - The tools that the model sees.
 * @throws DefinitionError that names the case and the field if the file is not valid.
 */
export async function readCases(path: string, toolNames: readonly string[]): Promise<readonly EvalCase[]> {
  const value = await parse(path, readTextFile(path));
  const file = new CaseSite(path, toolNames);
  const list = isRecord(value) ? file.readFields('the file', value, ['cases']).cases : value;
  const cases = file
    .readList('the list of cases', list)
    .map((item, index) => readCase(item, new CaseSite(`${path}: case ${index + 1}`, toolNames)));
  cases.forEach(({ name }, index) => {
    const first = cases.findIndex((one) => one.name === name);
    if (first === index) return;
    const site = new CaseSite(`${path}: case ${index + 1}`, toolNames).named(name);
    throw site.error('name', `must be set, because case ${first + 1} has the same`);
  });
  return cases;
}

async function parse(path: string, text: string): Promise<unknown> {
  if (!path.toLowerCase().endsWith('.json')) {
    return parseYaml(text, { use: `'${path}': a file with cases in YAML`, what: `'${path}'` });
  }
  try {
    return parseJson(text);
  } catch (cause) {
    throw new DefinitionError(`'${path}' is not valid JSON: ${messageOf(cause)}.`, { cause });
  }
}
