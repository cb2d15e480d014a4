import { DefinitionError, DeniedError, type ToolError } from '../../base/errors/errors.js';
import { storedLabel } from '../../call/call-labels.js';
import { createRefusal, type PendingApproval, type SignedProgram } from '../../call/client/pending-approval.js';
import { hostCallOf } from '../../call/host-call.js';
import { text } from '../../call/response/content.js';
import { ToolResult } from '../../call/response/tool-result.js';
import type { ToolContext } from '../../call/tool-context.js';
import { definitionFingerprint } from '../../tool/arguments/definition-fingerprint.js';
import { approvalKey, type SealedApprovals } from '../../toolkit/approval-part.js';
import { callRunnerKey } from '../../toolkit/call-runner.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import { createScopeEntry, createScopeTool } from '../../toolkit/entry/scope-tool.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import { codeToolsOf } from './code-callers.js';
import { codeKind, runCodeName } from './code-kind.js';
import { type CodeTool, type NamedCodeTool, nameCodeTools } from './code-names.js';
import type { CodeModeSettings } from './code-options.js';
import { describeRunCode } from './describe-run-code.js';
import { describeCodeTools } from './describe-tools.js';
import { explainFailure } from './explain-failure.js';
import { PausedPrograms, type StoredProgram } from './paused-program.js';
import type { NextStep, ProgramAnswer } from './program-answer.js';
import type { CodeUsage } from './program-budget.js';
import { endProgram, outputSchema } from './program-output.js';
import { type ProgramEnd, runProgram } from './run-program.js';
import type { ResumeRequest, SandboxAnswer, SandboxLog, SandboxResult } from './sandbox-engine.js';
import { searchCodeTools } from './search-tools.js';

/** A run of a program, from its source or from its snapshot. */
interface ProgramStart {
  readonly code: string;
  readonly usage: CodeUsage;
  readonly logs: readonly SandboxLog[];
  start(request: ResumeRequest): Promise<SandboxResult>;
}

const unused: CodeUsage = Object.freeze({ calls: 0, computeMs: 0, waitMs: 0 });

/** Code mode of a toolkit: the tools with which a model searches for tools, and calls them by programs. */
export class CodeMode {
  /** The entries of `search_tools`, `describe_tools` and `run_code`. */
  readonly entries: readonly ToolEntry[];
  readonly #settings: CodeModeSettings;

