import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ValidationIssue } from '../../errors.js';
import type { JsonSchema } from '../../json-schema.js';
import { previewValue } from '../../value-preview.js';
import type { InputContract } from '../input/input-contract.js';
import type { BoundValues, Received } from '../input/receiver.js';
import { pointerOf } from '../json-schema/json-pointer.js';
import { type ArgumentIntake, compileIntake } from './argument-intake.js';
import { copyJson } from './copy-json.js';
import { compileDefaults, type DefaultFiller } from './defaults.js';
import { argumentLimits, declaredGuardedNames, refuseHostile } from './limits.js';
import { mayBeRepaired, repairArguments } from './repair.js';
import { type CompiledSchema, compileSchema } from './schema-compiler.js';
import { issuesOf } from './schema-issues.js';

/** The arguments of a call, judged: the values that the tool receives, or everything that is wrong with them. */
export type Judged =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

interface Repaired {
  readonly args: Record<string, unknown>;
  readonly failures: readonly ErrorObject[];
}

// Escapes and white space may double the characters that are counted once it is parsed.
const longestText = 2 * argumentLimits.characters;

// A repaired JSON text may hold more to repair. Each round goes at least one level deeper.
const maxRepairRounds = 4;

// Not state: what a contract compiles to. All instances of a class share the contracts of its tools.
const validators = new WeakMap<InputContract, ArgumentValidator>();

/**
 * The validator of a contract, compiled when it is first asked for.
 *
 * @throws DefinitionError if the schema does not compile.
 */
export function validatorOf(contract: InputContract, where: string): ArgumentValidator {
  const validator = validators.get(contract) ?? new ArgumentValidator(contract, where);
  validators.set(contract, validator);
  return validator;
}

/**
 * Judges arguments against one contract: limits, then the compiled schema, then what a receiver decides; and where
 * that fails, once more after the forgiving step. Answers at once where nothing has to be awaited.
 *
 * Good arguments of the usual kind are copied by the compiled intake. What it does not take, and what is refused, is
 * judged at length.
 */
export class ArgumentValidator {
  readonly #contract: InputContract;
  readonly #where: string;
  readonly #declared: ReadonlySet<string>;
  readonly #intake: ArgumentIntake;
  /** Whether the compiled schema admits names that are hidden. */
  readonly #mayHide: boolean;
  readonly #fill: DefaultFiller | undefined;
  readonly #compiled: CompiledSchema;
  #published: CompiledSchema | undefined;

  /** @throws DefinitionError if the schema does not compile. */
  constructor(contract: InputContract, where: string) {
    this.#contract = contract;
    this.#where = where;
    this.#declared = declaredGuardedNames(contract.published);
    // A receiver looks into more than the validator does.
    const isReceived = contract.receive !== undefined;
    this.#intake = compileIntake(isReceived ? contract.published : contract.enforced, !isReceived);
    this.#mayHide = contract.hidden.size > 0 && admitsUndeclared(contract.enforced);
    this.#fill = compileDefaults(contract.enforced);
    this.#compiled = compileSchema(contract.enforced, where);
  }

  /**
   * What the tool receives, where the arguments are of the usual kind, and no receiver has to see a copy of them.
   * Undefined where only `judge` can tell.
   */
  accept(given: unknown): object | undefined {
    if (typeof given !== 'object' || given === null) return undefined;
    const { receive, take } = this.#contract;
    if (receive === undefined) return this.#copied(given);
    if (take === undefined) return undefined;
    try {
      return take(given);
    } catch {
      // A getter that throws, or a constructor: perhaps what stands before it is refused.
      return undefined;
    }
  }

