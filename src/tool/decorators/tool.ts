import { ownOptions } from '../../base/options/check-options.js';
import { classNameOf } from '../../base/values/class-name.js';
import { recordMethod } from '../metadata/class-records.js';
import type { Receives, Returns } from '../metadata/function-types.js';
import { checkToolName } from '../metadata/tool-name.js';
import { checkToolOptions, toolOptionNames } from '../metadata/tool-option-names.js';
import type { SchemaSource, ToolOptions } from '../metadata/tool-options.js';
import { checkCalled, createSecondDecoratorError, findMethod } from './definition-site.js';

/**
 * A decorator that compiles both as a legacy decorator and as a TC39 decorator. It has no type parameters, because the
 * compiler would have to infer them for each tool of an app.
 */
export interface ToolDecorator {
  (target: object, propertyKey: string | symbol, descriptor: { value?: (...args: never[]) => unknown }): void;
  (
    value: (...args: never[]) => unknown,
    context: { readonly kind: 'method'; readonly static: false; readonly private: false; readonly name: string },
  ): void;
}

/**
 * A decorator whose method the compiler compares with the schemas of its options. It compiles both as a legacy decorator
 * and as a TC39 decorator, and has one signature, because compilers explain a mistake by the last one only.
 *
 * @typeParam Input - The type of the `inputSchema`.
 * @typeParam Output - The type of the `outputSchema`.
 * @typeParam Method - The type of the method.
 */
export type CheckedToolDecorator<Input, Output> = <Method extends (...args: never[]) => unknown>(
  target: object,
  key: string | symbol | (MethodContext<Method> & Fits<Method, Input, Output>),
  descriptor?: TypedPropertyDescriptor<Method> & Fits<Method, Input, Output>,
) => void;

/** The part of the context of a TC39 decorator that says that it decorates a public method of an instance. */
interface MethodContext<Method> {
  readonly kind: 'method';
  readonly static: false;
  readonly private: false;
  readonly name: string | symbol;
  readonly access: { get(object: never): Method };
}

/** `unknown` if a method receives and returns what the schemas accept, or else a Mismatch. */
type Fits<Method, Input, Output> = Method extends (...args: infer Parameters) => infer Returned
  ? FirstMismatch<Receives<Parameters, Input>, Returns<Returned, Output>>
  : unknown;

/** One mistake at a time: a type that is two Mismatches at once would be `never`, which explains nothing. */
type FirstMismatch<One, Other> = unknown extends One ? Other : One;

/** The options of a tool, with the types of its schemas. */
type SchemaToolOptions<Input, Output> = Omit<ToolOptions, 'inputSchema' | 'outputSchema'> & {
  readonly inputSchema?: Input;
  readonly outputSchema?: Output;
};

type DecoratorOf<Input, Output> = [Input, Output] extends [undefined, undefined]
  ? ToolDecorator
  : CheckedToolDecorator<Input, Output>;

/**
 * Declares a method as a tool. The method itself is not changed and can be called as usual.
 *
 * @example
 * ```ts
 * class KnowledgeBase extends ToolRegistry {
 *   @Tool({ description: 'Search the knowledge base' })
 *   async search(query: string, limit: number = 10): Promise<Hit[]> { … }
 * }
 * ```
 *
 * @throws DefinitionError if it is applied to a static, private, accessor, field or symbol-named member, or if the name
 * is not valid, or if there is no option of that name.
 */
export function Tool<
  const Input extends SchemaSource | undefined = undefined,
  const Output extends SchemaSource | undefined = undefined,
>(options?: SchemaToolOptions<Input, Output>): DecoratorOf<Input, Output>;
export function Tool(...options: readonly [ToolOptions?, ...unknown[]]): ToolDecorator {
  checkCalled('@Tool', options, 1);
  const tool: ToolOptions = Object.freeze({ ...ownOptions(options[0] ?? {}, toolOptionNames) });
  return (...args: unknown[]): void => {
    const { recordTarget, method } = findMethod('@Tool()', args);
    const owner = recordTarget.kind === 'class' ? classNameOf(recordTarget.target) : undefined;
    const where = owner === undefined ? method : `${owner}.${method}`;
    checkToolName(tool.name ?? method, where);
    checkToolOptions(options[0] ?? {}, toolOptionNames, where);
    recordMethod(recordTarget, method, (old) => {
      if (old.offer !== undefined) throw createSecondDecoratorError(where, '@Tool()');
      return { ...old, tool };
    });
  };
}
