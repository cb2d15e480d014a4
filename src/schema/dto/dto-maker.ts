import { compileFunction, memberOf } from './compiled-function.js';
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
  const makers = new Map<DtoClass, Maker>();
  for (const [one, fields] of classes) {
    const maker = compileMaker(one, fields, makers);
    if (maker === undefined) return undefined;
    makers.set(one, maker);
  }
  return makers.get(dto);
}

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
  makers: ReadonlyMap<DtoClass, Maker>,
): Maker | undefined {
  const scope: Record<string, unknown> = { Dto: dto, isPlainData, unconverted };
  for (const [index, { type }] of fields.entries()) {
    if (type === undefined) continue;
    scope[`ask${index}`] = type.ask;
    scope[`answer${index}`] = type.answer;
    scope[`convert${index}`] = converterOf(type, makers);
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
  const [from, to] = [memberOf('plain', name), memberOf('made', name)];
  const converted =
    type === undefined
      ? `value = ${from}; if (typeof value === 'object' && value !== null && !isPlainData(value)) return undefined;`
      : `if (ask${index}() !== answer${index}) return undefined;
         value = convert${index}(${from}); if (value === unconverted) return undefined;`;
  // class-transformer replaces no function.
  return `case ${JSON.stringify(name)}:
    if (typeof ${to} === 'function') return undefined;
    ${converted}
    ${to} = value; break;`;
}

function converterOf({ answer, emitted }: MadeType, makers: ReadonlyMap<DtoClass, Maker>): Convert {
  const convertOne = isScalar(answer) ? scalarConverter(answer) : instanceConverter(answer, makers);
  if (isListable(emitted)) return eachConverter(convertOne);
  return (value) => (Array.isArray(value) ? unconverted : convertOne(value));
}

function instanceConverter(dto: DtoClass, makers: ReadonlyMap<DtoClass, Maker>): Convert {
  let make: Maker | undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    // The class may be compiled only after the one that leads to it.
    make ??= makers.get(dto);
    return make?.(value) ?? unconverted;
  };
}
