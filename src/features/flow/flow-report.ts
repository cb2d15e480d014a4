import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { partOfHost } from '../../call/host-call.js';
import { alternatives } from '../../schema/json-schema/alternatives.js';
import type { ParamFlow } from '../../tool/metadata/flow-options.js';
import { callRunnerKey } from '../../toolkit/call-runner.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { decidesAt } from './deciding-parameters.js';
import { flowKey } from './flow-scope.js';
import { isPrivate, type ToolPolicies, type ToolPolicy } from './tool-policy.js';

/** What is known of the data of a tool, as plain JSON. */
export interface ReportedTool {
  readonly name: string;
  /** Whether the tool or the application says how trusted results are. */
  readonly isLabelled: boolean;
  /** How trusted results are. `derived`: as trusted as what the call was given and has read. `decided`: a function decides. */
  readonly results: 'trusted' | 'untrusted' | 'derived' | 'decided';
  /** What a model sees of the results. */
  readonly show: 'value' | 'handle';
  /** Whether only some may read the results, or parts of them. */
  readonly isPrivate: boolean;
  /** Whether a call changes nothing. */
  readonly isReadOnly: boolean;
  /** Whether data leaves through the tool. */
  readonly isOpenWorld: boolean;
  /** The arguments that decide what a call does. A tool that changes something and has none asks in a session that is untrusted. */
  readonly deciding: readonly string[];
}

/** What data of one tool can do in the calls of another one, as plain JSON. */
export interface ReportedFlow {
  readonly from: string;
  readonly to: string;
  /** The arguments that receive the data without a question. */
  readonly carries: readonly string[];
  /** The arguments for which a value of the data is asked about, denied or reported. */
  readonly asks: readonly string[];
}

/** Which tools have no declared label, and which tools can carry what where. */
export interface FlowReport {
  readonly tools: readonly ReportedTool[];
  /** The names of the tools of which neither the author nor the application says how trusted their results are. */
  readonly unlabelled: readonly string[];
  /** The names in the option `flow.tools` that no tool has. */
  readonly unknown: readonly string[];
  /** From each tool whose results are untrusted or private to each one that changes something or through which data leaves. */
  readonly flows: readonly ReportedFlow[];
}

/**
 * Returns which tools of a toolkit have no declared label, and which tools can carry what where.
 *
 * @throws DefinitionError if the toolkit does not have the option `flow`.
 */
export function flowReport(toolkit: object): FlowReport {
  const runner = partOfHost(toolkit, callRunnerKey);
  const policies = partOfHost(toolkit, flowKey)?.rules.policies;
  if (runner === undefined || policies === undefined) {
    throw new DefinitionError('flowReport: the toolkit was created without the option flow.');
  }
  const { entries } = runner.parts.catalog;
  const own = entries.filter(({ actsOnScope }) => actsOnScope !== true);
  const unknown = policies.names.filter((name) => entries.every(({ spec }) => spec.name !== name));
  return Object.freeze({ ...createReport(own, policies), unknown });
}

function createReport(entries: readonly ToolEntry[], policies: ToolPolicies): Omit<FlowReport, 'unknown'> {
  const known = entries.map((entry) => policies.of(entry));
  const tools = known.map(describeTool);
  const unlabelled = tools.filter(({ isLabelled }) => !isLabelled).map(({ name }) => name);
  const sources = known.filter((policy) => isUntrusted(policy) || isPrivate(policy));
  const sinks = known.filter(({ isReadOnly, isOpenWorld }) => !isReadOnly || isOpenWorld);
  const flows = sources.flatMap((from) => sinks.map((to) => describeFlow(from, to)));
  return { tools, unlabelled, flows };
}

function describeTool(policy: ToolPolicy): ReportedTool {
  const { spec, trust, show, isLabelled, isReadOnly, isOpenWorld } = policy;
  const said = typeof trust === 'function' ? 'decided' : (trust ?? 'derived');
  return Object.freeze({
    name: spec.name,
    isLabelled,
    results: said === 'trusted' && isUntrusted(policy) ? 'untrusted' : said,
    show,
    isPrivate: isPrivate(policy),
    isReadOnly,
    isOpenWorld,
    deciding: argumentsOf(policy)
      .filter(({ isDeciding }) => isDeciding)
      .map(({ name }) => name),
  });
}

function describeFlow(from: ToolPolicy, to: ToolPolicy): ReportedFlow {
  const kinds = new Set(from.fields.all.map(({ kind }) => kind));
  const all = argumentsOf(to);
  const leaks = isPrivate(from) && to.isOpenWorld;
  const isCarried = ({ isDeciding, said }: ReportedArgument): boolean => {
    if (leaks && said.readers === undefined) return false;
    // A value of a trusted field of the kind is accepted.
    return !isDeciding || (said.kind !== undefined && kinds.has(said.kind));
  };
  return Object.freeze({
    from: from.spec.name,
    to: to.spec.name,
    carries: all.filter(isCarried).map(({ name }) => name),
    asks: all.filter((one) => !isCarried(one)).map(({ name }) => name),
  });
}

interface ReportedArgument {
  readonly name: string;
  readonly said: ParamFlow;
  readonly isDeciding: boolean;
}

/** Returns the arguments of a tool. One that contains a deciding value is deciding itself. */
function argumentsOf(policy: ToolPolicy): readonly ReportedArgument[] {
  const root: JsonSchema = policy.spec.inputSchema;
  return Object.entries(policy.spec.params).map(([name, schema]) => {
    const place = policy.params.root.at(name);
    const schemas = alternatives(schema, root);
    const items = schemas.flatMap((one) => alternatives(one.items, root));
    const isDeciding = decidesAt({ name, said: place.said, schemas: [...schemas, ...items] }, policy);
    return { name, said: place.said, isDeciding };
  });
}

function isUntrusted({ trust, fields }: ToolPolicy): boolean {
  return trust === 'untrusted' || typeof trust === 'function' || fields.all.some((one) => one.trust === 'untrusted');
}
