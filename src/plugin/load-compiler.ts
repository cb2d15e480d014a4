import { createRequire } from 'node:module';
import { DefinitionError } from '../errors.js';
import { ownFile } from './own-file.js';

type CompilerModule = typeof import('./project-compiler.js');

/**
 * Loads the compiler at the first file with tools: it is a large, optional dependency. The hooks of Node.js and the
 * transformers of jest are synchronous, so `import()` is not possible.
 *
 * @throws DefinitionError if typescript-json-schema is not installed.
 */
export function loadCompiler(): CompilerModule {
  try {
    // The path is correct for the modules of the package and for its bundles.
    return createRequire(ownFile)('../plugin/project-compiler.js') as CompilerModule;
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("'typescript-json-schema'"))) throw error;
    throw new DefinitionError(
      'The build plugin needs the package typescript-json-schema: npm install --save-dev typescript-json-schema@~0.68.0',
      { cause: error },
    );
  }
}
