import { isPlainObject } from '../../src/schema/validation/copy-json.js';
import type * as compiled from '../../src/schema/validation/defaults.js';

/** Looks at the schema each time. */
export const compileDefaults: typeof compiled.compileDefaults = (schema) => (args) => {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property !== 'object') continue;
    if (args[name] === undefined && 'default' in property) args[name] = ownCopy(property.default);
    const value = args[name];
    if (isPlainObject(value)) compileDefaults(property)?.(value);
  }
};

export const ownCopy: typeof compiled.ownCopy = (value) => structuredClone(value);
