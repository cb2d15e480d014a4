import { DefinitionError } from '../errors.js';
import type { ParameterSlot } from '../schema/input-parts.js';
import type { ToolContext } from './tool-context.js';
import type { ToolArguments, ToolExecutor } from './tool-executor.js';

// biome-ignore lint/complexity/noBannedTypes: a method of any signature; the slots say how it is called.
type AnyFunction = Function;

/** Runs a method of an instance. The method is looked up at each call, so that overrides, wrappers and spies count. */
export function methodExecutor(instance: object, method: string, slots: readonly ParameterSlot[]): ToolExecutor {
  return nativeExecutor(slots, instance, () => {
    const implementation: unknown = Reflect.get(instance, method);
    if (typeof implementation === 'function') return implementation;
    throw new DefinitionError(`${instance.constructor.name}.${method} is no function any more.`);
  });
}

/** Runs a plain function. */
export function functionExecutor(implementation: AnyFunction, slots: readonly ParameterSlot[]): ToolExecutor {
  return nativeExecutor(slots, undefined, () => implementation);
}

function nativeExecutor(
  slots: readonly ParameterSlot[],
  receiver: object | undefined,
  find: () => AnyFunction,
): ToolExecutor {
  const [first, second] = slots;
  const isBare = slots.every(({ from, rest }) => from !== 'context' && !rest);
  const execute = (args: ToolArguments, context?: ToolContext): unknown =>
    Reflect.apply(find(), receiver, positional(slots, args, context));
  if (!isBare) return Object.freeze({ kind: 'native', execute });
  // Most methods take one or two arguments, which need no array.
  const executeBare =
    first === undefined
      ? () => find().call(receiver)
      : second === undefined
        ? (args: ToolArguments) => find().call(receiver, args[first.name])
        : slots.length === 2
          ? (args: ToolArguments) => find().call(receiver, args[first.name], args[second.name])
          : execute;
  return Object.freeze({ kind: 'native', execute, executeBare });
}

function positional(slots: readonly ParameterSlot[], args: ToolArguments, context: ToolContext | undefined): unknown[] {
  const values: unknown[] = [];
  for (const { from, rest, name } of slots) {
    if (from === 'context') values.push(context);
    else if (rest) values.push(...((args[name] ?? []) as readonly unknown[]));
    else values.push(args[name]);
  }
  return values;
}