  constructor(settings: CodeModeSettings) {
    this.#settings = settings;
    const runCode = this.#createRunCode(({ code }, { tools, context }) => {
      const source = withoutFence(code as string);
      const start = (request: ResumeRequest) => settings.engine.run({ source, ...request });
      return this.#run({ code: source, usage: unused, logs: [], start }, { tools, context });
    });
    const describeIn = describeRunCode(settings);
    this.entries = [
      searchCodeTools(),
      describeCodeTools(),
      createScopeEntry(() => runCode, {
        describeIn: (scope, caller) => describeIn(codeToolsOf(scope, caller), hidesData(settings, scope)),
      }),
    ];
  }

  /**
   * Reads the program that waits for a deferred call. Rejects with a DeniedError if it is not stored, or if a tool that it
   * may call has changed or has been removed.
   */
  async read(signed: SignedProgram, tokens: SealedApprovals, tools: readonly CodeTool[]): Promise<StoredProgram> {
    const program = await this.#programs(tokens).read(signed);
    const current = fingerprintsOf(nameCodeTools(tools));
    const changed = Object.keys(program.tools).filter((path) => current[path] !== program.tools[path]);
    if (changed.length === 0) return program;
    const names = changed.slice(0, 5).join(', ');
    throw createRefusal('definition', `tools that its program may call have changed or are missing: ${names}`);
  }

  /** Adds the result of a deferred call to the program that waits for it. */
  async answer(program: StoredProgram, { tokens, ...decided }: ProgramAnswer): Promise<NextStep> {
    const programs = this.#programs(tokens);
    const answers = await programs.answer(program, decided);
    if (answers.size < program.waiting.length) {
      return { ended: waitingResult(programs.approvalsLeft(program, answers)) };
    }
    // Another process may have decided on another call at the same time, and continue the program.
    await programs.claim(program);
    await programs.remove(program);
    const known = new Map([...answers].map(([id, { answer }]) => [id, answer] as const));
    const flows = [...answers.values()].flatMap(({ flow }) => flow ?? []);
    return { entry: createScopeEntry(() => this.#continuation(program, known)), flows };
  }

  #continuation({ code, usage, logs, snapshot }: StoredProgram, answers: ReadonlyMap<number, SandboxAnswer>) {
    const { engine } = this.#settings;
    return this.#createRunCode((_, { tools, context }) => {
      const start = async (request: ResumeRequest): Promise<SandboxResult> => {
        if (engine.resume === undefined) throw new DefinitionError('The engine of code mode cannot resume a program.');
        return engine.resume(snapshot, answers, request);
      };
      return this.#run({ code, usage, logs, start }, { tools, context });
    });
  }

  #createRunCode(
    run: (args: Readonly<Record<string, unknown>>, call: RunCodeCall) => AsyncGenerator<string, ToolResult>,
  ) {
    return createScopeTool({
      name: runCodeName,
      description: 'Run a program that calls tools.',
      kind: codeKind,
      properties: {
        code: { type: 'string', description: 'The program', minLength: 1, maxLength: 200_000 },
      },
      required: ['code'],
      outputSchema,
      annotations: { readOnlyHint: false, idempotentHint: false },
      run: (scope: ScopeControl, args, context) =>
        run(args, { tools: nameCodeTools(codeToolsOf(scope, context)), context }),
    });
  }

  async *#run(program: ProgramStart, { tools, context }: RunCodeCall): AsyncGenerator<string, ToolResult> {
    const { usage, start } = program;
    const end = await runProgram({ settings: this.#settings, tools, usage, context, start });
    const logs = [...program.logs, ...end.logs];
    const metadata = { code: Object.freeze(end.usage) };
    if (end.status === 'failed') {
      const error = explainFailure(end.error, { code: program.code, tools });
      return yield* endProgram({ logs, metadata, error });
    }
    if (end.status === 'done') return yield* endProgram({ ...end, logs, metadata });
    const approvals = await this.#pause({ ...end, logs }, { code: program.code, tools, context });
    return yield* endProgram({
      ...end,
      logs,
      metadata: { ...metadata, ...approvalMetadata(approvals) },
      error: createPendingError(approvals),
    });
  }

  async #pause(
    { snapshot, waiting, usage, logs, flow }: Extract<ProgramEnd, { status: 'paused' }>,
    { code, tools, context }: RunCodeCall & { readonly code: string },
  ): Promise<readonly PendingApproval[]> {
    const host = hostCallOf(context);
    const tokens = host.part(approvalKey)?.tokens;
    if (tokens === undefined) throw new DefinitionError('A program can only be paused in a toolkit.');
    return this.#programs(tokens).add({
      callId: context.call.id,
      code,
      usage,
      logs,
      tools: fingerprintsOf(tools),
      waiting: waiting.map(({ id, token }) => ({ id, signed: tokens.read(token) })),
      // By now, and not when the program was received.
      flow: storedLabel(flow ?? host.part(callRunnerKey)?.part(flowPartKey)?.label),
      snapshot,
    });
  }

  #programs(tokens: SealedApprovals): PausedPrograms {
    return new PausedPrograms({ store: this.#settings.snapshots, tokens });
  }
}

/** Checks whether untrusted data is hidden from programs of a scope. */
function hidesData({ engine }: CodeModeSettings, scope: ScopeControl): boolean {
  return engine.acceptsOpaque === true && scope.part(flowPartKey) !== undefined;
}

interface RunCodeCall {
  readonly tools: readonly NamedCodeTool[];
  readonly context: ToolContext;
}

/** Removes the code fence that a model has written around a program. Its lines keep their numbers. */
function withoutFence(code: string): string {
  return code.replace(/^(\s*)```\w*(\n[\s\S]*\n)```\s*$/, '$1$2');
}

function fingerprintsOf(tools: readonly NamedCodeTool[]): Readonly<Record<string, string>> {
  return Object.fromEntries(tools.map(({ path, spec }) => [path, definitionFingerprint(spec)]));
}

function approvalMetadata(approvals: readonly PendingApproval[]): Readonly<Record<string, unknown>> {
  return { approval: Object.freeze({ kind: 'later', ...approvals[0] }), approvals: Object.freeze(approvals) };
}

function createPendingError(approvals: readonly PendingApproval[]): ToolError {
  const names = [...new Set(approvals.map(({ toolName }) => `'${toolName}'`))].join(', ');
  const expiresAt = Math.min(...approvals.map((approval) => approval.expiresAt));
  return new DeniedError(
    `The program is waiting for approval of ${names}. It continues where it is after the decision: do not run it again.`,
    { toolName: runCodeName, details: { reason: 'pending', expiresAt } },
  );
}

function waitingResult(approvals: readonly PendingApproval[]): ToolResult {
  const error = createPendingError(approvals);
  return new ToolResult({
    error,
    toolName: runCodeName,
    content: [text(error.toText())],
    metadata: approvalMetadata(approvals),
  });
}
