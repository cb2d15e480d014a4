import { previewValue } from '../../base/values/value-preview.js';
import type { CompiledPattern } from '../patterns/pattern-compiler.js';
import type { Place } from './place.js';
import type { SchemaFailure } from './schema-failure.js';

/** The limits of the work that one call may cause by validating its arguments or its result. */
export interface CheckLimits {
  /** The largest number of steps: about one for each schema that is applied to a value. */
  readonly validationSteps: number;
  /** The largest sum of the states of each pattern times the length of the texts that it is matched with. */
  readonly patternWork: number;
}

/** The work that a validation may still do. All validations of one call share one budget. */
export class CheckBudget {
  readonly #limits: CheckLimits;
  #steps: number;
  #patternWork: number;
  #exceeded: SchemaFailure | undefined;

  constructor(limits: CheckLimits) {
    this.#limits = limits;
    this.#steps = limits.validationSteps;
    this.#patternWork = limits.patternWork;
  }

  /** The failure of the value that exceeded the budget; undefined if no value did. */
  get exceeded(): SchemaFailure | undefined {
    return this.#exceeded;
  }

  /** Spends steps on the value at a place. @throws BudgetExceeded if none are left. */
  spend(steps: number, place: Place): void {
    this.#steps -= steps;
    if (this.#steps >= 0) return;
    const { validationSteps } = this.#limits;
    this.#exceed(place, `takes more than ${validationSteps} steps to validate (validationSteps)`);
  }

  /** Matches the text at a place. @throws BudgetExceeded if the text is too long for the pattern. */
  matches(pattern: CompiledPattern, text: string, place: Place): boolean {
    this.#patternWork -= pattern.states * text.length;
    if (this.#patternWork >= 0) return pattern.test(text);
    const { patternWork } = this.#limits;
    const what = `too long for the pattern ${previewValue(pattern.source)}`;
    return this.#exceed(place, `is ${what}: matching takes more than ${patternWork} steps (patternWork)`);
  }

  #exceed({ instancePath, schemaPath }: Place, message: string): never {
    this.#exceeded ??= { keyword: 'limit', instancePath, schemaPath, params: {}, message };
    throw new BudgetExceeded();
  }
}

/** The signal that ends a validation that exceeds its budget. It never reaches a caller. */
export class BudgetExceeded extends Error {}
