import { from, map, type Observable, of, switchMap } from 'rxjs';
import { ValidationError, type ValidationIssue } from '../../errors.js';
import type { Validation } from '../../execution/argument-plan.js';
import { CallGuard, interruption } from '../../execution/call-guard.js';
import { followAbort } from '../../execution/follow-abort.js';
import { outcomeOf, refusedCall, toLastResponse } from '../../execution/outcome.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { NeedsApproval, SchemaSource } from '../../metadata/tool-options.js';
import type { ToolResponse } from '../../response/tool-response.js';
import { ToolInput } from '../../schema/input/tool-input.js';
import { ArgumentValidator, type ValidationResult } from '../../schema/validation/argument-validator.js';
import { describeIssues } from '../../schema/validation/schema-issues.js';
import { ToolSpec } from '../../spec/tool-spec.js';
import type { MiddlewareCall } from '../middleware/middleware.js';
import { settled } from '../pipeline/settled.js';
import { extendedSchema } from './extended-schema.js';

/** A call, as far as its extended model goes. */
type Extended = Omit<MiddlewareCall, 'spec'>;

/**
 * A tool whose schema has further fields, which the tool itself does not get. What the model sends in them is validated
 * and handed over as `metadata.structuredOutput` of the last response.
 */
export class ExtendedTool {
  /** The tool without the fields. */
  readonly base: ToolSpec;
  /** The tool as a model sees it. */
  readonly shown: ToolSpec;
  readonly #names: ReadonlySet<string>;
  readonly #validator: ArgumentValidator;

  /** @throws DefinitionError on fields that cannot be merged with the tool's arguments. */
  constructor(base: ToolSpec, source: SchemaSource) {
    const where = `setExtendedModel('${base.name}')`;
    const input = ToolInput.read({ where, inputSchema: source, params: undefined, reflected: false });
    const contract = input.contract(new Set());
    this.base = base;
    this.shown = this.#shown(extendedSchema(base, contract.published));
    this.#names = new Set(input.names());
    this.#validator = new ArgumentValidator(contract, where);
  }

  /** Runs a call that has the fields: validates them, takes them out, and puts them into the last response. */
  run<Call extends Extended>(call: Call, inner: (call: Call) => Observable<ToolResponse>): Observable<ToolResponse> {
    const input = readObject(call.input);
    // What is no object at all is refused by the tool itself.
    if (input === undefined) return inner(call);
    const { own, fields } = this.#split(input);
    const judging = Promise.resolve(this.#validator.validate(fields, undefined));
    const responses = from(guarded(call, judging)).pipe(
      switchMap((judged) => {
        // Everything that is wrong is told at once, with the tool's own arguments too.
        if (!judged.ok) return this.check(call, inner);
        return inner({ ...call, input: own }).pipe(map((response) => withStructuredOutput(response, judged.value)));
      }),
    );
    return settled(() => responses, call);
  }

  /** Lets a call pass whose arguments and fields are in order, and refuses any other. */
  check<Call extends Extended>(call: Call, next: (call: Call) => Observable<ToolResponse>): Observable<ToolResponse> {
    const { context, name, id } = call;
    const responses = from(guarded(call, this.validate(call.input, context))).pipe(
      switchMap((validation) => (validation.ok ? next(call) : of(refused({ id, name, issues: validation.issues })))),
    );
    return settled(() => responses, call);
  }

  /** Judges arguments, the fields included, without running anything. */
  async validate(args: unknown, { state }: Pick<ToolContext, 'state'>): Promise<Validation> {
    const input = readObject(args);
    if (input === undefined) return this.base.validate(args, { state });
    const { own, fields } = this.#split(input);
    const issues = [
      ...issuesOf(await this.base.validate(own, { state })),
      ...issuesOf(await this.#validator.validate(fields, undefined)),
    ];
    return issues.length > 0 ? { ok: false, issues } : { ok: true, value: input };
  }

  #split(input: Readonly<Record<string, unknown>>): {
    readonly own: Readonly<Record<string, unknown>>;
    readonly fields: Readonly<Record<string, unknown>>;
  } {
    const entries = Object.entries(input);
    return {
      own: Object.fromEntries(entries.filter(([name]) => !this.#names.has(name))),
      fields: Object.fromEntries(entries.filter(([name]) => this.#names.has(name))),
    };
  }

  /** The tool's own predicate gets what the tool gets: arguments without the fields. */
  #needsApproval(): NeedsApproval | undefined {
    const { needsApproval } = this.base;
    if (typeof needsApproval !== 'function') return needsApproval;
    return async (args: Readonly<Record<string, unknown>>, context: ToolContext) => {
      const validation = await this.base.validate(this.#split(args).own, context);
      return !validation.ok || needsApproval(validation.value, context);
    };
  }

  #shown(inputSchema: SchemaSource): ToolSpec {
    const { base } = this;
    const { name, title, description, group, tags, annotations, icons, meta, concurrency, outputSchema, state } = base;
    const isVisible = ([argument]: readonly [string, unknown]): boolean => !Object.hasOwn(base.bindings, argument);
    const examples = base.examples?.map((example) => ({
      ...example,
      input: Object.fromEntries(Object.entries(example.input).filter(isVisible)),
    }));
    return ToolSpec.create({
      ...{
        name,
        title,
        description,
        group,
        tags,
        annotations,
        icons,
        meta,
        concurrency,
        outputSchema,
        state,
        examples,
      },
      canAccess: (auth) => base.canAccess(auth),
      needsApproval: this.#needsApproval(),
      inputSchema,
      executor: {
        kind: base.kind,
        execute: (_, context) => {
          const { signal, state: values, auth } = context;
          const { id, input } = context.call;
          return this.run({ id, name, input, context }, (call) =>
            base.stream(call.input, { callId: id, signal, state: values, auth }),
          );
        },
      },
    });
  }
}

/** What a promise gives, unless the call is aborted first. */
function guarded<T>({ name, context: { signal } }: Extended, promise: Promise<T>): Promise<T> {
  const guard = new CallGuard();
  const stop = (): void => guard.end(interruption(name, signal.reason));
  if (signal.aborted) stop();
  return guard.wait(promise).finally(followAbort(signal, stop));
}

function issuesOf(judged: Validation | ValidationResult): readonly ValidationIssue[] {
  return judged.ok ? [] : judged.issues;
}

function refused({ id, name, issues }: { id: string; name: string; issues: readonly ValidationIssue[] }): ToolResponse {
  const error = new ValidationError(describeIssues(name, issues), { toolName: name, issues });
  return toLastResponse(refusedCall(name, error), id);
}

function readObject(input: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof input === 'string') return readObject(parsed(input));
  if (input === undefined) return {};
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Readonly<Record<string, unknown>>)
    : undefined;
}

function parsed(json: string): object | null {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function withStructuredOutput(response: ToolResponse, structuredOutput: unknown): ToolResponse {
  const outcome = outcomeOf(response);
  if (outcome === undefined || outcome.error !== undefined) return response;
  const { data, content, structuredContent, metadata } = outcome.rendered;
  const rendered = { data, content, structuredContent, metadata: { ...metadata, structuredOutput } };
  return toLastResponse({ ...outcome, rendered }, response.callId);
}
