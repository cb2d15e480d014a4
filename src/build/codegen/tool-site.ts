import type { ts } from './compiler.js';
import type { DecoratorOptions } from './decorator-options.js';

/** A class that the generated module imports. */
export interface ClassSite {
  readonly symbol: ts.Symbol;
  readonly name: string;
  readonly declaration: ts.ClassLikeDeclaration;
}

/** A method or a function that is described as a tool. */
export interface DescribedSite {
  /** The class that has the method. Undefined for a function. */
  readonly owner: ClassSite | undefined;
  /** The name of the method or the function. */
  readonly method: string;
  /** The implementation, or what a declaration file has of it. */
  readonly declaration: ts.SignatureDeclaration;
  /** The first declared signature, with type arguments resolved. */
  readonly signature: ts.Signature;
  readonly options: DecoratorOptions;
  /** The number of the first parameters whose values `Function.prototype.bind` has set. @default 0 */
  readonly presetCount?: number;
  /** The declaration that holds the tool of an inline function. Its comment counts if the function has none. */
  readonly holder?: ts.Node | undefined;
}

/** A tool of a class: the class that the record is generated for, and the method as seen from that class. */
export interface ToolSite extends DescribedSite {
  readonly owner: ClassSite;
  /** The decorated implementation. */
  readonly declaration: ts.MethodDeclaration;
}

/** Returns the name of a tool in messages: `Class.method`, or the name of the function. */
export function siteName({ owner, method }: DescribedSite): string {
  return owner === undefined ? method : `${owner.name}.${method}`;
}
