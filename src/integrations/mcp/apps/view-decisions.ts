import type { CallOptions } from '../../../call/call-options.js';
import type { Approver } from '../../../call/client/approver.js';
import { type PendingApproval, pendingApprovalOf } from '../../../call/client/pending-approval.js';
import { partOfHost } from '../../../call/host-call.js';
import { collectSecrets, redactData } from '../../../call/redact-secrets.js';
import { DefinitionError, type Toolkit, ToolResult, type ToolScope, ToolSpec } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { approvalKey } from '../../../toolkit/approval-part.js';
import { callRunnerKey } from '../../../toolkit/call-runner.js';
import { registeredSpecsOf } from '../../../toolkit/registered-specs.js';
import { coverSecretArguments } from './cover-arguments.js';

/** The key of the `_meta` of a result with what the view of a waiting call shows. */
const waitingKey = 'toolwright/approval';

/** The tool with which a view decides on a call that waits for approval. Only views call it. */
export const decisionTool = ToolSpec.create({
  name: 'toolwright_decide',
  title: 'Decide on a call',
  description: 'Approves or denies a call that waits for approval. Only the view of the call may call it.',
  inputSchema: {
    type: 'object',
    properties: {
      token: { type: 'string' },
      decision: { type: 'string', enum: ['approve', 'deny'] },
      reason: { type: 'string', maxLength: 1_000 },
    },
    required: ['token', 'decision'],
  },
  annotations: { readOnlyHint: false },
  ui: { visibility: ['app'] },
  // A server runs `decide` instead, which has the session of the caller.
  executor: { kind: 'native', execute: () => ToolResult.fail('A decision requires a server.') },
});

/** Whether the view of a tool decides on its calls, unless the application has an approver. */
export function hasDecidingView({ ui }: Pick<ToolSpec, 'ui'>): boolean {
  return typeof ui?.view === 'object' && ui.view.decides;
}

/** Whether views decide in a toolkit or session: not if it has an approver, who may leave the decision to someone else. */
export function isDecidedInViews(scope: ToolScope): boolean {
  return partOfHost(scope, callRunnerKey)?.part(approvalKey)?.approver === undefined;
}

/**
 * Checks that calls whose view decides can wait.
 *
 * @throws DefinitionError if the toolkit has no key for that.
 */
export function checkDecidingViews(toolkit: Toolkit): void {
  const deciding = registeredSpecsOf(toolkit).find(hasDecidingView);
  const approval = partOfHost(toolkit, callRunnerKey)?.part(approvalKey);
  if (deciding === undefined || !isDecidedInViews(toolkit) || approval?.tokens.hasKey === true) return;
  throw new DefinitionError(
    `The calls of '${deciding.name}' are decided in a view, and wait for it. Set the toolkit option approvalKey, or an approver.`,
  );
}

/** The approver of a call whose view decides. */
export const viewApprover: Approver = () => 'later';

/** Where a decision is made. */
export interface DecisionPlace {
  /** The session of the request with the decision. */
  readonly scope: ToolScope;
  /** Returns the session that resumes a call which waits in the session with this ID. */
  readonly scopeFor: (sessionId: string | undefined) => Promise<ToolScope>;
}

/** Decides on a call as its view says, and runs it if it is approved. */
export async function decide(
  { scope, scopeFor }: DecisionPlace,
  args: unknown,
  options: CallOptions,
): Promise<ToolResult> {
  const { token, decision, reason } = isRecord(args) ? args : {};
  if (typeof token !== 'string' || (decision !== 'approve' && decision !== 'deny')) {
    return ToolResult.fail(`'${decisionTool.name}' requires a token, and a decision: 'approve' or 'deny'.`);
  }
  const why = typeof reason === 'string' && reason !== '' ? { reason } : {};
  const pending = pendingOf(scope, token);
  const spec = pending && scope.get(pending.toolName, { auth: options.auth });
  if (pending !== undefined && (spec === undefined || !hasDecidingView(spec))) {
    return ToolResult.fail(`The calls of '${pending.toolName}' are not decided in a view.`);
  }
  const resuming = await scopeFor(pending?.sessionId);
  return resuming.resumeApproval(token, decision === 'approve' ? 'approve' : { kind: 'deny', ...why }, options);
}

/** Returns the call that waits. Returns undefined for a token that `resumeApproval` refuses. */
function pendingOf(scope: ToolScope, token: string): PendingApproval | undefined {
  try {
    return scope.readApproval(token);
  } catch {
    return undefined;
  }
}

/** Returns the `_meta` with what the view of a waiting call shows. Returns undefined for any other result. */
export function waitingMeta(
  result: ToolResult,
  spec: ToolSpec,
  scope: ToolScope,
): Readonly<Record<string, unknown>> | undefined {
  const pending = pendingApprovalOf(result);
  if (pending === undefined) return undefined;
  const { token, toolName, input, expiresAt } = pending;
  const covered = coverSecretArguments(input, spec.inputSchema);
  return {
    [waitingKey]: {
      token,
      toolName,
      ...(spec.title === undefined ? {} : { title: spec.title }),
      arguments: redactData(covered, collectSecrets(scope.state.roots())),
      locked: Object.keys(spec.bindings),
      decideWith: decisionTool.name,
      expiresAt,
    },
  };
}
