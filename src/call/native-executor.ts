import { DefinitionError } from '../base/errors/errors.js';
import { classNameOf } from '../base/values/class-name.js';
import type { ParameterSlot } from '../schema/input/input-parts.js';
import { findNestDecorator } from '../tool/metadata/nest-enhancers.js';
import type { ToolContext } from './tool-context.js';
import type { ToolArguments, ToolExecutor } from './tool-executor.js';

// biome-ignore lint/complexity/noBannedTypes: a method of any signature; the slots define how it is called.
type AnyFunction = Function;

/**
 * Creates an executor of an instance's method. Each call looks the method up, so overrides, wrappers and spies apply.
 */
export function methodExecutor(instance: object, method: string, slots: readonly ParameterSlot[]): ToolExecutor {
  const executor = nativeExecutor(slots, (values) => {
    const implementation: unknown = (instance as Readonly<Record<string, unknown>>)[method];
    if (typeof implementation === 'function') return Reflect.apply(implementation, instance, values);
    throw new DefinitionError(`${classNameOf(instance.constructor)}.${method} is no longer a function.`);
  });
  const decorator = findNestDecorator(instance.constructor, method);
  if (decorator === undefined) return executor;
  const where = `${classNameOf(instance.constructor)}.${method}`;
  return Object.freeze({ ...executor, skippedDecorator: Object.freeze({ where, decorator }) });
}

/** Creates an executor of a plain function. */
export function functionExecutor(implementation: AnyFunction, slots: readonly ParameterSlot[]): ToolExecutor {
  return nativeExecutor(slots, (values) => Reflect.apply(implementation, undefined, values));
}

function nativeExecutor(slots: readonly ParameterSlot[], apply: (values: unknown[]) => unknown): ToolExecutor {
  return Object.freeze({
    kind: 'native',
    usesContext: slots.some(({ from }) => from === 'context'),
    execute: (args: ToolArguments, context: ToolContext) => apply(positionalArguments(slots, args, context)),
  });
}

/** Returns the arguments of a method in the order of its parameters. */
export function positionalArguments(
  slots: readonly ParameterSlot[],
  args: ToolArguments,
  context: ToolContext,
): unknown[] {
  const values: unknown[] = [];
  for (const { from, rest, name } of slots) {
    if (from === 'context') values.push(context);
    else {
      // An absent argument called `toString` is not the method that every object inherits.
      const value = Object.hasOwn(args, name) ? args[name] : undefined;
      if (rest) values.push(...((value ?? []) as readonly unknown[]));
      else values.push(value);
    }
  }
  return values;
}
