import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { loadCompiler } from './load-compiler.js';
import { moduleFileOf } from './module-file.js';
import { ModuleTransformer, mapOf } from './module-transformer.js';
import { addOptimizedDependencies, type ViteConfig } from './optimized-dependencies.js';
import { checkPluginOptions, type PluginOptions } from './plugin-options.js';
import { TypesFile } from './types-file.js';

export type { PluginOptions } from './plugin-options.js';

/**
 * The build plugin: `toolwright.vite()`, `.rollup()`, `.rolldown()`, `.webpack()`, `.rspack()`, `.esbuild()`. It adds the
 * types, comments and parameter names of each `@Tool()` method to its module. Put it before plugins that compile
 * TypeScript.
 */
const toolwright: UnpluginInstance<PluginOptions | undefined, false> = createUnplugin<PluginOptions | undefined, false>(
  (options = {}) => {
    checkPluginOptions(options, 'toolwright/plugin');
    const { types, ...recordOptions } = options;
    const transformer = new ModuleTransformer(recordOptions, loadCompiler);
    const typesFile = types === undefined ? undefined : new TypesFile(types, transformer);
    let isServing = false;
    return {
      name: 'toolwright',
      enforce: 'pre',
      buildStart: () => {
        transformer.refresh();
        typesFile?.update();
      },
      watchChange: () => {
        transformer.refresh();
        // No build starts after a change.
        if (isServing) typesFile?.update();
      },
      vite: {
        config: (config: ViteConfig) => addOptimizedDependencies(config),
        configureServer: () => {
          isServing = true;
        },
      },
      transform: {
        filter: { id: { include: /\.[cm]?tsx?(?:\?|$)/, exclude: /[\\/]node_modules[\\/]/ } },
        handler(code, id) {
          const transformed = transformer.transform(code, id);
          if (transformed === undefined) return undefined;
          const own = moduleFileOf(id);
          // A bundler watches the module itself. Vite takes each watched file as an import: a page whose entry module imports
          // itself is not reloaded after a change.
          for (const file of transformed.typeFiles) if (file !== own) this.addWatchFile(file);
          for (const warning of transformed.warnings) this.warn(warning);
          return { code: transformed.code, map: mapOf(transformed, code, id) };
        },
      },
    };
  },
);

export default toolwright;
