import { compileFunction, isNoPlainObject } from '../../compiled-function.js';
import type { JsonSchema } from '../../json-schema.js';
import { listOf } from '../../list-of.js';
import { annotationKeywords } from '../json-schema/annotation-keywords.js';
import { isRecord } from '../json-schema/schema-walk.js';
import { type CopyTally, limitedCopy, UNCOPIED } from './limited-copy.js';
import { argumentLimits } from './limits.js';

/**
 * Copies the arguments of a call, so that neither the pipeline nor a tool changes the caller's, and holds them within
 * the limits on the way. Undefined where that takes a closer look: a value of another kind than the schema says, one that
 * may be too large, an object of some class.
 */
export type ArgumentIntake = (given: object) => Record<string, unknown> | undefined;

/**
 * Compiles the intake for a schema. Where the schema says what stands, the copy is made by name; all else is copied value
 * by value.
 *
 * @param isEnforced - Whether the validator holds the arguments to all that the schema says. Then what a closed object
 * has beyond its properties is passed by: it is refused without being looked into.
 */
export function compileIntake(schema: JsonSchema, isEnforced: boolean): ArgumentIntake {
  const shape = shapeOf(schema, 0);
  if (typeof shape !== 'object' || shape.kind !== 'object') return copyWhole;
  const writer = new IntakeWriter(isEnforced);
  writer.write(shape);
  const intake = compileFunction({ limits: argumentLimits, copyAny }, writer.code()) as ArgumentIntake | undefined;
  return intake ?? copyWhole;
}

/** What a schema says of the kind of a value, as far as copying it goes. */
type Shape = 'scalar' | 'any' | ArrayShape | ObjectShape;

interface ArrayShape {
  readonly kind: 'array';
  readonly items: 'scalar' | ObjectShape;
  readonly isNullable: boolean;
}

interface ObjectShape {
  readonly kind: 'object';
  readonly properties: readonly (readonly [name: string, shape: Shape])[];
  /** Whether the validator refuses all other properties. */
  readonly isClosed: boolean;
  readonly isNullable: boolean;
}

// Written code grows with each level.
const deepestShape = 4;

