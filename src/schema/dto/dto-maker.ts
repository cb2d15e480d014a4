import { compileFunction, isNoPlainObject, memberOf } from '../../compiled-function.js';
import { type CopyTally, limitedCopy, UNCOPIED } from '../validation/limited-copy.js';
import { argumentLimits } from '../validation/limits.js';
import {
  type Convert,
  eachConverter,
  isPlainData,
  isScalar,
  type ScalarType,
  scalarConverter,
  unconverted,
} from './convert-value.js';
import { isListable, type MadeField, type MadeType, madeFields } from './made-fields.js';
import type { TransformStorage } from './transform-storage.js';
import { type DtoClass, rulesOf } from './validation-rules.js';

/**
 * Makes of a caller's arguments the instance that class-transformer would make of a copy of them; undefined where that
 * takes a closer look, though the constructor may have run: another kind of value than the class says, an object of some
 * class, more than the limits allow, a property that is undefined. Each value is read once, and nothing of the caller's
 * becomes part of the instance.
 */
export type Maker = (given: object) => object | undefined;

/**
 * The maker of a class's instances; undefined for a class, or one that it leads to, with which class-transformer does
 * more than `new` and assigning: `@Transform`, `@Expose`, `@Exclude`, discriminators, sets and maps, types that depend
 * on the value, accessors, and properties called like a member of every object. Likewise where the process forbids code
 * from strings.
 */
export function makerOf(dto: DtoClass, storage: TransformStorage): Maker | undefined {
  const classes = new Map<DtoClass, readonly MadeField[]>();
  if (!collectClasses(dto, storage, classes)) return undefined;
  const links = new Map<DtoClass, Link>([...classes.keys()].map((one) => [one, { make: giveUp }]));
  for (const [one, fields] of classes) {
    const make = compileMaker(one, fields, links);
    const link = links.get(one);
    if (make === undefined || link === undefined) return undefined;
    link.make = make;
  }
  const make = links.get(dto)?.make ?? giveUp;
  return (given) => {
    const tally = { values: 0, characters: 0 };
    const made = make(given, 0, tally);
    return isWithinLimits(tally) ? made : undefined;
  };
}

/** The same for an object at some depth of the arguments. Counts what it reads. */
type MakeWithin = (given: object, depth: number, tally: CopyTally) => object | undefined;

/** Leads to a class's maker, which may be compiled only after those that lead to it. */
interface Link {
  make: MakeWithin;
}

function giveUp(): undefined {}

/** Collects a class and those that it leads to, each once. Says whether all of them can be made. */
function collectClasses(dto: DtoClass, storage: TransformStorage, into: Map<DtoClass, readonly MadeField[]>): boolean {
  if (into.has(dto)) return true;
  const names = new Set(rulesOf(dto).map(({ property }) => property));
  const fields = names.size === 0 ? undefined : madeFields({ dto, names }, storage);
  if (fields === undefined) return false;
  into.set(dto, fields);
  return fields.every(({ type }) => {
    return type === undefined || isScalar(type.answer) || collectClasses(type.answer, storage, into);
  });
}

function compileMaker(
  dto: DtoClass,
  fields: readonly MadeField[],
  links: ReadonlyMap<DtoClass, Link>,
): MakeWithin | undefined {
  const scope: Record<string, unknown> = { Dto: dto, limits: argumentLimits, ownData, unconverted };
  const helpers: string[] = [];
  for (const [index, { type }] of fields.entries()) {
    if (type === undefined) continue;
    scope[`ask${index}`] = type.ask;
    scope[`answer${index}`] = type.answer;
    if (isScalar(type.answer)) {
      scope[`convert${index}`] = scalarsConverter(type.answer, type.emitted);
      continue;
    }
    scope[`link${index}`] = links.get(type.answer);
    if (isListable(type.emitted)) helpers.push(listCode(index));
    else scope[`list${index}`] = giveUp;
  }
  const body = `${helpers.join('\n')}
  return (given, depth, tally) => {
    // What is there again and again could be walked through for ever.
    if (depth >= limits.depth || ++tally.values > limits.values || ${isNoPlainObject('given')}) return undefined;
    const made = new Dto();
    if (made.constructor !== Dto || Object.getPrototypeOf(made) !== Dto.prototype) return undefined;
    let value, values = 0, characters = 0;
    for (const name in given) switch (name) {
      ${fields.map(assignment).join('\n')}
      default: return undefined;
    }
    tally.values += values;
    tally.characters += characters;
    return made;
  };`;
  return compileFunction(scope, body) as MakeWithin | undefined;
}

function assignment({ name, type }: MadeField, index: number): string {
  const to = memberOf('made', name);
  // class-transformer replaces no function.
  return `case ${JSON.stringify(name)}:
    if (typeof ${to} === 'function') return undefined;
    value = ${memberOf('given', name)};
    characters += ${name.length};
    ${type === undefined ? '' : `if (ask${index}() !== answer${index}) return undefined;`}
    if (typeof value === 'object' && value !== null) { ${objectConversion(type, index)} }
    else if (value === undefined) return undefined;
    else { values++; if (typeof value === 'string') characters += value.length; }
    ${type === undefined || !isScalar(type.answer) ? '' : `value = convert${index}(value); if (value === unconverted) return undefined;`}
    ${to} = value; break;`;
}

/** Makes the caller's object in `value` ours. */
function objectConversion(type: MadeType | undefined, index: number): string {
  const owned =
    type === undefined || isScalar(type.answer)
      ? 'ownData(value, depth + 1, tally)'
      : `Array.isArray(value) ? list${index}(value, depth + 1, tally) : link${index}.make(value, depth + 1, tally)`;
  return `value = ${owned}; if (value === undefined) return undefined;`;
}

/** A copy of an object or an array for which class-transformer knows no type. */
function ownData(value: object, depth: number, tally: CopyTally): object | undefined {
  const copy = limitedCopy(value, depth, tally);
  return copy !== UNCOPIED && isPlainData(copy as object) ? (copy as object) : undefined;
}

function scalarsConverter(answer: ScalarType, emitted: unknown): Convert {
  const convertOne = scalarConverter(answer);
  if (isListable(emitted)) return eachConverter(convertOne);
  return (value) => (Array.isArray(value) ? unconverted : convertOne(value));
}

/**
 * Code that makes a list of instances of a list of plain objects. Written out for each property: what serves many would
 * call a maker that varies.
 */
function listCode(index: number): string {
  return `const list${index} = (items, depth, tally) => {
    const { length } = items;
    if (depth >= limits.depth || length > limits.items || ++tally.values + length > limits.values) return undefined;
    if (Object.getPrototypeOf(items) !== Array.prototype) return undefined;
    const made = [];
    // One by one: an array may have a \`slice\` of its own.
    for (let index = 0; index < length; index++) {
      let item = items[index];
      if (typeof item === 'object' && item !== null) {
        item = Array.isArray(item) ? list${index}(item, depth + 1, tally) : link${index}.make(item, depth + 1, tally);
      } else {
        tally.values++;
        if (typeof item === 'string') tally.characters += item.length;
      }
      // Perhaps a hole.
      if (item === undefined) return undefined;
      made.push(item);
    }
    return made;
  };`;
}

function isWithinLimits({ values, characters }: CopyTally): boolean {
  return values <= argumentLimits.values && characters <= argumentLimits.characters;
}
