import { compileFunction, memberOf } from '../compiled-function.js';
import { DefinitionError } from '../errors.js';
import type { ParameterSlot } from '../schema/input/input-parts.js';
import type { ToolContext } from './tool-context.js';
import type { ToolArguments, ToolExecutor } from './tool-executor.js';

// biome-ignore lint/complexity/noBannedTypes: a method of any signature; the slots say how it is called.
type AnyFunction = Function;

/** Calls what is found with the arguments in its parameters' places. */
type PlacedCall = (args: ToolArguments) => unknown;

/** Makes the calls of one function or of one instance's method. */
type CallMaker = (find: () => AnyFunction, receiver: object | undefined) => PlacedCall;

/** Runs a method of an instance. The method is looked up at each call, so that overrides, wrappers and spies count. */
export function methodExecutor(instance: object, method: string, slots: readonly ParameterSlot[]): ToolExecutor {
  return nativeExecutor(slots, instance, () => {
    const implementation: unknown = (instance as Readonly<Record<string, unknown>>)[method];
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
  const isBare = slots.every(({ from, rest }) => from !== 'context' && !rest);
  const execute = (args: ToolArguments, context?: ToolContext): unknown =>
    Reflect.apply(find(), receiver, positional(slots, args, context));
  if (!isBare) return Object.freeze({ kind: 'native', execute });
  let call: PlacedCall | undefined;
  const executeBare: PlacedCall = (args) => {
    call ??= callMakerOf(slots)(find, receiver);
    return call(args);
  };
  return Object.freeze({ kind: 'native', execute, executeBare });
}

// Not state: what slots compile to. All instances of a class share the slots of its tools.
const callMakers = new WeakMap<readonly ParameterSlot[], CallMaker>();

/** How a tool with such slots is called: written out, without an array of arguments between. */
function callMakerOf(slots: readonly ParameterSlot[]): CallMaker {
  const known = callMakers.get(slots);
  if (known !== undefined) return known;
  const values = slots.map(({ name }) => memberOf('args', name));
  const body = `return (find, receiver) => (args) => find().call(${['receiver', ...values].join(', ')});`;
  // Where code from strings is forbidden there are no arguments to call it with: ajv compiles no schema.
  const maker = compileFunction({}, body) as CallMaker;
  callMakers.set(slots, maker);
  return maker;
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