  /** A copy of the arguments with defaults, where they are of the usual kind and the compiled schema admits them. */
  #copied(given: object): Record<string, unknown> | undefined {
    try {
      return this.#taken(given);
    } catch {
      // A getter that throws: perhaps what stands before it is refused.
      return undefined;
    }
  }

  #taken(given: object): Record<string, unknown> | undefined {
    const args = this.#intake(given);
    if (args === undefined || !this.#compiled.accepts(args) || (this.#mayHide && this.#hides(args))) return undefined;
    if (this.#fill !== undefined) this.#fill(args);
    return args;
  }

  /** Judges arguments, whatever they are. */
  judge(given: unknown, bound: BoundValues | undefined): Judged | Promise<Judged> {
    const read = this.#readObject(given);
    if (!read.ok) return read;
    // What stands for text has not been looked at; what is to be received has to be copied in any case.
    const isNew = read.value !== given || this.#contract.receive !== undefined;
    const copied = isNew ? this.#copied(read.value) : undefined;
    if (copied !== undefined) return this.#receive(copied, bound);
    const refused = this.#refuse(read.value);
    if (refused !== undefined) return { ok: false, issues: [refused] };
    const args = copyJson(read.value);
    if (!this.#compiled.accepts(args)) return this.#secondChance(args, bound);
    this.#fill?.(args);
    return this.#receive(args, bound);
  }

  /** Lets the receiver, if there is one, decide on arguments that the schema admits. */
  #receive(args: Record<string, unknown>, bound: BoundValues | undefined): Judged | Promise<Judged> {
    const { receive } = this.#contract;
    if (receive === undefined) return { ok: true, value: args };
    const received = receive(args, bound);
    return received instanceof Promise ? this.#settleAfter(received, args, bound) : this.#settle(received, args, bound);
  }

  async #settleAfter(
    received: Promise<Received>,
    args: Record<string, unknown>,
    bound: BoundValues | undefined,
  ): Promise<Judged> {
    return this.#settle(await received, args, bound);
  }

  #settle(received: Received, args: Record<string, unknown>, bound: BoundValues | undefined): Judged | Promise<Judged> {
    if (received.ok) return received as Judged;
    return this.#secondChance(args, bound, received.issues);
  }

  /** Repairs what it can, and judges again; else tells everything that is wrong. */
  #secondChance(
    refused: Record<string, unknown>,
    bound: BoundValues | undefined,
    known?: readonly ValidationIssue[],
  ): Judged | Promise<Judged> {
    // What a DTO has told needs no second look where nothing can be put right: it has not changed the arguments.
    if (known !== undefined && this.#contract.take !== undefined && !mayBeRepaired(refused)) {
      return { ok: false, issues: known };
    }
    const { args, failures } = this.#repair(refused);
    const limit = args === refused ? undefined : this.#refuse(args);
    if (limit !== undefined) return { ok: false, issues: [limit] };
    if (failures.length === 0 && args !== refused) this.#fill?.(args);
    const received: Received | Promise<Received> =
      args === refused && known !== undefined
        ? { ok: false, issues: known }
        : this.#receiveRefused(args, bound, failures);
    return received instanceof Promise ? this.#concludeAfter(received, failures) : this.#conclude(received, failures);
  }

  async #concludeAfter(received: Promise<Received>, failures: readonly ErrorObject[]): Promise<Judged> {
    return this.#conclude(await received, failures);
  }

  #conclude(received: Received, failures: readonly ErrorObject[]): Judged {
    if (received.ok && failures.length === 0) return { ok: true, value: received.value as Record<string, unknown> };
    const issues = issuesOf(failures, this.#contract.enforced);
    return { ok: false, issues: received.ok ? issues : [...issues, ...received.issues] };
  }

  /** The arguments with everything put right that the forgiving step knows, and what is still wrong with them. */
  #repair(refused: Record<string, unknown>): Repaired {
    let args = refused;
    for (let round = 0; round < maxRepairRounds; round++) {
      const failures = this.#publishedFailures(args);
      const repaired = repairArguments(args, failures, this.#contract.published);
      if (repaired === undefined)
        return { args, failures: this.#isPublished ? failures : this.#compiled.failures(args) };
      args = repaired as Record<string, unknown>;
    }
    return { args, failures: this.#compiled.failures(args) };
  }

  /** What the receiver says, also where the schema already failed: all issues are told at once. */
  #receiveRefused(
    args: Record<string, unknown>,
    bound: BoundValues | undefined,
    failures: readonly ErrorObject[],
  ): Received | Promise<Received> {
    const { receive } = this.#contract;
    // A receiver expects the types that the schema promises.
    if (receive === undefined || failures.some((failure) => failure.keyword === 'type'))
      return { ok: true, value: args };
    const unknown = new Set(failures.map((failure): unknown => failure.params.additionalProperty));
    const told = Object.fromEntries(Object.entries(args).filter(([name]) => !unknown.has(name)));
    return receive(told, bound);
  }

  /** Whether what models see is all that is enforced. */
  get #isPublished(): boolean {
    const { published, enforced, receive }: { published: JsonSchema; enforced: JsonSchema; receive: unknown } =
      this.#contract;
    return receive === undefined && published === enforced;
  }

  #publishedFailures(args: unknown): readonly ErrorObject[] {
    if (this.#isPublished) return this.#compiled.failures(args);
    this.#published ??= compileSchema(this.#contract.published, this.#where);
    return this.#published.failures(args);
  }

  #hides(args: Readonly<Record<string, unknown>>): boolean {
    for (const name of this.#contract.hidden) if (Object.hasOwn(args, name)) return true;
    return false;
  }

  #refuse(args: Readonly<Record<string, unknown>>): ValidationIssue | undefined {
    for (const name of this.#contract.hidden) {
      // What is undefined counts as absent, here too.
      if (Object.hasOwn(args, name) && args[name] !== undefined)
        return { path: pointerOf([name]), message: 'is unknown', rule: 'unknown' };
    }
    return refuseHostile(args, this.#declared);
  }

  #readObject(args: unknown): Judged {
    if (args === undefined) return { ok: true, value: {} };
    if (typeof args === 'object' && args !== null && !Array.isArray(args)) {
      return { ok: true, value: args as Record<string, unknown> };
    }
    if (typeof args !== 'string') return refusal(`must be an object, got ${previewValue(args)}`);
    // Models emit arguments as JSON text; an empty one stands for no arguments.
    if (args.trim() === '') return { ok: true, value: {} };
    if (args.length > longestText) return refusal(`must be shorter than ${longestText} characters of JSON`);
    try {
      const parsed: unknown = JSON.parse(args);
      return typeof parsed === 'string'
        ? refusal(`must be an object, got ${previewValue(parsed)}`)
        : this.#readObject(parsed);
    } catch {
      return refusal(`must be a JSON object, got the text ${previewValue(args)}`);
    }
  }
}

function admitsUndeclared({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return additionalProperties !== false || patternProperties !== undefined;
}

function refusal(message: string): Judged {
  return { ok: false, issues: [{ path: '', message, rule: 'type' }] };
}
