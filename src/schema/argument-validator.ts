import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ValidationIssue } from '../errors.js';
import type { JsonSchema } from '../json-schema.js';
import { previewValue } from '../value-preview.js';
import { compileDefaults, type DefaultFiller } from './defaults.js';
import type { InputContract } from './input-contract.js';
import { pointerOf } from './json-pointer.js';
import { argumentLimits, declaredGuardedNames, refuseHostile } from './limits.js';
import type { BoundValues, Received } from './receiver.js';
import { repairArguments } from './repair.js';
import { type CompiledSchema, compileSchema } from './schema-compiler.js';
import { issuesOf } from './schema-issues.js';

/** The arguments of a call, judged: the values that the tool receives, or everything that is wrong with them. */
export type Judged =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Whether what models often get wrong is put right. */
export type Leniency = 'forgiving' | 'strict';

// Escapes and white space may double the characters that are counted once it is parsed.
const longestText = 2 * argumentLimits.characters;

// A repaired JSON text may hold more to repair. Each round goes at least one level deeper.
const maxRepairRounds = 4;

/**
 * Judges arguments against one contract: limits, then the compiled schema, then what a receiver decides; and where
 * that fails, once more after the forgiving step. Answers at once where nothing has to be awaited.
 */
export class ArgumentValidator {
  readonly #contract: InputContract;
  readonly #where: string;
  readonly #leniency: Leniency;
  readonly #declared: ReadonlySet<string>;
  readonly #fill: DefaultFiller;
  readonly #compiled: CompiledSchema;
  #published: CompiledSchema | undefined;

  /** @throws DefinitionError if the schema does not compile. */
  constructor(contract: InputContract, where: string, leniency: Leniency = 'forgiving') {
    this.#contract = contract;
    this.#where = where;
    this.#leniency = leniency;
    this.#declared = declaredGuardedNames(contract.published);
    this.#fill = compileDefaults(contract.enforced);
    this.#compiled = compileSchema(contract.enforced, where);
  }

  judge(args: unknown, bound: BoundValues | undefined): Judged | Promise<Judged> {
    const given = this.#readObject(args);
    if (!given.ok) return given;
    const refused = this.#refuse(given.value);
    if (refused !== undefined) return { ok: false, issues: [refused] };
    const filled = this.#fill(given.value);
    const { receive } = this.#contract;
    if (!this.#compiled.accepts(filled)) return this.#secondChance(filled, bound);
    if (receive === undefined) return { ok: true, value: filled };
    const received = receive(filled, bound);
    return received instanceof Promise
      ? received.then((one) => this.#settle(one, filled, bound))
      : this.#settle(received, filled, bound);
  }

  #settle(
    received: Received,
    filled: Record<string, unknown>,
    bound: BoundValues | undefined,
  ): Judged | Promise<Judged> {
    if (received.ok) return { ok: true, value: received.value as Record<string, unknown> };
    return this.#secondChance(filled, bound, received.issues);
  }

  /** Repairs what it can, and judges again; else tells everything that is wrong. */
  async #secondChance(
    filled: Record<string, unknown>,
    bound: BoundValues | undefined,
    known?: readonly ValidationIssue[],
  ): Promise<Judged> {
    let args = filled;
    let received = known;
    for (let round = 0; round < maxRepairRounds && this.#leniency === 'forgiving'; round++) {
      const repaired = repairArguments(args, this.#publishedFailures(args), this.#contract.published);
      if (repaired === undefined) break;
      args = this.#fill(repaired as Record<string, unknown>);
      received = undefined;
      const refused = this.#refuse(args);
      if (refused !== undefined) return { ok: false, issues: [refused] };
    }
    const failures = this.#compiled.failures(args);
    if (received === undefined) {
      const judged = await this.#receive(args, bound, failures);
      if (judged.ok) return judged;
      received = judged.issues;
    }
    return { ok: false, issues: [...issuesOf(failures, this.#contract.enforced), ...received] };
  }

  /** What the receiver says, also where the schema already failed: all issues are told at once. */
  async #receive(
    args: Record<string, unknown>,
    bound: BoundValues | undefined,
    failures: readonly ErrorObject[],
  ): Promise<Judged> {
    const { receive } = this.#contract;
    if (receive === undefined) return failures.length === 0 ? { ok: true, value: args } : { ok: false, issues: [] };
    if (failures.some((failure) => failure.keyword === 'type')) return { ok: false, issues: [] };
    const received = await receive(args, bound);
    if (!received.ok) return { ok: false, issues: received.issues.filter((issue) => !alreadyTold(issue, failures)) };
    return failures.length === 0
      ? { ok: true, value: received.value as Record<string, unknown> }
      : { ok: false, issues: [] };
  }

  #publishedFailures(args: unknown): readonly ErrorObject[] {
    const { published, enforced, receive }: { published: JsonSchema; enforced: JsonSchema; receive: unknown } =
      this.#contract;
    if (receive === undefined && published === enforced) return this.#compiled.failures(args);
    this.#published ??= compileSchema(published, this.#where);
    return this.#published.failures(args);
  }

  #refuse(args: Readonly<Record<string, unknown>>): ValidationIssue | undefined {
    for (const name of this.#contract.hidden) {
      if (Object.hasOwn(args, name)) return { path: pointerOf([name]), message: 'is unknown', rule: 'unknown' };
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

function refusal(message: string): Judged {
  return { ok: false, issues: [{ path: '', message, rule: 'type' }] };
}

function alreadyTold(issue: ValidationIssue, failures: readonly ErrorObject[]): boolean {
  return (
    issue.rule === 'unknown' &&
    failures.some((failure) => {
      const name: unknown = failure.params.additionalProperty ?? failure.params.unevaluatedProperty;
      return typeof name === 'string' && issue.path === failure.instancePath + pointerOf([name]);
    })
  );
}
