import { seePage } from '../../base/errors/docs-page.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { classNameOf } from '../../base/values/class-name.js';
import type { Constructor, RecordTarget } from '../metadata/class-records.js';

// TC39 decorators receive a `context.metadata` only if this symbol exists when a class is defined. A module that uses a
// decorator of a method has loaded this file, also in a bundle, because each of them calls `findMethod`.
const symbols = Symbol as { metadata?: symbol };
symbols.metadata ??= Symbol.for('Symbol.metadata');

/** The method that a decorator is applied to, as a legacy or TC39 decorator. */
export interface MethodSite {
  readonly recordTarget: RecordTarget;
  readonly method: string;
}

/** The part of a TC39 decorator's context that is used here. */
interface StandardContext {
  readonly kind: string;
  readonly name: string | symbol;
  readonly static?: boolean;
  readonly private?: boolean;
  readonly metadata?: Record<PropertyKey, unknown>;
}

/**
 * Finds the method that a decorator is applied to.
 *
 * @throws DefinitionError if the decorator is applied to anything other than an instance method.
 */
export function findMethod(decorator: string, args: readonly unknown[]): MethodSite {
  const [target, key, descriptor] = args;
  if (isStandardContext(key)) return findStandardMethod(decorator, key);
  const name = memberName(decorator, target, key);
  const reject = createRejection(decorator, name);
  if (key === undefined) throw reject('a class', 'Apply it to the methods.');
  if (typeof target === 'function') throw reject('a static method', 'Make it an instance method.');
  if (typeof descriptor === 'number') throw reject('a parameter', 'Apply it to the method.');
  if (!isDescriptor(descriptor)) throw reject('a field', fieldRemedy(decorator));
  if (typeof descriptor.value !== 'function') throw reject('an accessor', methodsOnly(decorator));
  const owner = classOf(decorator, target);
  return { recordTarget: { kind: 'class', target: owner }, method: checkStringKey(key, reject) };
}

/**
 * Checks that a decorator was called with parentheses. Without them, it receives the decorated member instead of
 * options.
 *
 * @param maxArguments - The maximum number of arguments that the decorator accepts.
 * @throws DefinitionError if the decorator was applied without parentheses.
 */
export function checkCalled(decorator: string, args: readonly unknown[], maxArguments: number): void {
  const [target, key] = args;
  if (args.length <= maxArguments && typeof target !== 'function') return;
  const name = isStandardContext(key) ? `'${String(key.name)}'` : memberName(`${decorator}()`, target, key);
  throw new DefinitionError(`Decorators must be called: write ${decorator}(…) on ${name}.`);
}

/**
 * Finds the parameter that a legacy decorator is applied to.
 *
 * @throws DefinitionError if the decorator is applied to anything other than a parameter of an instance method.
 */
export function findParameter(decorator: string, args: readonly unknown[]): ParameterSite {
  const [target, key, index] = args;
  if (key === undefined && typeof index === 'number') {
    const reject = createRejection(decorator, memberName(decorator, target, key));
    throw reject('a constructor parameter', 'Apply it to a parameter of a tool method.');
  }
  const { owner, member } = findMember(decorator, target, key);
  if (typeof index === 'number') return { owner, method: member, index };
  const reject = createRejection(decorator, memberName(decorator, target, key));
  throw reject('a member', 'Apply it to a parameter of a method.');
}

/** The parameter that a decorator is applied to. */
export interface ParameterSite {
  readonly owner: Constructor;
  readonly method: string;
  readonly index: number;
}

/**
 * Finds the member that a legacy parameter or property decorator is applied to.
 *
 * @throws DefinitionError if the member is static or symbol-named, or if the decorator is applied to a class.
 */
export function findMember(decorator: string, target: unknown, key: unknown): { owner: Constructor; member: string } {
  if (isStandardContext(key)) {
    throw new DefinitionError(
      `${decorator} on '${String(key.name)}' requires legacy decorators ("experimentalDecorators": true). ` +
        'With TC39 decorators, use @Tool({ params, bind, ctx }) or an inputSchema instead.',
    );
  }
  const reject = createRejection(decorator, memberName(decorator, target, key));
  if (key === undefined) throw reject('a class or its constructor', 'Apply it to a member.');
  if (typeof target === 'function') throw reject('a static member', 'Use an instance member.');
  return { owner: classOf(decorator, target), member: checkStringKey(key, reject) };
}

/** Creates the error of a method with two decorators, of which one would be lost. */
export function createSecondDecoratorError(where: string, decorator: string): DefinitionError {
  return new DefinitionError(
    `${where} has ${decorator} and another decorator: a method is one tool, resource, prompt or completion. Write a method ` +
      'for each, which call the same one.',
  );
}

function methodsOnly(decorator: string): string {
  return `${decorator} can only be applied to class methods.`;
}

function fieldRemedy(decorator: string): string {
  return `${decorator} can only be applied to class methods: write \`name() { … }\`, not \`name = () => …\`.`;
}

function findStandardMethod(decorator: string, context: StandardContext): MethodSite {
  const name = `'${String(context.name)}'`;
  const reject = createRejection(decorator, name);
  if (context.kind === 'field') throw reject('a field', fieldRemedy(decorator));
  if (context.kind === 'accessor') throw reject('an accessor', methodsOnly(decorator));
  if (context.kind !== 'method') throw reject(`a ${context.kind}`, methodsOnly(decorator));
  if (context.static === true) throw reject('a static method', 'Make it an instance method.');
  if (context.private === true) throw reject('a private method', 'Make it public, or call it from a tool.');
  if (context.metadata === undefined) {
    throw new DefinitionError(
      `${decorator} on ${name} received no decorator metadata. Fix one of: use a compiler that provides context.metadata ` +
        `(TypeScript 5.2 or later, esbuild 0.21 or later); use legacy decorators.${seePage('decorators-without-legacy-mode')}`,
    );
  }
  return {
    recordTarget: { kind: 'metadata', target: context.metadata },
    method: checkStringKey(context.name, reject),
  };
}

function isStandardContext(value: unknown): value is StandardContext {
  return typeof value === 'object' && value !== null && 'kind' in value && 'name' in value;
}

function isDescriptor(value: unknown): value is PropertyDescriptor {
  return typeof value === 'object' && value !== null;
}

function checkStringKey(key: unknown, reject: Reject): string {
  if (typeof key === 'string') return key;
  throw reject('a symbol-named member', 'A tool requires a string name.');
}

/** Creates the error for a decorator that is applied to an unsupported kind of member. */
type Reject = (kind: string, remedy: string) => DefinitionError;

function createRejection(decorator: string, name: string): Reject {
  return (kind, remedy) => new DefinitionError(`${decorator} cannot be applied to ${kind} (${name}). ${remedy}`);
}

/** Returns `Class` or `Class.member`, for messages. */
function memberName(decorator: string, target: unknown, key: unknown): string {
  const className = classNameOf(typeof target === 'function' ? target : classOf(decorator, target));
  return key === undefined ? className : `${className}.${String(key)}`;
}

function classOf(decorator: string, prototype: unknown): Constructor {
  const owner: unknown = (prototype as { readonly constructor?: unknown } | null | undefined)?.constructor;
  if (typeof owner === 'function') return owner;
  const members = decorator === '@Tool()' ? 'class methods' : 'class members';
  throw new DefinitionError(`${decorator} can only be applied to ${members}.`);
}
