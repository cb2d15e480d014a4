import type { ts } from './compiler.js';

/** A class that the generated module names: one of JavaScript's own, or one that it has to import. */
export class ClassRef {
  readonly name: string;
  /** Undefined for a class that is in reach everywhere. */
  readonly symbol: ts.Symbol | undefined;

  constructor(name: string, symbol?: ts.Symbol) {
    this.name = name;
    this.symbol = symbol;
  }
}
