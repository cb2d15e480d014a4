import { DefinitionError } from '../../base/errors/errors.js';
import { isStandardSchema } from '../../base/json/standard-schema.js';

/** How each library writes the schema of an object, given its first property. */
const objectSchemas: Readonly<Record<string, (property: string) => string>> = {
  zod: (property) => `z.object({ ${property}: … })`,
  valibot: (property) => `toStandardJsonSchema(v.object({ ${property}: … }))`,
  arktype: (property) => `type({ ${property}: … })`,
};

/** Throws a DefinitionError on an object of schemas, which some libraries accept as the schema of an object. */
export function checkShape(source: object, where: string): void {
  for (const [property, schema] of Object.entries(source)) {
    if (!isStandardSchema(schema)) continue;
    const { vendor } = schema['~standard'];
    const write = Object.hasOwn(objectSchemas, vendor) ? objectSchemas[vendor] : undefined;
    const remedy = write?.(property) ?? `the ${vendor} schema of an object with the property '${property}'`;
    throw new DefinitionError(`${where}: an object of ${vendor} schemas is not a schema. Write ${remedy}.`);
  }
}
