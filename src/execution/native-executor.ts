import { DefinitionError } from '../errors.js';
import type { ParameterSlot } from '../schema/input-parts.js';
import type { ToolContext } from './tool-context.js';
import type { ToolArguments, ToolExecutor } from './tool-executor.js';

// biome-ignore lint/complexity/noBannedTypes: a method of any signature; the slots say how it is called.
type AnyFunction = Function;

/** Runs a method of an instance. The method is looked up at each call, so that overrides, wrappers and spies count. */
export function methodExecutor(instance: object, method: string, slots: readonly ParameterSlot[]): ToolExecutor {
  return Object.freeze({
    kind: 'native',
    execute: (args: ToolArguments, context: ToolContext): unknown => {
      const implementation: unknown = Reflect.get(instance, method);
      if (typeof implementation !== 'function') {
        throw new DefinitionError(`${instance.constructor.name}.${method} is no function any more.`);
      }
      return invoke(implementation, { receiver: instance, slots, args, context });
    },
  });
}

/** Runs a plain function. */
export function functionExecutor(implementation: AnyFunction, slots: readonly ParameterSlot[]): ToolExecutor {
  return Object.freeze({
    kind: 'native',
    execute: (args: ToolArguments, context: ToolContext): unknown =>
      invoke(implementation, { receiver: undefined, slots, args, context }),
  });
}

interface Invocation {
  readonly receiver: object | undefined;
  readonly slots: readonly ParameterSlot[];
  readonly args: ToolArguments;
  readonly context: ToolContext;
}

function invoke(implementation: AnyFunction, { receiver, slots, args, context }: Invocation): unknown {
  const positional: unknown[] = [];
  for (const slot of slots) {
    if (slot.from === 'context') positional.push(context);
    else if (slot.rest) positional.push(...((args[slot.name] ?? []) as readonly unknown[]));
    else positional.push(args[slot.name]);
  }
  return Reflect.apply(implementation, receiver, positional);
}
