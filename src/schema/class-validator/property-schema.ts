import type { JsonSchema } from '../../base/json/json-schema.js';
import type { Constructor } from '../../tool/metadata/class-records.js';
import type { ValidationRule } from '../dto/validation-rules.js';
import { dateSchema } from '../json-schema/date-text.js';
import { jsonValue } from '../json-schema/json-value.js';
import type { DtoProperty } from './dto-description.js';
import { isPrimitive, mergeSchemas, nullable, typesOf } from './merge-schemas.js';
import { entryOf } from './rule-table.js';

/** A DTO class as the value of a property. */
export interface DtoReference {
  readonly dto: Constructor;
  /** The discriminator property of its objects, if they have one. */
  readonly tag?: { readonly property: string; readonly value: string };
}

/** A function that returns the schema that refers to a class, or undefined if the class is not a DTO. */
export type ReferTo = (reference: DtoReference) => JsonSchema | undefined;

/** Returns the published schema of one property. */
export function propertySchema(property: DtoProperty, refer: ReferTo): JsonSchema {
  const { field } = property;
  const initial = jsonValue(field.default) ?? jsonValue(initialOf(property));
  const examples = jsonValue(field.examples);
  const shape = shapeOf(property, refer);
  const merged = mergeSchemas(field.description === undefined ? [shape] : [{ description: field.description }, shape]);
  const schema: Record<string, unknown> = {};
  // The description comes first, because a model reads the schema in order.
  if (merged.description !== undefined) schema.description = merged.description;
  Object.assign(schema, merged);
  if (initial !== undefined) schema.default = initial;
  if (Array.isArray(examples)) schema.examples = examples;
  return schema;
}

/** Checks whether a caller must send the property, because no rule and no initial value makes it optional. */
export function isRequired(property: DtoProperty): boolean {
  if (hasRule(property, 'isOptional') || hasRule(property, 'conditionalValidation')) return false;
  if (initialOf(property) !== undefined) return false;
  return property.rules.some(({ name, constraints, conditional }) => {
    return !conditional && entryOf(name)?.acceptsUndefined?.(constraints) !== true;
  });
}

function hasRule({ rules }: DtoProperty, name: string): boolean {
  return rules.some((rule) => rule.name === name);
}

/** Returns the initial value of the property. A null that the rules would reject does not count. */
function initialOf(property: DtoProperty): unknown {
  return property.initial === null && !hasRule(property, 'isOptional') ? undefined : property.initial;
}

function shapeOf(property: DtoProperty, refer: ReferTo): JsonSchema {
  const written = jsonValue(property.field.schema);
  if (isSchema(written)) return written;
  if (property.transformed) return describeResult(property);
  const shape = ruledShape(property, refer);
  if (hasRule(property, 'conditionalValidation')) return describeCondition(shape);
  return hasRule(property, 'isOptional') ? nullable(shape) : shape;
}

/**
 * Describes the rules of a property with a `@Transform`. They apply to its result, so they must not limit what is sent.
 */
function describeResult(property: DtoProperty): JsonSchema {
  const { description, ...rules } = ruledShape(property, () => undefined);
  const after = hasRule(property, 'conditionalValidation') ? 'transformation, under a condition' : 'transformation';
  const note = Object.keys(rules).length === 0 ? {} : { description: `After a ${after}: ${JSON.stringify(rules)}.` };
  return mergeSchemas([note, description === undefined ? {} : { description }]);
}

// If the condition is false, class-validator accepts anything.
function describeCondition({ description, ...rules }: JsonSchema): JsonSchema {
  const note =
    Object.keys(rules).length === 0
      ? 'Checked only under a condition.'
      : `Under a condition: ${JSON.stringify(rules)}.`;
  return { description: description === undefined ? note : `${note} ${description}` };
}

/**
 * Checks whether a property is declared as an array, and the rules for its items are the only ones that say so. Then
 * class-validator accepts a single item as well.
 */
export function isArrayByItems(property: DtoProperty): boolean {
  const { designType, collection, field, rules } = property;
  if (field.schema !== undefined || collection === 'map' || hasRule(property, 'conditionalValidation')) return false;
  // Another emitted type may be that of a union with a single item.
  if (designType !== undefined && designType !== Array && designType !== Set) return false;
  const [own] = rulesOfShape(property);
  return rules.some(({ each, conditional }) => each && !conditional) && isList(property, own);
}

