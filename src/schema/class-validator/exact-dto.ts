import type { JsonSchema } from '../../base/json/json-schema.js';
import { type DtoClass, roleOf, rulesByProperty, type ValidationRule } from '../dto/validation-rules.js';
import { safeName } from '../json-schema/normalize-names.js';
import { refTo, UniqueNames } from '../json-schema/schema-refs.js';
import { describeDto } from './dto-description.js';
import { exactRuleSchema, ruleAccepts } from './exact-rule.js';
import { type AssignedClass, createInstanceFactory, type InstanceFactory } from './instance-factory.js';
import { isPrimitive, mergeSchemas, nullable } from './merge-schemas.js';
import { assignedTypes } from './plain-assignment.js';
import type { TransformStorage } from './private-modules.js';
import { isArrayByItems } from './property-schema.js';

/**
 * A DTO class that a JSON Schema validates exactly like class-validator, and for whose instances class-transformer only
 * uses `new` and assignments.
 */
export interface ExactDto {
  /**
   * The schema that accepts exactly the arguments that class-validator accepts. It counts characters in the same way.
   */
  readonly schema: JsonSchema;
  /** Creates the instance from arguments that the schema accepts. The instance shares no object with the arguments. */
  readonly create: InstanceFactory;
}

/** Describes a DTO class exactly. Returns undefined if it needs class-validator or class-transformer. */
export function describeExactly(dto: DtoClass, storage: TransformStorage): ExactDto | undefined {
  const classes = new Map<DtoClass, ExactClass>();
  if (!collectClasses(dto, storage, classes)) return undefined;
  return { schema: schemaOf(dto, classes), create: createInstanceFactory(dto, classes) };
}

/** One class, without the classes of its properties. */
interface ExactClass extends AssignedClass {
  readonly properties: ReadonlyMap<string, ExactProperty>;
}

interface ExactProperty {
  readonly isRequired: boolean;
  readonly isArray: boolean;
  /** Returns the schema of the value. `refs` are the references to the class that `@Type` names. */
  readonly toSchema: (refs: ClassRefs | undefined) => JsonSchema;
}

/** The references to a class for the schema of a property. */
interface ClassRefs {
  /** Refers to the objects of a class. */
  readonly object: JsonSchema;
  /** Refers to the objects of a class and to arrays of them, at any depth: `@ValidateNested()` accepts both. */
  readonly objectOrArray: JsonSchema;
  /** Returns the definitions for both references, from the schema of the class. */
  readonly definitions: (schema: JsonSchema) => Readonly<Record<string, JsonSchema>>;
}

/** Collects a class and the classes that it refers to. Returns whether all of them are exact. */
function collectClasses(dto: DtoClass, storage: TransformStorage, into: Map<DtoClass, ExactClass>): boolean {
  if (into.has(dto)) return true;
  const described = describeClass(dto, storage);
  if (described === undefined) return false;
  into.set(dto, described);
  return [...described.types.values()].every((type) => collectClasses(type, storage, into));
}

function describeClass(dto: DtoClass, storage: TransformStorage): ExactClass | undefined {
  const rules = rulesByProperty(dto);
  const types = assignedTypes({ dto, names: [...rules.keys()] }, storage);
  const fresh = createFresh(dto);
  // class-validator rejects an instance with a property that has no rule.
  if (types === undefined || fresh === undefined || !Object.keys(fresh).every((name) => rules.has(name))) {
    return undefined;
  }
  const properties = new Map<string, ExactProperty>();
  for (const [name, own] of rules) {
    const initial: unknown = Reflect.get(fresh, name);
    const described = describeDto(dto).get(name);
    const isArray = described !== undefined && isArrayByItems(described);
    const property = describeProperty({ rules: own, isTyped: types.has(name), isArray, initial });
    if (property === undefined) return undefined;
    properties.set(name, property);
  }
  const arrays = [...properties.keys()].filter((name) => properties.get(name)?.isArray);
  return { properties, types, arrays };
}

/** Creates a new instance. Returns undefined if the constructor throws or returns another object. */
function createFresh(dto: DtoClass): object | undefined {
  try {
    const fresh: object = Reflect.construct(dto, []);
    return Object.getPrototypeOf(fresh) === dto.prototype && Object.isExtensible(fresh) ? fresh : undefined;
  } catch {
    return undefined;
  }
}

interface PropertyFacts {
  readonly rules: readonly ValidationRule[];
  /** Whether `@Type` names a class for the property. */
  readonly isTyped: boolean;
  /** Whether only an array is accepted, although no rule says so. */
  readonly isArray: boolean;
  /** The value of the property in a new instance. */
  readonly initial: unknown;
}

