import { ToolError } from '../../base/errors/errors.js';
import type { ChunkSink } from '../../call/consumers.js';
import { createFailedOutcome, type Outcome } from '../../call/outcome.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { type CallHandler, type PipelineCall, partOf, type RootCall } from '../../toolkit/pipeline/pipeline.js';
import type { FlowNote } from '../../toolkit/pipeline/tool-event.js';
import { readResultKind } from '../../toolkit/result-kind.js';
import { type FlowCall, flowCallOf, type ToolRun } from './flow-call.js';
import { type FlowRules, flowKey, isOfModel, readsHandles } from './flow-scope.js';
import { extractKind } from './handles/extract-tool.js';
import { replaceHandles } from './handles/resolve-handles.js';
import { labelsOf, ResultKeeper } from './handles/result-keeper.js';
import { labelOfFields } from './labels/field-labels.js';
import { FlowTree } from './labels/flow-tree.js';
import { isOpen, joinLabels, type Label, trustedLabel, untrustedLabel } from './labels/label.js';
import type { FlowProgram } from './programs/flow-program.js';
import { labelOfRest } from './result-labels.js';
import type { SeenResult } from './seen-results.js';
import type { ToolPolicy } from './tool-policy.js';

/** The calls that have labelled an outcome last. Middleware may return the outcome of another call. */
const labelled = new WeakMap<Outcome, FlowCall>();

/** Labels the arguments of a call, and what it returns. */
export function observeCall(entry: ToolEntry, next: CallHandler): CallHandler {
  return (call, sink) => {
    const rules = partOf(call.root.environment, flowKey)?.rules;
    const flow = flowCallOf(call.root);
    if (rules === undefined || flow === undefined) return next(call, sink);
    const policy = rules.policies.of(entry);
    const observed: ObservedCall = { rules, flow, entry, root: call.root, policy, isOutermost: !flow.isObserved };
    begin(observed);
    const input = readsHandles(call.root, rules, entry) ? readHandles(call, flow) : call.input;
    if (ToolError.is(input)) {
      programOf(call.root)?.missed();
      return Promise.resolve(finish(observed, createFailedOutcome(entry.spec.name, input)));
    }
    const made = input === call.input ? call : call.with({ input });
    return next(made, sink && watch(observed, sink)).then((outcome) => finish(observed, outcome));
  };
}

/** Returns the input of a call with the values of handles, or the error of a handle that is none. */
function readHandles({ input, root }: PipelineCall, flow: FlowCall): unknown {
  const sent = flow.args;
  try {
    const read = flow.readHandles();
    if (read === sent) return input;
    return input === root.input ? read : replaceHandles(input, sent, read);
  } catch (thrown) {
    if (ToolError.is(thrown)) return thrown;
    throw thrown;
  }
}

/** Notes which tools a call has run, and what they have returned. */
export function observeTool(entry: ToolEntry, next: CallHandler): CallHandler {
  return (call, sink) => {
    const rules = partOf(call.root.environment, flowKey)?.rules;
    const flow = flowCallOf(call.root);
    if (rules === undefined || flow === undefined) return next(call, sink);
    const policy = rules.policies.of(entry);
    flow.enter(policy);
    return next(call, sink).then((outcome) => {
      flow.runs = [...flow.runs, { policy, outcome }];
      flow.leave(labelOfFields(policy.fields, labelOfRun(flow, { policy, outcome })));
      return outcome;
    });
  };
}

/** A call that is followed. A call in a task store is observed twice: where it was made, and where it runs. */
interface ObservedCall {
  readonly rules: FlowRules;
  readonly flow: FlowCall;
  readonly entry: ToolEntry;
  readonly root: RootCall;
  readonly policy: ToolPolicy;
  /** Whether what is returned reaches the caller. */
  readonly isOutermost: boolean;
}

function begin(observed: ObservedCall): void {
  const { flow, root, policy, isOutermost } = observed;
  flow.begin(root, policy);
  if (isOutermost) flow.observe(createKeeper(observed));
  flow.session.add(flow, root.callId);
  flow.noteOn = (outcome) => noteOf(flow, labelOf(observed, outcome));
  if (root.events === undefined) return;
  const expected = labelOf(observed, undefined);
  if (!isOpen(expected)) root.events.note({ flow: noteOf(flow, expected) });
}

