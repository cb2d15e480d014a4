import type { ts } from './compiler.js';

/** What is known of a class to which a generated module refers. */
export interface ClassKnowledge {
  /** Whether only the running program knows if the class has rules of class-validator. @default false */
  readonly isCandidate?: boolean;
}

/** A reference of the generated module to a class: a global class, or one that the module has to import. */
export class ClassRef {
  readonly name: string;
  /** The symbol of an imported class; undefined for a global class. */
  readonly symbol: ts.Symbol | undefined;
  /** Whether only the running program knows if the class has rules of class-validator. */
  readonly isCandidate: boolean;

  constructor(name: string, symbol?: ts.Symbol, { isCandidate = false }: ClassKnowledge = {}) {
    this.name = name;
    this.symbol = symbol;
    this.isCandidate = isCandidate;
  }

  /** The class as messages name it: `its DTO class 'Order'`. */
  get label(): string {
    return `${this.isCandidate ? 'possible DTO class' : 'DTO class'} '${this.name}'`;
  }
}