function describeProperty({ rules, isTyped, isArray, initial }: PropertyFacts): ExactProperty | undefined {
  const ofValue: JsonSchema[] = isArray ? [{ type: 'array' }] : [];
  const ofItems: JsonSchema[] = [];
  for (const rule of rules) {
    const role = roleOf(rule);
    const schema = role === 'defined' || role === 'ordinary' ? exactRuleSchema(rule) : freeSchema(rule);
    if (schema === undefined) return undefined;
    (rule.each && role !== 'nested' ? ofItems : ofValue).push(schema);
  }
  const [value, items] = [mergeSchemas(ofValue), mergeSchemas(ofItems)];
  const isNested = rules.some((rule) => roleOf(rule) === 'nested');
  if (isNested !== isTyped || (ofItems.length > 0 && value.type !== 'array')) return undefined;
  if (!isTyped && !isData(value, items)) return undefined;
  const isOptional = rules.some((rule) => roleOf(rule) === 'optional');
  const isComplete = (isOptional && (initial === undefined || initial === null)) || isAccepted(rules, initial);
  // If an initialiser violates a rule of its own property, class-validator must write the message.
  if (!isComplete && initial !== undefined && initial !== null) return undefined;
  return {
    isRequired: !isComplete,
    isArray: !isTyped && value.type === 'array',
    toSchema: (refs) => {
      const schema = refs === undefined ? withItems(value, items) : nestedSchema(value, items, refs);
      return isOptional ? nullable(schema) : schema;
    },
  };
}

/**
 * Returns the open schema of a rule that accepts any value itself, or undefined if only class-validator can run the
 * rule.
 */
function freeSchema(rule: ValidationRule): JsonSchema | undefined {
  const role = roleOf(rule);
  const isMessage = role === 'nested' && rule.hasMessage;
  return role === 'other' || rule.conditional || isMessage ? undefined : {};
}

/** Checks whether class-validator accepts the value of a property in a new instance. */
function isAccepted(rules: readonly ValidationRule[], initial: unknown): boolean {
  if (typeof initial === 'function') return false;
  return rules.every((rule) => {
    const role = roleOf(rule);
    if (role === 'nested') return initial === undefined || (Array.isArray(initial) && initial.length === 0);
    return role === 'optional' || role === 'nothing' || ruleAccepts(rule, initial);
  });
}

/**
 * Checks whether a schema accepts only values without objects, because class-transformer copies other objects in its
 * own way.
 */
function isData(value: JsonSchema, items: JsonSchema): boolean {
  return isPrimitive(value) || (value.type === 'array' && isPrimitive(items));
}

function withItems(value: JsonSchema, items: JsonSchema): JsonSchema {
  return value.type === 'array' ? { ...value, items } : value;
}

function nestedSchema(value: JsonSchema, items: JsonSchema, { object, objectOrArray }: ClassRefs): JsonSchema {
  if (value.type === 'array') {
    return { ...value, items: { ...items, ...(items.type === 'object' ? object : objectOrArray) } };
  }
  return { ...value, ...(value.type === 'object' ? object : objectOrArray) };
}

function schemaOf(dto: DtoClass, classes: ReadonlyMap<DtoClass, ExactClass>): JsonSchema {
  const names = new UniqueNames();
  const refs = new Map<DtoClass, ClassRefs>();
  for (const type of classes.keys()) refs.set(type, createRefs(names.take(safeName(String(type.name))), names));
  const definitions: Record<string, JsonSchema> = {};
  let root: JsonSchema = {};
  for (const [type, described] of classes) {
    const schema = objectSchema(described, refs);
    if (type === dto) root = schema;
    Object.assign(definitions, refs.get(type)?.definitions(schema));
  }
  return { ...root, $defs: definitions };
}

function createRefs(name: string, names: UniqueNames): ClassRefs {
  const listName = names.take(`${name}_list`);
  const [object, objectOrArray] = [{ $ref: refTo(name) }, { $ref: refTo(listName) }];
  return {
    object,
    objectOrArray,
    definitions: (schema) => ({
      [name]: schema,
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nothing awaits a schema.
      [listName]: { if: { type: 'array' }, then: { items: objectOrArray }, else: object },
    }),
  };
}

function objectSchema({ properties, types }: ExactClass, refs: ReadonlyMap<DtoClass, ClassRefs>): JsonSchema {
  const schemas: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, { isRequired, toSchema }] of properties) {
    const type = types.get(name);
    schemas[name] = toSchema(type === undefined ? undefined : refs.get(type));
    if (isRequired) required.push(name);
  }
  return { type: 'object', properties: schemas, required, additionalProperties: false };
}