/** Returns what keeps the result of a call from a model. Undefined if the model sees it, or another tool has made the call. */
function createKeeper({ flow: { session, isOfElsewhere }, root, policy }: ObservedCall): ResultKeeper | undefined {
  const { callId, name: toolName } = root;
  const isKept =
    policy.show === 'handle' &&
    isOfModel(root) &&
    !isOfElsewhere &&
    partOf(root.environment, flowKey)?.isForProgram !== true;
  return isKept ? new ResultKeeper({ session, policy, callId, toolName }) : undefined;
}

/** Returns a sink whose chunks the session has seen before anyone else. */
function watch(observed: ObservedCall, sink: ChunkSink): ChunkSink {
  const { flow, root, policy, isOutermost } = observed;
  const { keeper } = flow;
  const program = programOf(root);
  if (program !== undefined) {
    const { callId, name: toolName } = root;
    return (chunk) => {
      const labels = { callId, toolName, fields: FlowTree.of({}), rest: labelOf(observed, undefined) };
      program.awaitChunk(labels, { chosenBy: choiceOf(observed), isCounted: isCounted(policy) });
      return sink(chunk);
    };
  }
  if (keeper !== undefined) return isOutermost ? (chunk) => sink(keeper.showChunk(chunk)) : sink;
  return (chunk) => {
    const label = labelOf(observed, undefined);
    flow.session.saw(label);
    // The caller may return what it has read, and never wait for the end.
    flowCallOf(root.caller)?.read(label);
    return sink(chunk);
  };
}

/** Checks whether the number of chunks of a tool is one that others may have chosen. */
function isCounted({ fields }: ToolPolicy): boolean {
  return fields.root.said.length !== 'trusted';
}

/**
 * Returns the label of what has chosen a result, which says something of it. The author of a tool that declares trust says that its
 * results may be seen whatever its arguments are.
 */
function choiceOf({ flow, policy }: ObservedCall): Label {
  const isDeclared = [policy, ...flow.runs.map((run) => run.policy)].every(({ trust }) => trust !== undefined);
  return isDeclared ? trustedLabel : flow.chosenBy;
}

/** Returns the program that makes a call, if data is hidden from it. */
function programOf({ environment, caller }: RootCall): FlowProgram | undefined {
  const isOfProgram = environment.scope.isProgram && caller === environment.caller;
  return isOfProgram ? partOf(environment, flowKey)?.program : undefined;
}

/** Notes the result of a call, and returns what the caller receives. */
function finish(observed: ObservedCall, outcome: Outcome): Outcome {
  end(observed, outcome);
  const { flow, isOutermost } = observed;
  return isOutermost ? (flow.keeper?.shownOf(outcome) ?? outcome) : outcome;
}

function end(observed: ObservedCall, outcome: Outcome): void {
  const { flow, root, rules } = observed;
  const { session, runs } = flow;
  // What toolwright itself says of a call that goes on, and what was labelled inside of the dispatch.
  if ((outcome.state === 'pending' && runs.length === 0) || labelled.get(outcome) === flow) return;
  labelled.set(outcome, flow);
  const label = labelOf(observed, outcome);
  flow.result = label;
  rules.offloaded.note(outcome, label);
  const run = oneRunOf(flow);
  // What an extract shows is labelled in what it keeps.
  if (outcome.error === undefined && observed.policy.spec.kind !== extractKind) {
    session.results.add({ callId: root.callId, toolName: root.name, outcome, run });
  }
  const program = programOf(root);
  if (program === undefined) {
    // A call that was refused says nothing of a result.
    const isKept = outcome.error === undefined || runs.length > 0;
    const seen = (isKept && flow.keeper?.keep({ outcome, label, run }).label) || label;
    session.saw(seen);
    flowCallOf(root.caller)?.read(seen);
  } else if (outcome.error === undefined) {
    const { callId, name: toolName } = root;
    const labels = { callId, toolName, ...labelsOf({ outcome, label, run }) };
    program.await(labels, { chosenBy: choiceOf(observed), isCounted: isCounted(observed.policy) });
  } else {
    // Whether a call fails may follow from what it was given, also if the message says nothing of it.
    program.fail(root.callId, joinLabels(label, flow.chosenBy));
  }
  // What the session keeps of a call must not retain the call.
  flow.runs = [];
  flow.noteOn = undefined;
  root.events?.note({ flow: noteOf(flow, label) });
}

