import { resolve } from 'node:path';
import { withToolwright } from 'toolwright/next';

export default withToolwright({ turbopack: { root: resolve(import.meta.dirname, '..') } });
