import { DefinitionError } from 'toolwright';
import type * as compiled from '../../src/execution/native-executor.js';
import type { ToolExecutor } from '../../src/execution/tool-executor.js';
import type { ParameterSlot } from '../../src/schema/input/input-parts.js';

export const methodExecutor: typeof compiled.methodExecutor = (instance, method, slots) =>
  executorOf(slots, (values) => {
    const implementation: unknown = Reflect.get(instance, method);
    if (typeof implementation === 'function') return Reflect.apply(implementation, instance, values);
    throw new DefinitionError(`${instance.constructor.name}.${method} is no function any more.`);
  });

export const functionExecutor: typeof compiled.functionExecutor = (implementation, slots) =>
  executorOf(slots, (values) => Reflect.apply(implementation, undefined, values));

/** Always has a context, and lists the arguments anew for each call. */
function executorOf(slots: readonly ParameterSlot[], apply: (values: readonly unknown[]) => unknown): ToolExecutor {
  return {
    kind: 'native',
    execute: (args, context) =>
      apply(
        slots.flatMap(({ from, rest, name }) => {
          if (from === 'context') return [context];
          return rest ? ((args[name] ?? []) as readonly unknown[]) : [args[name]];
        }),
      ),
  };
}
