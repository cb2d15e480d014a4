import { isJsonObject, type JsonObject, writeJson } from './json.js';
import { mergeSchemas, nameOfReference, resolveSchema } from './schema.js';

/** Unions of one variant that are nested deeper than this stay unions. */
const maxDepth = 8;

/** What every field of a form has. */
interface FieldBase {
  readonly title?: string;
  readonly description?: string;
  /** Whether null is accepted in addition. */
  readonly nullable: boolean;
  /** What the values are, in a word. */
  readonly hint: string;
}

/** A property of an object. */
export interface FieldProperty {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/** A variant of a union. */
export interface FieldVariant {
  readonly label: string;
  readonly schema: unknown;
}

/** A field for an object. `additional` is the schema of further properties, if the form can add some. */
export interface ObjectField extends FieldBase {
  readonly kind: 'object';
  readonly properties: readonly FieldProperty[];
  readonly additional: unknown;
}

/** A field for an array. The first items have schemas of their own in `prefix`. */
export interface ArrayField extends FieldBase {
  readonly kind: 'array';
  readonly items: unknown;
  readonly prefix: readonly unknown[];
}

/** A field for a text. */
export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly input: 'line' | 'lines' | 'date' | 'date-time' | 'file';
  readonly mediaType?: string;
}

/** A field for one of some values. */
export interface EnumField extends FieldBase {
  readonly kind: 'enum';
  readonly options: readonly { readonly label: string; readonly value: unknown }[];
}

/** A field for one of some schemas. */
export interface UnionField extends FieldBase {
  readonly kind: 'union';
  readonly variants: readonly FieldVariant[];
}

/** A field that a schema describes. A field of the kind `json` is edited as JSON. */
export type Field =
  | ObjectField
  | ArrayField
  | TextField
  | EnumField
  | UnionField
  | (FieldBase & { readonly kind: 'number'; readonly integer: boolean })
  | (FieldBase & { readonly kind: 'const'; readonly value: unknown })
  | (FieldBase & { readonly kind: 'boolean' | 'null' | 'json' });

/** Reads the field that a schema describes. Fields within it are read when they are shown: a schema may contain itself. */
export function readField(schema: unknown, root: JsonObject): Field {
  const { schema: resolved, nullable } = withoutNull(resolveSchema(schema, root), root);
  const base: FieldBase = {
    ...textsOf(resolved),
    nullable,
    hint: hintOf(resolved),
  };
  if (Object.hasOwn(resolved, 'const')) return { ...base, kind: 'const', value: resolved.const, hint: 'constant' };
  const variants = variantsOf(resolved, root);
  const options = Array.isArray(resolved.enum) ? resolved.enum.map(optionOf) : optionsOf(variants, root);
  if (options !== undefined) return { ...base, kind: 'enum', options, hint: 'one of' };
  if (variants.length > 1) return { ...base, kind: 'union', variants, hint: 'one of' };
  return typedField(resolved, base);
}

function typedField(schema: JsonObject, base: FieldBase): Field {
  switch (typeOf(schema)) {
    case 'object':
      return objectField(schema, base);
    case 'array':
      return arrayField(schema, base);
    case 'string':
      return { ...base, kind: 'text', ...textInput(schema) };
    case 'integer':
      return { ...base, kind: 'number', integer: true };
    case 'number':
      return { ...base, kind: 'number', integer: false };
    case 'boolean':
      return { ...base, kind: 'boolean' };
    case 'null':
      return { ...base, kind: 'null' };
    default:
      return { ...base, kind: 'json' };
  }
}

function textsOf({ title, description }: JsonObject): Pick<FieldBase, 'title' | 'description'> {
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}

/** Returns the only type of a schema. What has several is a union. */
function typeOf(schema: JsonObject): unknown {
  if (schema.type !== undefined) return Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (isJsonObject(schema.properties) || isJsonObject(schema.additionalProperties)) return 'object';
  return isJsonObject(schema.items) ? 'array' : undefined;
}

function hintOf(schema: JsonObject): string {
  const type = typeOf(schema);
  const { format } = schema;
  return typeof format === 'string' ? format : typeof type === 'string' ? type : 'any value';
}

function objectField(schema: JsonObject, base: FieldBase): Field {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const additional = additionalOf(schema);
  if (Object.keys(properties).length === 0 && !isJsonObject(additional)) {
    return schema.additionalProperties === false
      ? { ...base, kind: 'object', properties: [], additional: undefined }
      : { ...base, kind: 'json' };
  }
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
  }));
  return { ...base, kind: 'object', properties: fields, additional };
}

function additionalOf(schema: JsonObject): unknown {
  const { additionalProperties: additional, patternProperties: patterns } = schema;
  if (isJsonObject(additional)) return additional;
  if (isJsonObject(patterns)) return Object.values(patterns)[0];
  return additional === true ? true : undefined;
}

