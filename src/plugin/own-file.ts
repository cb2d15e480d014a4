import { fileURLToPath } from 'node:url';

/** The path of this module, or of the file that it is bundled into: always in a folder of the package's output folder. */
// A CommonJS build has no `import.meta`.
export const ownFile = typeof __filename === 'string' ? __filename : fileURLToPath(import.meta.url);