/** Returns the schema of the rules for the value, and of the rules for each item. */
function rulesOfShape({ rules }: DtoProperty): readonly [own: JsonSchema, each: JsonSchema] {
  const ofAll: JsonSchema[] = [];
  const ofEach: JsonSchema[] = [];
  for (const rule of rules) {
    if (!rule.conditional) (rule.each ? ofEach : ofAll).push(ruleSchema(rule));
  }
  return [mergeSchemas(ofAll), mergeSchemas(ofEach)];
}

function ruledShape(property: DtoProperty, refer: ReferTo): JsonSchema {
  const [own, each] = rulesOfShape(property);
  if (property.collection === 'map') {
    return mergeSchemas([own, { type: 'object', additionalProperties: valueSchema(property, each, refer) }]);
  }
  if (!isList(property, own)) return valueSchema(property, mergeSchemas([own, each]), refer);
  const items = valueSchema(property, each, refer);
  const list = mergeSchemas([own, { type: 'array', ...(Object.keys(items).length === 0 ? {} : { items }) }]);
  return isPrimitive(items) ? list : omit(list, 'uniqueItems');
}

const open: JsonSchema = Object.freeze({});

function ruleSchema({ name, constraints }: ValidationRule): JsonSchema {
  return entryOf(name)?.toSchema?.(constraints) ?? open;
}

function isList(property: DtoProperty, own: JsonSchema): boolean {
  const types = typesOf(own);
  if (types !== undefined) return types.includes('array');
  if (isTyped(own)) return false;
  const { collection, designType, rules } = property;
  const holdsMany = collection === 'set' || designType === Array || designType === Set;
  const holdsOne = plainTypes.has(designType);
  return rules.some(({ each, conditional, name }) => {
    return (each && !conditional && !holdsOne) || (holdsMany && name === 'nestedValidation');
  });
}

/** Returns the schema of a value or of each item of a list, from its rules and its class or type. */
function valueSchema(property: DtoProperty, ruled: JsonSchema, refer: ReferTo): JsonSchema {
  const isNested = hasRule(property, 'nestedValidation');
  const typed = isNested ? nestedSchema(property, refer) : isTyped(ruled) ? {} : emittedType(property, refer);
  if (!isNested && !isTyped(ruled)) return mergeSchemas([ruled, typed]);
  // An instance may have own properties in addition to those that were sent.
  const rules = property.type === undefined ? ruled : omit(ruled, 'minProperties');
  if (Object.keys(typed).length === 0) return rules;
  const merged = mergeSchemas([rules, { type: 'object' }, typed]);
  return merged.$ref === undefined ? merged : omit(merged, 'type');
}

function nestedSchema(property: DtoProperty, refer: ReferTo): JsonSchema {
  const { discriminator, type } = property;
  const subtypes: JsonSchema[] = [];
  for (const subtype of discriminator?.subtypes ?? []) {
    const tag = { property: discriminator?.property ?? '', value: subtype.name };
    const schema = refer({ dto: subtype.type, tag });
    if (schema !== undefined) subtypes.push(schema);
  }
  const [first, ...more] = subtypes;
  if (first !== undefined) return more.length === 0 ? first : { anyOf: subtypes };
  const dto = type ?? property.designType;
  return (typeof dto === 'function' ? refer({ dto }) : undefined) ?? {};
}

/**
 * Returns the schema of the type that `@Type()` names or the compiler emitted, for a property without a rule on its
 * type.
 */
function emittedType(property: DtoProperty, refer: ReferTo): JsonSchema {
  for (const candidate of [property.type, property.designType]) {
    const plain = plainTypes.get(candidate);
    if (plain !== undefined) return plain;
    const referred = typeof candidate === 'function' ? refer({ dto: candidate }) : undefined;
    if (referred !== undefined) return referred;
  }
  return {};
}

const plainTypes: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
  [Date, dateSchema],
]);

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTyped(schema: JsonSchema): boolean {
  return ['type', 'enum', 'const', 'anyOf'].some((keyword) => Object.hasOwn(schema, keyword));
}

function omit(schema: JsonSchema, keyword: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
}
