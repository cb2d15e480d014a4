import { DefinitionError } from '../errors.js';
import { type Constructor, classNameOf, type RecordHome } from '../metadata/class-records.js';

/** The method that a decorator stands on, in either decorator standard. */
export interface MethodSite {
  readonly home: RecordHome;
  readonly method: string;
}

/** What a TC39 method decorator is called with, as far as it is used here. */
interface StandardContext {
  readonly kind: string;
  readonly name: string | symbol;
  readonly static?: boolean;
  readonly private?: boolean;
  readonly metadata?: Record<PropertyKey, unknown>;
}

/** Finds the method that `@Tool()` stands on. Throws a DefinitionError where a tool cannot stand. */
export function methodSite(args: readonly unknown[]): MethodSite {
  const [target, key, descriptor] = args;
  if (isStandardContext(key)) return standardMethodSite(key);
  if (key === undefined) throw misplaced(`@Tool() on ${nameOf(target)}`, 'a class', 'Put it on the methods.');
  const member = memberName('@Tool()', target, key);
  if (typeof target === 'function') throw misplaced(member, 'a static method', 'Make it an instance method.');
  if (typeof descriptor === 'number') throw misplaced(member, 'a parameter', 'Put it on the method.');
  if (!isDescriptor(descriptor)) {
    throw misplaced(member, 'a field', fieldRemedy);
  }
  if (typeof descriptor.value !== 'function') throw misplaced(member, 'an accessor', 'Only methods can be tools.');
  return { home: { kind: 'class', target: classOf(target) }, method: stringKey(member, key) };
}

/**
 * Refuses a decorator that stands without parentheses: instead of options, it is given the member it stands on.
 *
 * @param most - How many arguments the decorator takes.
 */
export function refuseBare(decorator: string, args: readonly unknown[], most: number): void {
  const [target, key] = args;
  if (args.length <= most && typeof target !== 'function') return;
  const member = isStandardContext(key) ? `'${String(key.name)}'` : memberOf(target, key);
  throw new DefinitionError(`${decorator} on ${member} stands without parentheses. Write ${decorator}(…).`);
}

/** The method whose parameter a legacy decorator stands on. Throws a DefinitionError where it stands elsewhere. */
export function parameterSite(decorator: string, args: readonly unknown[]): ParameterSite {
  const [target, key, index] = args;
  if (key === undefined && typeof index === 'number') {
    throw new DefinitionError(
      `${decorator} stands on a constructor parameter of ${nameOf(target)}. Only tool methods take it.`,
    );
  }
  const { owner, member } = memberSite(decorator, target, key);
  if (typeof index === 'number') return { owner, method: member, index };
  throw misplaced(memberName(decorator, target, key), 'a member', 'Put it on a parameter of a method.');
}

/** The parameter that a decorator stands on. */
export interface ParameterSite {
  readonly owner: Constructor;
  readonly method: string;
  readonly index: number;
}

/** Where a legacy parameter or property decorator stands. Throws a DefinitionError on statics, symbols and classes. */
export function memberSite(decorator: string, target: unknown, key: unknown): { owner: Constructor; member: string } {
  if (isStandardContext(key)) {
    throw new DefinitionError(
      `${decorator} on '${String(key.name)}' needs legacy decorators ("experimentalDecorators": true). ` +
        'With TC39 decorators, say the same with @Tool({ params, bind, ctx }) or an inputSchema.',
    );
  }
  if (key === undefined) {
    throw misplaced(`${decorator} on ${nameOf(target)}`, 'a class or its constructor', 'Put it on a member.');
  }
  const site = memberName(decorator, target, key);
  if (typeof target === 'function') throw misplaced(site, 'a static member', 'Use an instance member.');
  return { owner: classOf(target), member: stringKey(site, key) };
}

const fieldRemedy = 'Only methods can be tools: write `name() { … }`, not `name = () => …`.';

function standardMethodSite(context: StandardContext): MethodSite {
  const member = `@Tool() on '${String(context.name)}'`;
  if (context.kind === 'field') throw misplaced(member, 'a field', fieldRemedy);
  if (context.kind === 'accessor') throw misplaced(member, 'an accessor', 'Only methods can be tools.');
  if (context.kind !== 'method') throw misplaced(member, `a ${context.kind}`, 'Only methods can be tools.');
  if (context.static === true) throw misplaced(member, 'a static method', 'Make it an instance method.');
  if (context.private === true) throw misplaced(member, 'a private method', 'Make it public, or call it from a tool.');
  if (context.metadata === undefined) {
    throw new DefinitionError(
      `${member} finds no decorator metadata. Use a compiler that gives decorators a context.metadata: ` +
        'TypeScript from 5.2, esbuild from 0.21, or legacy decorators.',
    );
  }
  return { home: { kind: 'metadata', target: context.metadata }, method: stringKey(member, context.name) };
}

function isStandardContext(value: unknown): value is StandardContext {
  return typeof value === 'object' && value !== null && 'kind' in value && 'name' in value;
}

function isDescriptor(value: unknown): value is PropertyDescriptor {
  return typeof value === 'object' && value !== null;
}

function stringKey(site: string, key: unknown): string {
  if (typeof key === 'string') return key;
  throw misplaced(site, 'a symbol-named member', 'A tool needs a string name.');
}

function misplaced(site: string, what: string, remedy: string): DefinitionError {
  return new DefinitionError(`${site} stands on ${what}. ${remedy}`);
}

function memberName(decorator: string, target: unknown, key: unknown): string {
  return `${decorator} on ${memberOf(target, key)}`;
}

function memberOf(target: unknown, key: unknown): string {
  return key === undefined ? nameOf(target) : `${nameOf(target)}.${String(key)}`;
}

function nameOf(target: unknown): string {
  return classNameOf(typeof target === 'function' ? target : classOf(target));
}

function classOf(prototype: unknown): Constructor {
  const owner: unknown = (prototype as { readonly constructor?: unknown } | null | undefined)?.constructor;
  if (typeof owner === 'function') return owner;
  throw new DefinitionError('toolwright decorators stand on classes only.');
}
