import type { Constructor } from '../../metadata/class-records.js';
import { isScalar } from './convert-value.js';
import { isDecoratedWhole, isListable, type MadeField, type MadeType, madeFields } from './made-fields.js';
import type { ProbeTarget, TransformFacts } from './transform-probe.js';
import type { TransformStorage } from './transform-storage.js';

/** The class whose decorators are read. */
export type ReadTarget = Pick<ProbeTarget, 'dto' | 'properties'>;

/**
 * Reads off class-transformer's storage what `probeTransforms` finds out by doing. undefined
 * where anything is told that takes a closer look: `@Transform`, `@Expose`, `@Exclude`, discriminators, sets and maps,
 * types that depend on the value or that are no scalars and no DTOs, accessors, and properties called like a member of
 * every object.
 *
 * No instance of the class is made. The constructors of the classes that `@Type` names run, without arguments: what
 * cannot be made like that can be sent by nobody.
 */
export function readTransforms(
  { dto, properties }: ReadTarget,
  storage: TransformStorage,
): ReadonlyMap<string, TransformFacts> | undefined {
  const fields = madeFields({ dto, names: properties }, storage);
  if (fields?.every(({ type }) => type === undefined || isPlainType(type, storage)) !== true) return undefined;
  return new Map(fields.map((field) => [field.name, factsOf(field)]));
}

function factsOf({ name, type }: MadeField): TransformFacts {
  return {
    argument: name,
    type: type?.answer as Constructor | undefined,
    collection: undefined,
    discriminator: undefined,
    transformed: false,
  };
}

/** Whether class-transformer makes of any object just an instance of the type, and of any array an array of them. */
function isPlainType({ answer, emitted }: MadeType, storage: TransformStorage): boolean {
  // It makes one of the emitted type to see whether it is to be filled in the place of an array.
  if (!isListable(emitted) && !isScalar(emitted) && emitted !== answer) return false;
  if (isScalar(answer)) return true;
  return answer.prototype.constructor === answer && !isDecoratedWhole(answer, storage) && isOrdinary(answer);
}

function isOrdinary(type: Constructor): boolean {
  try {
    const made = Reflect.construct(type, []);
    const isHolder = made instanceof Set || made instanceof Map || 'push' in made;
    return Object.getPrototypeOf(made) === type.prototype && !isHolder && Object.isExtensible(made);
  } catch {
    return false;
  }
}
