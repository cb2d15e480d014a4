import { DefinitionError } from '../../base/errors/errors.js';
import { isMissingPackage } from '../../base/runtime/load-package.js';
import { nodeRequire } from '../../base/runtime/node-require.js';

type UnpluginModule = typeof import('unplugin');

/**
 * Loads the package unplugin. The functions of the plugin are synchronous, so `import()` is not possible, and a static
 * import could not say what to install.
 *
 * @throws DefinitionError if unplugin is not installed.
 */
export function requireUnplugin(): UnpluginModule {
  const load = nodeRequire();
  if (load === undefined) throw new DefinitionError('toolwright/plugin requires Node: it loads the package unplugin.');
  try {
    return load('unplugin');
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    throw new DefinitionError(
      'toolwright/plugin requires the package unplugin. Run: npm install --save-dev unplugin typescript-json-schema@~0.68.0',
      { cause },
    );
  }
}
