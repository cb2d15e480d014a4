import type { DtoError } from './dto-issues.js';
import type { RuleCheck } from './rule-check.js';
import { type PlannedProperty, type PlannedRule, rulePlanOf } from './rule-plan.js';
import { placeOf, type RulePlace, type RuleRecord } from './validation-rules.js';

/** A rule that a value breaks, as class-validator needs to know it to find words for that. */
export interface BrokenRule {
  /** The instance; of a nested value that is no object, the class that has the rule. */
  readonly object: unknown;
  readonly value: unknown;
  readonly record: object;
  /** What decides on the rule; undefined for those that class-validator decides itself. */
  readonly constraint: object | undefined;
}

/** Writes the message for a broken rule, as class-validator does. */
export type WriteMessage = (broken: BrokenRule) => string;

/**
 * Tells what class-validator's executor finds wrong with an instance, without running it: for classes all of whose rules
 * are class-validator's own, nested ones included. It makes an error for each property, good or bad, and looks each rule up
 * among all that there are; a refusal would cost ten times as much.
 */
export class RuleReporter {
  readonly #write: WriteMessage;

  constructor(write: WriteMessage) {
    this.#write = write;
  }

  /** All errors; undefined where only class-validator can tell. Throws what a rule throws. */
  report(instance: object): readonly DtoError[] | undefined {
    const errors: DtoError[] = [];
    const unwritten: UnwrittenMessage[] = [];
    if (!this.#collect(instance, errors, unwritten)) return undefined;
    // Not before it is sure that class-validator will not run: an author's function is asked for its words once.
    for (const { constraints, name, write } of unwritten) constraints[name] = write();
    return errors;
  }

  #collect(instance: object, errors: DtoError[], unwritten: UnwrittenMessage[]): boolean {
    const type: unknown = instance.constructor;
    const plan = typeof type === 'function' ? rulePlanOf(type) : undefined;
    if (plan === undefined) return false;
    for (const name of Object.keys(instance)) {
      if (plan.has(name)) continue;
      // class-validator looks names up in plain objects, which have such members.
      if (name in Object.prototype) return false;
      const constraints = { whitelistValidation: `property ${name} should not exist` };
      errors.push({ target: instance, value: Reflect.get(instance, name), property: name, constraints });
    }
    for (const property of plan.values()) {
      const found = new Findings(instance, property.name, unwritten);
      if (!this.#collectProperty(instance, property, found)) return false;
      found.addTo(errors);
    }
    return true;
  }

  #collectProperty(instance: object, property: PlannedProperty, found: Findings): boolean {
    const { nested } = property;
    const { value } = found;
    if (property.isOptional && (value === undefined || value === null)) return true;
    for (const planned of property.rules) {
      if (!keeps(planned.check, value, instance) && !this.#collectRule(planned, found)) return false;
    }
    return nested === undefined || this.#collectNested(nested, found);
  }

  /** By itself: each rule that is kept would pay for the function that a broken one needs. */
  #collectRule(planned: PlannedRule, found: Findings): boolean {
    const place = placeOf(planned.rule, found.value, found.target);
    const isBroken = planned.isBroken(place);
    if (isBroken === true) found.add(planned.rule.name, () => this.#messageOf(planned, place));
    return isBroken !== undefined;
  }

  /** What is wrong with a nested value, or with each in an array. */
  #collectNested(record: RuleRecord, found: Findings): boolean {
    const { value } = found;
    if (value === undefined) return true;
    if (value instanceof Set || value instanceof Map) return false;
    if (Array.isArray(value)) {
      // As class-validator's forEach, past holes.
      return value.every((_, index) => {
        const inItem = new Findings(value, index.toString(), found.unwritten);
        if (!this.#collectNested(record, inItem)) return false;
        inItem.addTo(found.children);
        return true;
      });
    }
    if (value instanceof Object) return this.#collect(value, found.children, found.unwritten);
    found.add(record.type, () => this.#write({ object: record.target, value, record, constraint: undefined }));
    return true;
  }

  #messageOf({ record, rule, constraint, messages }: PlannedRule, place: RulePlace): string {
    // As class-validator does: an empty message is none.
    const message = record.message || constraint.defaultMessage?.(place);
    const { object, value } = place;
    const broken: BrokenRule = { object, value, record, constraint: { name: rule.name, instance: constraint } };
    return messages.filled(message, place) ?? this.#write(broken);
  }
}

/** What is wrong with one value. */
class Findings {
  readonly target: object;
  readonly property: string;
  readonly value: unknown;
  readonly unwritten: UnwrittenMessage[];
  #children: DtoError[] | undefined;
  #constraints: Record<string, string> | undefined;

  constructor(target: object, property: string, unwritten: UnwrittenMessage[]) {
    this.target = target;
    this.property = property;
    this.value = Reflect.get(target, property);
    this.unwritten = unwritten;
  }

  /** What is wrong within the value. */
  get children(): DtoError[] {
    this.#children ??= [];
    return this.#children;
  }

  /** A rule is broken. */
  add(name: string, write: () => string): void {
    this.#constraints ??= {};
    // Keeps its place among the others.
    this.#constraints[name] = '';
    this.unwritten.push({ constraints: this.#constraints, name, write });
  }

  /** Adds them to the errors, if anything is wrong. */
  addTo(errors: DtoError[]): void {
    const constraints = this.#constraints;
    if (constraints === undefined && (this.#children ?? []).length === 0) return;
    const { target, value, property, children } = this;
    errors.push({ target, value, property, children, constraints });
  }
}

/** A message that is to be written, and where it goes. */
interface UnwrittenMessage {
  readonly constraints: Record<string, string>;
  readonly name: string;
  readonly write: () => string;
}

function keeps(check: RuleCheck, value: unknown, instance: object): boolean {
  try {
    return check(value, instance);
  } catch {
    // class-validator's own function throws it once more.
    return false;
  }
}
