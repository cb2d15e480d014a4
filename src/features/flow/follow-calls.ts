import type { ChunkSink } from '../../call/consumers.js';
import type { Outcome } from '../../call/outcome.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { type CallHandler, type PipelineCall, partOf, type RootCall } from '../../toolkit/pipeline/pipeline.js';
import type { FlowNote } from '../../toolkit/pipeline/tool-event.js';
import { type FlowCall, flowCallOf } from './flow-call.js';
import { type FlowScope, flowKey } from './flow-scope.js';
import { joinLabels, type Label, untrustedLabel } from './label.js';
import { addressedData, labelOfRest, labelOfWhole, leavesIn, leavesOfResult } from './result-labels.js';
import type { ToolPolicy } from './tool-policy.js';

/** Labels the arguments of a call, and what it returns. */
export function observeCall(entry: ToolEntry, next: CallHandler): CallHandler {
  return async (call, sink) => {
    const [scope, flow] = [partOf(call.root.environment, flowKey), flowCallOf(call.root)];
    if (scope === undefined || flow === undefined) return next(call, sink);
    const observed = new ObservedCall(scope, flow, { entry, call });
    observed.begin();
    const outcome = await next(call, sink && observed.watch(sink));
    observed.end(outcome);
    return outcome;
  };
}

/** Notes which tools a call has run, and what they have returned. */
export function observeTool(entry: ToolEntry, next: CallHandler): CallHandler {
  return async (call, sink) => {
    const [scope, flow] = [partOf(call.root.environment, flowKey), flowCallOf(call.root)];
    if (scope === undefined || flow === undefined) return next(call, sink);
    const policy = scope.rules.policies.of(entry);
    const outcome = await next(call, sink);
    flow.runs.push({ policy, outcome });
    return outcome;
  };
}

interface ObservedParts {
  readonly entry: ToolEntry;
  readonly call: PipelineCall;
}

/** A call within one of its observations. There are two: a call in the background ends after the outer one. */
class ObservedCall {
  readonly #flow: FlowCall;
  readonly #root: RootCall;
  readonly #policy: ToolPolicy;
  readonly #actsOnScope: boolean;

  constructor(scope: FlowScope, flow: FlowCall, { entry, call }: ObservedParts) {
    this.#flow = flow;
    this.#root = call.root;
    this.#policy = scope.rules.policies.of(entry);
    this.#actsOnScope = entry.actsOnScope === true;
  }

  begin(): void {
    const { repairedInput, parsedInput, input, callId, name } = this.#root;
    this.#flow.toolName = name;
    this.#flow.labelArguments(repairedInput ?? parsedInput ?? input, this.#policy);
    this.#flow.session.add(this.#flow, callId);
    if (!this.#flow.isOpen) this.#root.events?.note({ flow: noteOf(this.#flow) });
  }

  /** Returns a sink whose chunks the session has seen before anyone else. */
  watch(sink: ChunkSink): ChunkSink {
    return (chunk) => {
      this.#flow.session.saw(this.#wholeOf(undefined));
      return sink(chunk);
    };
  }

  end(outcome: Outcome): void {
    const { session, runs } = this.#flow;
    // What toolwright itself says of a call that goes on.
    if (outcome.state === 'pending' && runs.length === 0) return;
    if (this.#flow.outcome === outcome) return;
    this.#flow.outcome = outcome;
    const whole = this.#wholeOf(outcome);
    this.#flow.result = whole;
    session.saw(whole);
    flowCallOf(this.#root.caller as RootCall | undefined)?.read(whole);
    if (outcome.error === undefined) this.#addValues(outcome, whole);
    session.checkSize();
    this.#root.events?.note({ flow: noteOf(this.#flow) });
  }

  /** Returns the label of all that the call returns. */
  #wholeOf(outcome: Outcome | undefined): Label {
    const { runs, label } = this.#flow;
    // A call that was refused repeats its arguments at most.
    if (runs.length === 0 && outcome?.error !== undefined) return label;
    const policies = new Set([this.#policy, ...runs.map(({ policy }) => policy)]);
    const base = this.#baseOf(outcome);
    const args = this.#root.parsedInput ?? this.#root.input;
    const labels = [...policies].map((policy) => {
      const run = runs.findLast((one) => one.policy === policy)?.outcome ?? outcome;
      return labelOfWhole(policy, labelOfRest(policy, { args, outcome: run, base }));
    });
    return labels.reduce(joinLabels);
  }

  /** Returns the label of what nothing is said of. */
  #baseOf(outcome: Outcome | undefined): Label {
    const { runs, label, session } = this.#flow;
    // What acts on the toolkit shows what the session has.
    if (this.#actsOnScope) return joinLabels(label, session.label);
    // Middleware has returned what it has from elsewhere, such as the result of another session.
    return runs.length === 0 && outcome !== undefined ? joinLabels(label, untrustedLabel) : label;
  }

  /** Keeps the values of the result that arguments may repeat, and those that say where an argument comes from. */
  #addValues(outcome: Outcome, whole: Label): void {
    const { runs, session } = this.#flow;
    const { callId, name: toolName } = this.#root;
    const [run, ...others] = runs;
    const data = addressedData(outcome);
    if (run !== undefined && others.length === 0 && data !== undefined) {
      const original = addressedData(run.outcome);
      const rest = labelOfRest(run.policy, {
        args: this.#root.parsedInput ?? this.#root.input,
        outcome: run.outcome,
        base: this.#flow.label,
      });
      for (const leaf of leavesIn(data, leavesOfResult(original, run.policy, rest), original)) {
        const { pointer, value, label, kind } = leaf;
        const origin = { from: 'result', callId, toolName, pointer } as const;
        if (label.trust === 'trusted')
          session.values.add({ text: String(value), kind, readers: label.readers, origin });
        else session.texts.add(String(value), origin);
      }
      return;
    }
    if (whole.trust === 'trusted') return;
    for (const block of outcome.rendered.content) {
      if (block.type === 'text') session.texts.add(block.text, { from: 'result', callId, toolName, pointer: '' });
    }
  }
}

function noteOf({ decision, concerns, result, label }: FlowCall): FlowNote {
  const { trust, readers } = result ?? label;
  return Object.freeze({ trust, readers, decision, concerns });
}
