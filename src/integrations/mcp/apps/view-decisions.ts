import type { CallOptions } from '../../../call/call-options.js';
import type { Approver } from '../../../call/client/approver.js';
import { partOfHost } from '../../../call/host-call.js';
import { collectSecrets, redactData } from '../../../call/redact-secrets.js';
import { ToolResult, type ToolScope, ToolSpec } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { approvalKey } from '../../../toolkit/approval-part.js';
import { callRunnerKey } from '../../../toolkit/call-runner.js';
import { pendingApprovalOf } from '../../../toolkit/pending-approval.js';
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

/** Whether the view of a tool decides on its calls. */
export function hasDecidingView({ ui }: Pick<ToolSpec, 'ui'>): boolean {
  return typeof ui?.view === 'object' && ui.view.decides;
}

/** Returns the approver of a call whose view decides. Returns undefined if the toolkit or session has an approver. */
export function viewApprover(scope: ToolScope): Approver | undefined {
  const approver = partOfHost(scope, callRunnerKey)?.part(approvalKey)?.approver;
  return approver === undefined ? () => 'later' : undefined;
}

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
  const resuming = await scopeFor(sessionOf(scope, token));
  return resuming.resumeApproval(token, decision === 'approve' ? 'approve' : { kind: 'deny', ...why }, options);
}

/** Returns the ID of the session whose call waits. Returns undefined for a token that `resumeApproval` refuses. */
function sessionOf(scope: ToolScope, token: string): string | undefined {
  try {
    return scope.readApproval(token).sessionId;
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
