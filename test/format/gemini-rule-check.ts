import { type Schema, Type } from '@google/genai';

// A record over the vendor's keys, so that a field added to or removed from the vendor's type fails the type check.
const fields: Readonly<Record<keyof Schema, true>> = {
  anyOf: true,
  default: true,
  description: true,
  enum: true,
  example: true,
  format: true,
  items: true,
  maxItems: true,
  maxLength: true,
  maxProperties: true,
  maximum: true,
  minItems: true,
  minLength: true,
  minProperties: true,
  minimum: true,
  nullable: true,
  pattern: true,
  properties: true,
  propertyOrdering: true,
  required: true,
  title: true,
  type: true,
};
const textual = [
  'maxItems',
  'maxLength',
  'maxProperties',
  'minItems',
  'minLength',
  'minProperties',
  'pattern',
] as const;

/** Returns the violations of the rules of the Gemini API in a schema. */
export function brokenGeminiRules(root: Schema): readonly string[] {
  const broken: string[] = [];
  const visit = (schema: Schema, path: string): void => {
    for (const field of Object.keys(schema)) if (!Object.hasOwn(fields, field)) broken.push(`${path} has ${field}`);
    for (const field of textual) {
      if (schema[field] !== undefined && typeof schema[field] !== 'string')
        broken.push(`${path} has no text as ${field}`);
    }
    if ((schema.type === undefined) === (schema.anyOf === undefined)) broken.push(`${path} needs a type or anyOf`);
    if (schema.type !== undefined && !Object.values(Type).includes(schema.type)) broken.push(`${path} has a bad type`);
    if (schema.enum?.some((value) => typeof value !== 'string' || value === '')) broken.push(`${path} has a bad enum`);
    if (schema.enum !== undefined && schema.type !== Type.STRING) broken.push(`${path} has an enum of no strings`);
    if (schema.type === Type.ARRAY && schema.items === undefined) broken.push(`${path} has no items`);
    if (schema.properties !== undefined && Object.keys(schema.properties).length === 0) {
      broken.push(`${path} has no properties`);
    }
    for (const name of schema.required ?? []) {
      if (!Object.hasOwn(schema.properties ?? {}, name)) broken.push(`${path} requires the unknown '${name}'`);
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) visit(property, `${path}/${name}`);
    if (schema.items !== undefined) visit(schema.items, `${path}/items`);
    for (const [index, branch] of (schema.anyOf ?? []).entries()) visit(branch, `${path}/anyOf/${index}`);
  };
  visit(root, '');
  return broken;
}
