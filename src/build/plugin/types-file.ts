import { relative } from 'node:path';
import { emitWarning } from '../../base/errors/emit-warning.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { isUpToDate, writeGenerated } from '../codegen/generated-file.js';
import { checkTypesPath } from '../codegen/types-path.js';
import type { ModuleTransformer } from './module-transformer.js';

/** The file with the types of a project's tools, which builds keep current. */
export class TypesFile {
  readonly #path: string;
  readonly #transformer: ModuleTransformer;
  /** What was reported. A watch repeats a warning only if it has changed. */
  readonly #reported = new Set<string>();

  /**
   * @param path - The path of the file.
   * @throws DefinitionError on a path that the file cannot have.
   */
  constructor(path: string, transformer: ModuleTransformer) {
    this.#path = checkTypesPath(path);
    this.#transformer = transformer;
    if (transformer.configOf(this.#path) !== undefined) return;
    throw new DefinitionError(
      `There is no tsconfig.json in the folder of '${path}' or above it. Set the path of the tsconfig file with the option project.`,
    );
  }

  /** Writes the file if the types have changed. A type that has no schema is a warning, and leaves the file as it is. */
  update(): void {
    const generated = this.#transformer.compilerOf(this.#path).generateTypes(this.#path);
    if (generated === undefined) return;
    const { file, problems, warnings } = generated;
    const path = relative('', this.#path);
    for (const text of [...problems.map((problem) => `'${path}' is not written: ${problem}`), ...warnings]) {
      if (!this.#reported.has(text)) emitWarning(text);
      this.#reported.add(text);
    }
    // Writing a file that is current would trigger another build of a watch.
    if (file !== undefined && !isUpToDate(file)) writeGenerated(file);
  }
}