function arrayField(schema: JsonObject, base: FieldBase): Field {
  // Before the draft 2020-12, a list in `items` was what `prefixItems` is now.
  if (Array.isArray(schema.items))
    return { ...base, kind: 'array', items: schema.additionalItems, prefix: schema.items };
  return {
    ...base,
    kind: 'array',
    items: schema.items,
    prefix: Array.isArray(schema.prefixItems) ? schema.prefixItems : [],
  };
}

function textInput(schema: JsonObject): Pick<TextField, 'input' | 'mediaType'> {
  const { format, contentEncoding, contentMediaType, maxLength } = schema;
  if (contentEncoding === 'base64' || contentEncoding === 'base64url' || format === 'binary' || format === 'byte') {
    return { input: 'file', ...(typeof contentMediaType === 'string' ? { mediaType: contentMediaType } : {}) };
  }
  if (format === 'date' || format === 'date-time') return { input: format };
  const isLine = typeof format === 'string' || (typeof maxLength === 'number' && maxLength <= 80);
  return { input: isLine || typeof schema.pattern === 'string' ? 'line' : 'lines' };
}

/** Splits a schema into what it describes without null, and whether it accepts null. */
function withoutNull(
  schema: JsonObject,
  root: JsonObject,
  depth = 0,
): { readonly schema: JsonObject; readonly nullable: boolean } {
  if (Array.isArray(schema.type) && schema.type.length > 1 && schema.type.includes('null')) {
    const types = schema.type.filter((type) => type !== 'null');
    return { schema: { ...schema, type: types.length === 1 ? types[0] : types }, nullable: true };
  }
  const keyword = unionKeyword(schema);
  const all = keyword === undefined ? undefined : schema[keyword];
  if (keyword === undefined || !Array.isArray(all)) return { schema, nullable: false };
  const others = all.filter((variant) => !isNull(resolveSchema(variant, root)));
  const nullable = others.length < all.length && others.length > 0;
  const { [keyword]: _, ...rest } = schema;
  if (others.length !== 1 || depth > maxDepth)
    return { schema: nullable ? { ...rest, [keyword]: others } : schema, nullable };
  const single = withoutNull(resolveSchema(others[0], root), root, depth + 1);
  return { schema: mergeSchemas(single.schema, rest), nullable: nullable || single.nullable };
}

function isNull(schema: JsonObject): boolean {
  return schema.type === 'null' || (Object.hasOwn(schema, 'const') && schema.const === null);
}

function unionKeyword(schema: JsonObject): 'anyOf' | 'oneOf' | undefined {
  if (Array.isArray(schema.oneOf)) return 'oneOf';
  return Array.isArray(schema.anyOf) ? 'anyOf' : undefined;
}

/** What a union says about itself, not about its variants. */
const ofUnion: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'examples', 'discriminator', '$defs', 'definitions', '$schema', '$id'],
]);

function variantsOf(schema: JsonObject, root: JsonObject): readonly FieldVariant[] {
  const keyword = unionKeyword(schema);
  if (keyword === undefined) {
    const types = Array.isArray(schema.type) && schema.type.length > 1 ? schema.type : [];
    return types.map((type) => ({ label: String(type), schema: { ...schema, type } }));
  }
  const all = schema[keyword];
  const rest = Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword && !ofUnion.has(name)));
  const variants: readonly unknown[] = Array.isArray(all) ? all : [];
  return variants.map((variant, index) => ({
    label: labelOf(variant, root) ?? `Variant ${index + 1}`,
    // What the union says applies to each variant. It is left out where it would hide a reference, which may be recursive.
    schema: Object.keys(rest).length === 0 || !isJsonObject(variant) ? variant : { allOf: [rest, variant] },
  }));
}

function labelOf(variant: unknown, root: JsonObject): string | undefined {
  const schema = resolveSchema(variant, root);
  if (typeof schema.title === 'string') return schema.title;
  if (Object.hasOwn(schema, 'const')) return optionOf(schema.const).label;
  const properties = isJsonObject(schema.properties) ? Object.values(schema.properties) : [];
  const constant = properties.map((property) => resolveSchema(property, root)).find(({ const: value }) => value);
  if (constant !== undefined) return optionOf(constant.const).label;
  const type = typeOf(schema);
  return nameOfReference(variant) ?? (typeof type === 'string' ? type : undefined);
}

/** Returns the options of a union all of whose variants are single values, such as constants with titles. */
function optionsOf(variants: readonly FieldVariant[], root: JsonObject): EnumField['options'] | undefined {
  const schemas = variants.map((variant) => ({ ...variant, resolved: resolveSchema(variant.schema, root) }));
  if (schemas.length < 2 || !schemas.every(({ resolved }) => Object.hasOwn(resolved, 'const'))) return undefined;
  return schemas.map(({ label, resolved }) => ({ label, value: resolved.const }));
}

function optionOf(value: unknown): { readonly label: string; readonly value: unknown } {
  return { label: typeof value === 'string' ? value : writeJson(value), value };
}
