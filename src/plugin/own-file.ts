import { fileURLToPath } from 'node:url';

// The CommonJS build replaces the URL by the path of the file.
const location: string = import.meta.url;

/** The path of this module, or of the file that it is bundled into: always in a folder of the package's output folder. */
export const ownFile = location.startsWith('file:') ? fileURLToPath(location) : location;
