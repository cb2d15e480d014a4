import { classNameOf, recordMethod } from '../metadata/class-records.js';
import { checkToolName } from '../metadata/tool-name.js';
import type { ToolOptions } from '../metadata/tool-options.js';
import { methodSite, refuseBare } from './definition-site.js';

// TC39 decorators get a `context.metadata` only if this symbol exists when a class is defined. Whoever can write
// `@Tool()` has loaded this file, so here is where it must stand; package.json lists the file in `sideEffects`.
const symbols = Symbol as { metadata?: symbol };
symbols.metadata ??= Symbol.for('Symbol.metadata');

/**
 * A decorator that compiles under legacy decorators and under TC39 decorators alike. Without type parameters: the
 * compiler of an app with hundreds of tools would have to infer them for each.
 */
export interface ToolDecorator {
  (target: object, propertyKey: string | symbol, descriptor: { value?: (...args: never[]) => unknown }): void;
  (
    value: (...args: never[]) => unknown,
    context: { readonly kind: 'method'; readonly static: false; readonly private: false; readonly name: string },
  ): void;
}

/**
 * Makes a method a tool. The method stays the plain method: calling it is an ordinary call.
 *
 * @example
 * ```ts
 * class KnowledgeBase extends ToolRegistry {
 *   @Tool({ description: 'Search the knowledge base' })
 *   async search(query: string, limit: number = 10): Promise<Hit[]> { … }
 * }
 * ```
 *
 * @throws DefinitionError on a static, private, accessor, field or symbol-named member, and on an illegal name.
 */
export function Tool(options?: ToolOptions): ToolDecorator;
export function Tool(...given: readonly [ToolOptions?, ...unknown[]]): ToolDecorator {
  refuseBare('@Tool', given, 1);
  const recorded: ToolOptions = Object.freeze({ ...given[0] });
  return (...args: unknown[]): void => {
    const { home, method } = methodSite(args);
    const owner = home.kind === 'class' ? classNameOf(home.target) : undefined;
    checkToolName(recorded.name ?? method, owner === undefined ? method : `${owner}.${method}`);
    recordMethod(home, method, (old) => ({ ...old, tool: recorded }));
  };
}