// Of an object that has others beside these, another schema may look into its properties.
const objectKeywords = new Set([
  ...['$schema', 'type', 'properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...annotationKeywords,
]);

// Likewise of an array of objects: `contains` and the like look at its items as well.
const listKeywords = new Set(['type', 'items', 'minItems', 'maxItems', ...annotationKeywords]);

const scalarTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

function shapeOf(schema: unknown, depth: number): Shape {
  if (!isRecord(schema) || depth > deepestShape) return 'any';
  const types: readonly unknown[] = schema.type === undefined ? [] : listOf(schema.type);
  if (types.length > 0 && types.every((type) => scalarTypes.has(type))) return 'scalar';
  if (types.length === 0 && Array.isArray(schema.enum) && schema.enum.every(isScalar)) return 'scalar';
  const isNullable = types.includes('null');
  const [kind, ...others] = types.filter((type) => type !== 'null');
  if (others.length > 0) return 'any';
  if (kind === 'object') return objectShape(schema, depth, isNullable);
  return kind === 'array' ? arrayShape(schema, depth, isNullable) : 'any';
}

function arrayShape(schema: JsonSchema, depth: number, isNullable: boolean): Shape {
  const items = schema.prefixItems === undefined ? shapeOf(schema.items, depth + 1) : 'any';
  if (items === 'scalar') return { kind: 'array', items, isNullable };
  const isList = Object.keys(schema).every((keyword) => listKeywords.has(keyword));
  if (items === 'any' || items.kind !== 'object' || !isList) return 'any';
  return { kind: 'array', items, isNullable };
}

function objectShape(schema: JsonSchema, depth: number, isNullable: boolean): Shape {
  if (!Object.keys(schema).every((keyword) => objectKeywords.has(keyword))) return 'any';
  const properties = Object.entries(schema.properties ?? {});
  // Assigning to it would set a prototype.
  if (properties.some(([name]) => name === '__proto__')) return 'any';
  return {
    kind: 'object',
    properties: properties.map(([name, held]) => [name, shapeOf(held, depth + 1)]),
    isClosed: schema.additionalProperties === false,
    isNullable,
  };
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** A value in the written code. */
interface Place {
  /** The variable that holds it. */
  readonly value: string;
  /** Where its copy goes. */
  readonly target: string;
  readonly depth: number;
}

/** Writes the code of an intake. In it, `values` and `characters` count, and `return undefined` gives up. */
class IntakeWriter {
  readonly #lines: string[] = [];
  readonly #isEnforced: boolean;
  /** Characters of all keys that the objects may have. */
  #keyCharacters = 0;
  #variables = 0;

  constructor(isEnforced: boolean) {
    this.#isEnforced = isEnforced;
  }

  write(shape: ObjectShape): void {
    this.#lines.push(`if (${isNoPlainObject('given')}) return undefined;`, 'let args;');
    this.#object(shape, { value: 'given', target: 'args', depth: 0 });
  }

  code(): string {
    return [
      'const { characters: characterLimit, values: valueLimit } = limits;',
      'return function intake(given) {',
      `let values = 1, characters = ${this.#keyCharacters};`,
      ...this.#lines,
      'return values > valueLimit || characters > characterLimit ? undefined : args;',
      '};',
    ].join('\n');
  }

  #value(shape: Shape, place: Place): void {
    const { value } = place;
    if (shape === 'scalar') this.#lines.push(scalarCount(value));
    else if (shape === 'any')
      this.#lines.push(`if (${isObject(value)}) {`, ...this.#anyCopy(place), `} else ${textCount(value)}`);
    else {
      if (shape.isNullable) this.#lines.push(`if (${value} !== null) {`);
      if (shape.kind === 'object') this.#heldObject(shape, place);
      else if (shape.items === 'scalar') this.#scalars(place);
      else this.#objects(shape.items, place);
      if (shape.isNullable) this.#lines.push('}');
    }
  }

  #heldObject(shape: ObjectShape, place: Place): void {
    const { value } = place;
    this.#lines.push(`if (!(${isObject(value)}) || ${isNoPlainObject(value)}) return undefined;`);
    this.#object(shape, place);
  }

  #object({ properties, isClosed }: ObjectShape, place: Place): void {
    const copy = this.#variable();
    this.#lines.push(`const ${copy} = { ...${place.value} }; values += ${properties.length};`);
    for (const [name, shape] of properties) {
      const [value, key] = [this.#variable(), JSON.stringify(name)];
      const target = `${copy}[${key}]`;
      this.#keyCharacters += name.length;
      this.#lines.push(
        `const ${value} = ${target};`,
        `if (${value} === undefined) { if (${key} in ${copy}) delete ${target}; } else {`,
      );
      this.#value(shape, { value, target, depth: place.depth + 1 });
      this.#lines.push('}');
    }
    if (isClosed && this.#isEnforced) this.#lines.push(`${place.target} = ${copy};`);
    else this.#openEnd(properties, copy, place);
  }

  /** Copies an open object value by value if it has more than is declared. */
  #openEnd(properties: ObjectShape['properties'], copy: string, place: Place): void {
    const isDeclared = properties.map(([name]) => `key === ${JSON.stringify(name)}`).join(' || ') || 'false';
    this.#lines.push(
      'let isMore = false;',
      `for (const key in ${copy}) if (!(${isDeclared})) { isMore = true; break; }`,
      'if (isMore) {',
      ...this.#anyCopy(place),
      `} else ${place.target} = ${copy};`,
    );
  }

  #scalars({ value, target }: Place): void {
    this.#lines.push(
      arrayLimit(value),
      `for (let index = 0; index < ${value}.length; index++) { const item = ${value}[index]; ${scalarCount('item')} }`,
      `${target} = ${value}.slice();`,
    );
  }

  #objects(items: ObjectShape, { value, target, depth }: Place): void {
    const [copy, index, item] = [this.#variable(), this.#variable(), this.#variable()];
    const keyCharacters = this.#keyCharacters;
    this.#lines.push(
      arrayLimit(value),
      `const ${copy} = ${value}.slice();`,
      `for (let ${index} = 0; ${index} < ${copy}.length; ${index}++) { const ${item} = ${copy}[${index}];`,
      // A hole stays a hole.
      `if (${item} === undefined) continue;`,
    );
    this.#heldObject(items, { value: item, target: `${copy}[${index}]`, depth: depth + 1 });
    // Each item has its keys, and many may have many.
    this.#lines.push(
      `characters += ${this.#keyCharacters - keyCharacters}; if (values > valueLimit) return undefined; }`,
      `${target} = ${copy};`,
    );
    this.#keyCharacters = keyCharacters;
  }

  #anyCopy({ value, target, depth }: Place): readonly string[] {
    const copy = this.#variable();
    return [
      'const tally = { values, characters };',
      `const ${copy} = copyAny(${value}, ${depth}, tally); if (${copy} === undefined) return undefined;`,
      `${target} = ${copy}; values = tally.values; characters = tally.characters;`,
    ];
  }

  #variable(): string {
    return `v${this.#variables++}`;
  }
}

/** Gives up on what is no array, and on a long one: it is not worth the walk, for it is refused anyway. */
function arrayLimit(value: string): string {
  return `if (!Array.isArray(${value}) || (values += ${value}.length) > valueLimit) return undefined;`;
}

function isObject(value: string): string {
  return `typeof ${value} === 'object' && ${value} !== null`;
}

function textCount(value: string): string {
  return `if (typeof ${value} === 'string') characters += ${value}.length;`;
}

function scalarCount(value: string): string {
  return `${textCount(value)} else if (${isObject(value)}) return undefined;`;
}

function copyWhole(given: object): Record<string, unknown> | undefined {
  return copyAny(given, 0, { values: 0, characters: 0 }) as Record<string, unknown> | undefined;
}

/** A copy of an object; undefined where it is not copied. */
function copyAny(value: object, depth: number, tally: CopyTally): unknown {
  const copy = limitedCopy(value, depth, tally);
  return copy === UNCOPIED ? undefined : copy;
}
