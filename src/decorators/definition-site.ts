import { DefinitionError } from '../errors.js';
import type { Constructor, RecordHome } from '../metadata/class-records.js';

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
  const member = memberName('@Tool()', target, key);
  if (typeof target === 'function') throw misplaced(member, 'a static method', 'Make it an instance method.');
  if (!isDescriptor(descriptor)) {
    throw misplaced(member, 'a field', 'Only methods can be tools: write `name() { … }`, not `name = () => …`.');
  }
  if (typeof descriptor.value !== 'function') throw misplaced(member, 'an accessor', 'Only methods can be tools.');
  return { home: { kind: 'class', target: classOf(target) }, method: stringKey(member, key) };
}

/** Where a legacy parameter or property decorator stands. Throws a DefinitionError on statics, symbols and constructors. */
export function memberSite(decorator: string, target: unknown, key: unknown): { owner: Constructor; member: string } {
  if (isStandardContext(key)) {
    throw new DefinitionError(
      `${decorator} on '${String(key.name)}' needs legacy decorators ("experimentalDecorators": true). ` +
        'With TC39 decorators, say the same with @Tool({ params, bind, ctx }) or an inputSchema.',
    );
  }
  if (key === undefined) {
    throw new DefinitionError(
      `${decorator} stands on a constructor parameter of ${nameOf(target)}. Only tool methods take it.`,
    );
  }
  const site = memberName(decorator, target, key);
  if (typeof target === 'function') throw misplaced(site, 'a static member', 'Use an instance member.');
  return { owner: classOf(target), member: stringKey(site, key) };
}

function standardMethodSite(context: StandardContext): MethodSite {
  const member = `@Tool() on '${String(context.name)}'`;
  if (context.kind !== 'method') throw misplaced(member, `a ${context.kind}`, 'Only methods can be tools.');
  if (context.static === true) throw misplaced(member, 'a static method', 'Make it an instance method.');
  if (context.private === true) throw misplaced(member, 'a private method', 'Make it public, or call it from a tool.');
  if (context.metadata === undefined) {
    throw new DefinitionError(
      `${member} finds no decorator metadata. Import 'toolwright' before any other polyfill of Symbol.metadata.`,
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
  return `${decorator} on ${nameOf(target)}.${String(key)}`;
}

function nameOf(target: unknown): string {
  return typeof target === 'function' ? target.name : classOf(target).name;
}

function classOf(prototype: unknown): Constructor {
  const owner: unknown = (prototype as { readonly constructor?: unknown } | null | undefined)?.constructor;
  if (typeof owner === 'function') return owner;
  throw new DefinitionError('toolwright decorators stand on classes only.');
}
