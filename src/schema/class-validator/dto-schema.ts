import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { classNameOf } from '../../base/values/class-name.js';
import type { Constructor } from '../../tool/metadata/class-records.js';
import { isDtoClass } from '../dto/is-dto-class.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { jsonValue } from '../json-schema/json-value.js';
import { type DtoProperty, describeDto, excludedProperties } from './dto-description.js';
import { ruleRejects } from './exact-rule.js';
import { mergeSchemas } from './merge-schemas.js';
import { type DtoReference, isRequired, propertySchema, type ReferTo } from './property-schema.js';
import { initialValues } from './transform-probe.js';

/**
 * Returns the published schema of a DTO. It expresses the rules of the DTO and its nested DTOs as far as JSON Schema
 * can. Each call returns the same frozen object.
 *
 * @param where - The beginning of error messages, such as `Class.method: parameter 'name'`.
 * @throws DefinitionError if class-validator would reject every instance of the class or of a nested class.
 */
export function dtoJsonSchema(dto: DtoClass, where: string): JsonSchema {
  const known = schemas.get(dto);
  if (known !== undefined) return known;
  const schema = new DtoSchemaBuilder(where).build(dto);
  schemas.set(dto, schema);
  return schema;
}

// Not `memoize`, because an error names the first place that needs the schema.
const schemas = new WeakMap<DtoClass, JsonSchema>();

/** A class in one role: as itself, or as the subtype for one discriminator value. */
interface Shape {
  readonly dto: DtoClass;
  readonly tag: DtoReference['tag'];
  uses: number;
  recursive: boolean;
  /** The name in `$defs`, once it has been assigned. */
  name: string | undefined;
}

/**
 * The builder of one DTO's schema. A class that is used once is inlined. A class that is used again or refers to itself
 * becomes an entry of `$defs`. The first pass counts the uses and builds the schema. If a class is used again, a second
 * pass builds the schema again.
 */
class DtoSchemaBuilder {
  readonly #shapes = new Map<Constructor, Map<string, Shape>>();
  readonly #defs = new Map<string, JsonSchema>();
  readonly #where: string;
  #isRepeating = false;

  constructor(where: string) {
    this.#where = where;
  }

  build(dto: DtoClass): JsonSchema {
    const root = this.#shapeOf({ dto });
    if (root === undefined) return { type: 'object' };
    const first = this.#count(root, []);
    if (!this.#isRepeating) return jsonValue(first) as JsonSchema;
    // The root is always inlined, even if a definition repeats it.
    root.uses = root.recursive ? root.uses : 1;
    const body = this.#objectSchema(root, (reference) => this.#refer(reference));
    const $defs = Object.fromEntries(this.#defs);
    return jsonValue(this.#defs.size === 0 ? body : { ...body, $defs }) as JsonSchema;
  }

  #shapeOf({ dto, tag }: DtoReference): Shape | undefined {
    if (!isDtoClass(dto)) return undefined;
    const roles = this.#shapes.get(dto) ?? new Map<string, Shape>();
    this.#shapes.set(dto, roles);
    const role = tag === undefined ? '' : JSON.stringify([tag.property, tag.value]);
    const shape = roles.get(role) ?? { dto, tag, uses: 0, recursive: false, name: undefined };
    roles.set(role, shape);
    return shape;
  }

  /**
   * Counts the uses of a class and of the classes that it refers to. Returns its schema, valid if no class is used
   * again.
   */
  #count(shape: Shape, within: readonly Shape[]): JsonSchema {
    shape.uses++;
    if (within.includes(shape)) shape.recursive = true;
    if (shape.uses > 1) {
      this.#isRepeating = true;
      return {};
    }
    const path = [...within, shape];
    return this.#objectSchema(shape, (reference) => {
      const inner = this.#shapeOf(reference);
      return inner === undefined ? undefined : this.#count(inner, path);
    });
  }

  #refer(reference: DtoReference): JsonSchema | undefined {
    const shape = this.#shapeOf(reference);
    if (shape === undefined) return undefined;
    if (shape.uses < 2 && !shape.recursive) return this.#objectSchema(shape, (inner) => this.#refer(inner));
    if (shape.name === undefined) {
      shape.name = this.#freeName(shape);
      // The name is reserved before the definition is built, because it may refer to itself.
      this.#defs.set(shape.name, {});
      this.#defs.set(
        shape.name,
        this.#objectSchema(shape, (inner) => this.#refer(inner)),
      );
    }
    return { $ref: `#/$defs/${shape.name}` };
  }

  #freeName({ dto }: Shape): string {
    const base = dto.name.replaceAll(/[^A-Za-z0-9_.-]/g, '_') || 'Dto';
    let name = base;
    for (let suffix = 2; this.#defs.has(name); suffix++) name = `${base}${suffix}`;
    return name;
  }

  #objectSchema({ dto, tag }: Shape, refer: ReferTo): JsonSchema {
    checkRules(dto, this.#where);
    const properties = new Map<string, JsonSchema>();
    const required = new Set<string>();
    for (const property of describeDto(dto).values()) {
      const { argument } = property;
      if (argument === undefined) continue;
      properties.set(argument, propertySchema(property, refer));
      if (isRequired(property)) required.add(argument);
    }
    if (tag !== undefined) {
      properties.set(
        tag.property,
        mergeSchemas([properties.get(tag.property) ?? {}, { type: 'string', const: tag.value }]),
      );
      required.add(tag.property);
    }
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.size > 0 ? { required: [...required] } : {}),
      // class-validator rejects properties that are not declared.
      additionalProperties: false,
    };
  }
}

