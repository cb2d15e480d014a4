import { DeniedError, PermissionError, ToolError } from '../../base/errors/errors.js';
import { type DangerousIoDecision, decideDangerousIo, refusalOf } from '../../base/runtime/dangerous-io.js';
import { text } from '../../call/response/content.js';
import { ToolResult } from '../../call/response/tool-result.js';
import type { ToolContext } from '../../call/tool-context.js';
import { readStored } from '../../toolkit/follow-stored-text.js';

/** What a guarded tool is about to do. */
export interface GuardedAction {
  /** The name of the tool. */
  readonly tool: string;
  /** The path as the model knows it, never a path of the host. */
  readonly path?: string | undefined;
  /** What may be dangerous, as the end of a sentence that begins with the name of the tool. */
  readonly reason: string;
}

/**
 * A call of a tool that reaches the machine. It asks the policy once, reports the decision to the operators, and adds the
 * decision to every result.
 */
export class GuardedCall {
  /** The decision of the policy. */
  readonly decision: DangerousIoDecision;

  private constructor(decision: DangerousIoDecision) {
    this.decision = decision;
  }

  /** Asks the policy, and logs its decision. A call that is `blocked` must end with {@link GuardedCall.refuse}. */
  static begin(ctx: ToolContext, { tool, path, reason }: GuardedAction): GuardedCall {
    const shown = path === undefined ? undefined : printable(path);
    const decision = decideDangerousIo(shown === undefined ? { tool, reason } : { tool, path: shown, reason });
    report(ctx, decision);
    return new GuardedCall(decision);
  }

  /**
   * Runs an action unless the policy denies it, and returns its result or its error with the decision. What the action
   * throws and is not a ToolError is thrown again.
   */
  static async run<T>(
    ctx: ToolContext,
    action: GuardedAction,
    run: () => Promise<ToolResult<T> | T>,
  ): Promise<ToolResult<T>> {
    const call = GuardedCall.begin(ctx, action);
    if (call.decision.blocked) return call.refuse();
    try {
      return call.succeed(await run());
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      if (PermissionError.is(error)) report(ctx, refusedFor(call.decision, error));
      return call.fail(error);
    }
  }

  /** Labels a call whose tool reads what may have come from anywhere. */
  static readAnything(ctx: ToolContext): Promise<void> {
    // Nothing is known of a text of no owner.
    return readStored(ctx, { owner: {}, name: '', text: undefined });
  }

  /** Returns the result of a call that the policy denies. */
  refuse<T = never>(): ToolResult<T> {
    return this.fail(new DeniedError(refusalOf(this.decision), { toolName: this.decision.tool }));
  }

  /** Adds the decision to a returned value or result. */
  succeed<T>(value: ToolResult<T> | T): ToolResult<T> {
    const { data, content, structuredContent } = ToolResult.is(value)
      ? (value as ToolResult<T>)
      : ToolResult.ok<T>(value);
    return new ToolResult<T>({ data, content, structuredContent, metadata: { dangerousIo: this.decision } });
  }

  /** Returns a failed result with the decision. A {@link PermissionError} means that a guard has blocked the call. */
  fail<T = never>(error: ToolError): ToolResult<T> {
    const dangerousIo = PermissionError.is(error) ? refusedFor(this.decision, error) : this.decision;
    return new ToolResult<T>({ error, content: [text(error.message)], metadata: { dangerousIo } });
  }
}

/** Returns the decision of a guard that has refused what the policy would permit. */
function refusedFor(decision: DangerousIoDecision, error: ToolError): DangerousIoDecision {
  return { ...decision, blocked: true, reason: error.message };
}

function report(ctx: ToolContext, decision: DangerousIoDecision): void {
  const { tool, path, policy, blocked, reason } = decision;
  // Log entries lose absolute paths, and this path is none of the host.
  const shown = path?.replace(/^\/+/, '');
  const level = policy === 'allow' && !blocked ? 'info' : 'warn';
  const message = blocked ? `'${tool}' was refused` : `'${tool}' ${reason}`;
  ctx.log(level, message, { dangerousIo: shown === undefined ? decision : { ...decision, path: shown } });
}

/** The number of characters of a path in a decision. */
const longestPath = 300;

/** Removes what could change the lines of a log. */
function printable(path: string): string {
  return path.slice(0, longestPath).replace(/[\p{C}\u2028\u2029]/gu, '\uFFFD');
}
