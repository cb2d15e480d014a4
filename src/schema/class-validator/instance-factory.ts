import type { DtoClass } from '../dto/validation-rules.js';

/** A function that creates an instance of a class from valid arguments. */
export type InstanceFactory = (args: object) => object;

/** The properties of a class whose values must be copied instead of assigned. */
export interface AssignedClass {
  /** The classes of the properties that hold instances or arrays of instances. */
  readonly types: ReadonlyMap<string, DtoClass>;
  /** The properties that hold arrays without objects. */
  readonly arrays: readonly string[];
}

/**
 * Creates the factory of a class from the descriptions of it and of the classes that it refers to. A factory assigns
 * properties in the order of the arguments, like class-transformer, and shares no object with the arguments.
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

/** Creates an instance from an object, or an instance from each object in an array. */
function createAll(type: DtoClass, factories: ReadonlyMap<DtoClass, InstanceFactory>, value: object): object {
  if (!Array.isArray(value)) return create(type, factories, value);
  return value.map((item: object) => createAll(type, factories, item));
}

// Looks the factory up late, because a class may refer to a class whose factory does not exist yet.
function create(type: DtoClass, factories: ReadonlyMap<DtoClass, InstanceFactory>, args: object): object {
  const factory = factories.get(type);
  if (factory === undefined) throw new TypeError(`No factory exists for ${type.name}.`);
  return factory(args);
}
