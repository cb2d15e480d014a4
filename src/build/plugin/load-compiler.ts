import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createMissingPackageError } from '../../base/runtime/load-package.js';
import { findOutput, findPackageFolder, ownFile } from '../codegen/own-package.js';

type CompilerModule = typeof import('./project-compiler.js');

const compilerFile = 'build/plugin/project-compiler.js';

/** Returns the path of the compiler. Before Node.js 24, a hook cannot require an ES module while another one is loaded. */
function findCompiler(): string {
  const commonJsFile = join(findPackageFolder(), 'cjs', compilerFile);
  return existsSync(commonJsFile) ? commonJsFile : findOutput(compilerFile);
}

/**
 * Loads the compiler at the first file with tools: it is a large, optional dependency. The hooks of Node.js and the
 * transformers of jest are synchronous, so `import()` is not possible.
 *
 * @throws DefinitionError if typescript-json-schema is not installed.
 */
export function loadCompiler(): CompilerModule {
  try {
    return createRequire(ownFile)(findCompiler()) as CompilerModule;
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("'typescript-json-schema'"))) throw error;
    throw createMissingPackageError(
      'The build plugin needs the package typescript-json-schema: npm install --save-dev typescript-json-schema@~0.68.0',
      error,
    );
  }
}