/** Throws a DefinitionError for a class whose instances class-validator would always reject. */
function checkRules(dto: DtoClass, where: string): void {
  const place = `${where}: ${classNameOf(dto)}`;
  const described = describeDto(dto);
  for (const { name, argument, rules } of described.values()) {
    if (argument !== undefined && rules.length === 0)
      throw createMissingRuleError(`${place}.${name}`, ' has @Field() but');
  }
  for (const property of described.values()) {
    checkTyped(place, property);
    checkFilled(place, property, dto);
  }
  for (const name of Object.keys(initialValues(dto))) {
    if (!described.has(name) && !excludedProperties(dto).has(name))
      throw createMissingRuleError(`${place}.${name}`, ' has');
  }
}

/** Throws a DefinitionError for a rule that no JSON value can satisfy without a conversion, if no conversion exists. */
function checkTyped(place: string, property: DtoProperty): void {
  const { name, argument, rules, type, transformed, discriminator } = property;
  if (argument === undefined || type !== undefined || transformed || discriminator !== undefined) return;
  const remedy = rules.some((rule) => rule.name === 'isDate')
    ? 'must be a Date, but has no conversion: add @Type(() => Date)'
    : rules.some((rule) => rule.name === 'nestedValidation')
      ? 'must be an instance of a class, but has no conversion: add @Type(() => …) with that class'
      : undefined;
  if (remedy === undefined) return;
  throw new DefinitionError(
    `${place}.${name} ${remedy}. If it is already present, two copies of class-transformer are installed: run ` +
      'npm ls class-transformer.',
  );
}

/** Throws a DefinitionError for a required property that class-transformer omits and that the class does not set. */
function checkFilled(place: string, property: DtoProperty, dto: DtoClass): void {
  const { name, argument, rules, initial } = property;
  if (argument !== undefined || initial !== undefined || !isRequired(property)) return;
  // An accessor may have a value or set that of another property.
  if (hasAccessor(dto)) return;
  const rule = rules.find((one) => !one.conditional && !one.each && ruleRejects(one, undefined));
  if (rule === undefined) return;
  throw new DefinitionError(
    `${place}.${name} is omitted by @Exclude() or by the groups of @Expose(), but required by its rules, so every call would ` +
      'be refused. Add @IsOptional(), or remove the rules.',
  );
}

function hasAccessor(dto: DtoClass): boolean {
  for (let prototype = dto.prototype; prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    if (prototype === Object.prototype) break;
    const members = Object.values(Object.getOwnPropertyDescriptors(prototype));
    if (members.some(({ get, set }) => get !== undefined || set !== undefined)) return true;
  }
  return false;
}

function createMissingRuleError(place: string, what: string): DefinitionError {
  return new DefinitionError(
    `${place}${what} no class-validator rule, so class-validator would reject it. Add a rule, or @Allow().`,
  );
}
