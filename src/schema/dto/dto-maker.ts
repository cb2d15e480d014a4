import { compileFunction, memberOf } from '../../compiled-function.js';
import { type Convert, eachConverter, isPlainData, isScalar, scalarConverter, unconverted } from './convert-value.js';
import { isListable, type MadeField, type MadeType, madeFields } from './made-fields.js';
import type { TransformStorage } from './transform-storage.js';
import { type DtoClass, rulesOf } from './validation-rules.js';

/**
 * Makes of plain data the instance that class-transformer would make of it; undefined where that is left to
 * class-transformer, though the constructor may have run. Arrays and objects for which `@Type` names no class become
 * part of the instance.
 */
export type Maker = (plain: object) => object | undefined;

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
  return links.get(dto)?.make;
}

/** Leads to a class's maker, which may be compiled only after those that lead to it. */
interface Link {
  make: Maker;
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
): Maker | undefined {
  const scope: Record<string, unknown> = { Dto: dto, isPlainData, unconverted };
  for (const [index, { type }] of fields.entries()) {
    if (type === undefined) continue;
    scope[`ask${index}`] = type.ask;
    scope[`answer${index}`] = type.answer;
    const link = isScalar(type.answer) ? undefined : links.get(type.answer);
    scope[`link${index}`] = link;
    scope[`convert${index}`] = converterOf(type, link);
  }
  const body = `return (plain) => {
    if (Object.getPrototypeOf(plain) !== Object.prototype) return undefined;
    const made = new Dto();
    if (made.constructor !== Dto || Object.getPrototypeOf(made) !== Dto.prototype) return undefined;
    let value;
    for (const name in plain) switch (name) {
      ${fields.map(assignment).join('\n')}
      default: return undefined;
    }
    return made;
  };`;
  return compileFunction(scope, body) as Maker | undefined;
}

function assignment({ name, type }: MadeField, index: number): string {
  const to = memberOf('made', name);
  // class-transformer replaces no function.
  return `case ${JSON.stringify(name)}:
    if (typeof ${to} === 'function') return undefined;
    value = ${memberOf('plain', name)};
    ${conversion(type, index)}
    ${to} = value; break;`;
}

function conversion(type: MadeType | undefined, index: number): string {
  const isObject = "typeof value === 'object' && value !== null";
  if (type === undefined) return `if (${isObject} && !isPlainData(value)) return undefined;`;
  const asked = `if (ask${index}() !== answer${index}) return undefined;`;
  const converted = `value = convert${index}(value); if (value === unconverted) return undefined;`;
  if (isScalar(type.answer)) return `${asked} ${converted}`;
  // A single object is what there nearly always is.
  const made = `value = link${index}.make(value); if (value === undefined) return undefined;`;
  return `${asked} if (${isObject}) { if (Array.isArray(value)) { ${converted} } else { ${made} } }`;
}

function converterOf({ answer, emitted }: MadeType, link: Link | undefined): Convert {
  const convertOne = isScalar(answer) ? scalarConverter(answer) : instanceConverter(link);
  if (isListable(emitted)) return eachConverter(convertOne);
  return (value) => (Array.isArray(value) ? unconverted : convertOne(value));
}

function instanceConverter(link: Link | undefined): Convert {
  return (value) => (typeof value !== 'object' || value === null ? value : (link?.make(value) ?? unconverted));
}
