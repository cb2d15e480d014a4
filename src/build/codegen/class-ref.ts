import type { ts } from './compiler.js';

/** A reference of the generated module to a class: a global class, or one that the module has to import. */
export class ClassRef {
  readonly name: string;
  /** The symbol of an imported class; undefined for a global class. */
  readonly symbol: ts.Symbol | undefined;

  constructor(name: string, symbol?: ts.Symbol) {
    this.name = name;
    this.symbol = symbol;
  }
}
