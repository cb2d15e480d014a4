import type { JsonSchema } from '../json-schema.js';
import { type CopyTally, limitedCopy, UNCOPIED } from './limited-copy.js';
import { argumentLimits } from './limits.js';
import { isRecord } from './schema-walk.js';

/**
 * Copies the arguments of a call, so that neither the pipeline nor a tool changes the caller's, and holds them within
 * the limits on the way. Undefined where that takes a closer look: a value of another kind than the schema says, one that
 * may be too large, an object of some class.
 */
export type ArgumentIntake = (given: object) => Record<string, unknown> | undefined;

/**
 * Compiles the intake for a schema. Where the schema says what stands, the copy is made by name; all else is copied value
 * by value. What a closed object holds beyond its properties is passed by: the validator refuses it without looking
 * inside.
 */
export function compileIntake(schema: JsonSchema): ArgumentIntake {
  const shape = shapeOf(schema, 0);
  if (typeof shape !== 'object' || shape.kind !== 'object') return copyWhole;
  const writer = new IntakeWriter();
  writer.object(shape, 'given', 'args', 0);
  const body = [
    'const characterLimit = limits.characters, valueLimit = limits.values;',
    'return function intake(given) {',
    '  if (Object.getPrototypeOf(given) !== Object.prototype) return undefined;',
    `  let values = 1, characters = ${writer.keyCharacters};`,
    ...writer.lines,
    '  return values > valueLimit || characters > characterLimit ? undefined : args;',
    '};',
  ].join('\n');
  // As ajv does with the schema itself. All that is the author's in it are the names of properties, as JSON.
  return new Function('limits', 'copyAny', body)(argumentLimits, copyAny) as ArgumentIntake;
}

/** What a schema says of the kind of a value, as far as copying it goes. */
type Shape =
  /** A value without parts. */
  | 'scalar'
  /** Anything. */
  | 'any'
  | { readonly kind: 'array'; readonly items: 'scalar' | 'any'; readonly isNullable: boolean }
  | {
      readonly kind: 'object';
      readonly properties: readonly (readonly [name: string, shape: Shape])[];
      readonly isNullable: boolean;
    };

// Written code grows with each level.
const deepestShape = 4;

// Beside these, nothing looks into the object: no other schema applies to it.
const objectKeywords = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
]);
const wordKeywords = new Set([
  '$schema',
  '$defs',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]);

const scalarTypes = new Set(['string', 'number', 'integer', 'boolean', 'null']);

function shapeOf(schema: unknown, depth: number): Shape {
  if (!isRecord(schema) || depth > deepestShape) return 'any';
  const types: readonly unknown[] = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && types.every((type) => scalarTypes.has(type as string))) return 'scalar';
  if (types.length === 0 && Array.isArray(schema.enum) && schema.enum.every(isScalar)) return 'scalar';
  const isNullable = types.includes('null');
  const [kind, ...others] = types.filter((type) => type !== 'null');
  if (others.length > 0) return 'any';
  if (kind === 'array') {
    const items = shapeOf(schema.items, depth + 1);
    return { kind, items: items === 'scalar' && schema.prefixItems === undefined ? items : 'any', isNullable };
  }
  if (kind !== 'object' || schema.additionalProperties !== false || !isPlainObjectSchema(schema)) return 'any';
  const properties = Object.entries(schema.properties ?? {});
  // Assigning to it would set a prototype.
  if (properties.some(([name]) => name === '__proto__')) return 'any';
  return { kind, properties: properties.map(([name, held]) => [name, shapeOf(held, depth + 1)]), isNullable };
}

function isPlainObjectSchema(schema: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(schema).every((keyword) => objectKeywords.has(keyword) || wordKeywords.has(keyword));
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** Writes the code that copies. `values` and `characters` count; `return undefined` gives up. */
class IntakeWriter {
  readonly lines: string[] = [];
  /** Characters of all keys that closed objects may have. */
  keyCharacters = 0;
  #names = 0;

  object({ properties }: Extract<Shape, { kind: 'object' }>, from: string, to: string, depth: number): void {
    this.lines.push(`const ${to} = { ...${from} };`, `values += ${properties.length};`);
    for (const [name, shape] of properties) {
      this.keyCharacters += name.length;
      this.#property(`${to}[${JSON.stringify(name)}]`, `${JSON.stringify(name)} in ${to}`, shape, depth + 1);
    }
  }

  #property(place: string, isThere: string, shape: Shape, depth: number): void {
    const value = `v${this.#names++}`;
    this.lines.push(`const ${value} = ${place};`);
    this.lines.push(`if (${value} === undefined) { if (${isThere}) delete ${place}; } else {`);
    this.#value(shape, { value, place, depth });
    this.lines.push('}');
  }

  #value(shape: Shape, { value, place, depth }: { value: string; place: string; depth: number }): void {
    if (shape === 'scalar') this.lines.push(countScalar(value));
    else if (shape === 'any') {
      const copy = `c${this.#names++}`;
      this.lines.push(
        `if (typeof ${value} === 'object' && ${value} !== null) {`,
        'const tally = { values, characters };',
        `const ${copy} = copyAny(${value}, ${depth}, tally); if (${copy} === undefined) return undefined;`,
        `${place} = ${copy}; values = tally.values; characters = tally.characters;`,
        `} else if (typeof ${value} === 'string') characters += ${value}.length;`,
      );
    } else {
      if (shape.isNullable) this.lines.push(`if (${value} !== null) {`);
      if (shape.kind === 'array') this.#array(shape.items, { value, place, depth });
      else this.#nested(shape, { value, place, depth });
      if (shape.isNullable) this.lines.push('}');
    }
  }

  #array(items: 'scalar' | 'any', { value, place, depth }: { value: string; place: string; depth: number }): void {
    if (items === 'any') {
      this.#value('any', { value, place, depth });
      return;
    }
    this.lines.push(
      `if (!Array.isArray(${value})) return undefined;`,
      `values += ${value}.length;`,
      // A longer one is not worth the walk: it is refused anyway.
      'if (values > valueLimit) return undefined;',
      `for (let i = 0; i < ${value}.length; i++) { const item = ${value}[i]; ${countScalar('item')} }`,
      `${place} = ${value}.slice();`,
    );
  }

  #nested(
    shape: Extract<Shape, { kind: 'object' }>,
    { value, place, depth }: { value: string; place: string; depth: number },
  ): void {
    const copy = `o${this.#names++}`;
    this.lines.push(
      `if (typeof ${value} !== 'object' || ${value} === null || Object.getPrototypeOf(${value}) !== Object.prototype) return undefined;`,
    );
    this.object(shape, value, copy, depth);
    this.lines.push(`${place} = ${copy};`);
  }
}

function countScalar(value: string): string {
  return `if (typeof ${value} === 'string') characters += ${value}.length; else if (typeof ${value} === 'object' && ${value} !== null) return undefined;`;
}

function copyWhole(given: object): Record<string, unknown> | undefined {
  return copyAny(given, 0, { values: 0, characters: 0 }) as Record<string, unknown> | undefined;
}

function copyAny(value: unknown, depth: number, tally: CopyTally): unknown {
  const copy = limitedCopy(value, depth, tally);
  return copy === UNCOPIED ? undefined : copy;
}