/** Returns the run that has returned the result, if there was only one. */
function oneRunOf(flow: FlowCall): SeenResult['run'] {
  const [run, ...others] = flow.runs;
  return run === undefined || others.length > 0 ? undefined : { ...run, rest: labelOfRun(flow, run) };
}

/** Returns the label of what nothing is said of in what a tool has returned. */
function labelOfRun(flow: FlowCall, { policy, outcome }: ToolRun): Label {
  if (policy.fixedRest !== undefined && flow.isForAnyone) return policy.fixedRest;
  // What was made of several trusted values is a new one, and others may have chosen them.
  const isChosen = flow.received.trust === 'untrusted';
  const base = (): Label => (isChosen ? joinLabels(flow.label, untrustedLabel) : flow.label);
  return labelOfRest(policy, { args: flow.args, outcome, base });
}

/** Returns the label of all that a call returns. Without an outcome, of what it may return. */
function labelOf(observed: ObservedCall, outcome: Outcome | undefined): Label {
  const { flow, policy } = observed;
  const { runs } = flow;
  if (runs.length === 0 && outcome?.error !== undefined) return labelOfRefusal(flow, outcome.error);
  // Errors repeat arguments, such as those of the checks of a tool, however trusted its results are.
  const given = outcome?.error === undefined ? trustedLabel : flow.unseen;
  const [first, ...others] = new Set([policy, ...runs.map((run) => run.policy)]);
  const whole = labelByPolicy(observed, first ?? policy, outcome);
  const all = others.reduce((label, other) => joinLabels(label, labelByPolicy(observed, other, outcome)), whole);
  return joinLabels(all, given);
}

/** Returns the label of an error without a run. It repeats the arguments at most, of which the model has written some. */
function labelOfRefusal(flow: FlowCall, { code }: ToolError): Label {
  // Neither a violation nor the reason of an approver repeats what others have written.
  const isDecided = code === 'denied' && flow.decision !== 'none';
  return isDecided ? flow.received : flow.unseen;
}

function labelByPolicy(observed: ObservedCall, policy: ToolPolicy, outcome: Outcome | undefined): Label {
  const { flow } = observed;
  // What middleware has from elsewhere may be private, however trusted the results of the tool are.
  const isOwn = flow.runs.length > 0 || outcome === undefined;
  if (policy.fixedLabel !== undefined && isOwn && flow.isForAnyone) return policy.fixedLabel;
  const run = flow.runs.findLast((one) => one.policy === policy)?.outcome ?? outcome;
  const base = (): Label => baseOf(observed, outcome);
  return labelOfFields(policy.fields, labelOfRest(policy, { args: flow.args, outcome: run, base }));
}

/** Returns the label of what nothing is said of. */
function baseOf(observed: ObservedCall, outcome: Outcome | undefined): Label {
  const { flow, entry } = observed;
  // What acts on the toolkit shows what the session has.
  if (entry.actsOnScope === true) {
    return joinLabels(joinLabels(flow.label, flow.session.label), labelOfRead(observed));
  }
  // Middleware has returned what it has from elsewhere, such as the result of another session.
  if (flow.runs.length > 0 || outcome === undefined) return flow.label;
  return joinLabels(flow.label, observed.rules.policies.unknownLabel);
}

/** Returns the label of the large result that a model reads on in. */
function labelOfRead({ flow, policy, rules }: ObservedCall): Label {
  if (policy.spec.kind !== readResultKind) return trustedLabel;
  const { id } = (flow.args ?? {}) as { readonly id?: unknown };
  return rules.offloaded.find(id) ?? rules.policies.unknownLabel;
}

function noteOf({ decision, concerns }: FlowCall, { trust, readers }: Label): FlowNote {
  return Object.freeze({ trust, readers, decision, concerns });
}
