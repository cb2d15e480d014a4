import type { DtoClass } from './validation-rules.js';

/** Creates an instance of a class from arguments that are known to fit it. */
export type InstanceFactory = (args: object) => object;

/** The properties of a class whose values are not simply assigned. */
export interface AssignedClass {
  /** The classes of the properties that hold instances, one by one or in arrays. */
  readonly types: ReadonlyMap<string, DtoClass>;
  /** The properties that hold arrays without objects in them. */
  readonly arrays: readonly string[];
}

/**
 * Creates the factory of a class from what is known of it and of the classes that it leads to. A factory assigns in the
 * order of the arguments, as class-transformer does, and shares no object with them.
 */
export function createInstanceFactory(dto: DtoClass, classes: ReadonlyMap<DtoClass, AssignedClass>): InstanceFactory {
  const factories = new Map<DtoClass, InstanceFactory>();
  for (const [one, assigned] of classes) factories.set(one, factoryOf(one, assigned, factories));
  return (args) => create(dto, factories, args);
}

function factoryOf(
  dto: DtoClass,
  { types, arrays }: AssignedClass,
  factories: ReadonlyMap<DtoClass, InstanceFactory>,
): InstanceFactory {
  const Dto = dto as new () => object;
  const copies: (readonly [name: string, copy: (value: object) => unknown])[] = [];
  for (const name of arrays) copies.push([name, (items) => (items as readonly unknown[]).slice()]);
  for (const [name, type] of types) copies.push([name, (value) => createAll(type, factories, value)]);
  return (args) => {
    const instance = Object.assign(new Dto(), args) as Record<string, unknown>;
    for (const [name, copy] of copies) {
      const value = (args as Readonly<Record<string, unknown>>)[name];
      if (typeof value === 'object' && value !== null) instance[name] = copy(value);
    }
    return instance;
  };
}

/** Creates an instance from an object, or one from each object in an array. */
function createAll(type: DtoClass, factories: ReadonlyMap<DtoClass, InstanceFactory>, value: object): object {
  if (!Array.isArray(value)) return create(type, factories, value);
  return value.map((item: object) => createAll(type, factories, item));
}

// By look-up: a class may lead back to one whose factory is not there yet.
function create(type: DtoClass, factories: ReadonlyMap<DtoClass, InstanceFactory>, args: object): object {
  const factory = factories.get(type);
  if (factory === undefined) throw new TypeError(`There is no factory of ${type.name}.`);
  return factory(args);
}
