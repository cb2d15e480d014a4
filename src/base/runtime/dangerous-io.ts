import { emitWarning } from '../errors/emit-warning.js';

/** What happens when a tool is about to reach the machine: it is refused, reported, or runs silently. */
export type DangerousIoPolicy = 'deny' | 'warn' | 'allow';

/** A decision about one call of a tool that reaches the machine. It is in the `metadata.dangerousIo` of the result. */
export interface DangerousIoDecision {
  readonly policy: DangerousIoPolicy;
  /** The name of the tool. */
  readonly tool: string;
  /** The path that the tool would reach. */
  readonly path?: string;
  readonly blocked: boolean;
  /** What the tool does that may be dangerous. */
  readonly reason: string;
}

/** The environment variable that contains the policy. */
const variable = 'TOOLWRIGHT_DANGEROUS_IO';

/**
 * Decides whether a tool may reach the machine, by the environment variable `TOOLWRIGHT_DANGEROUS_IO`: `deny`, `warn` or
 * `allow`. Without it the call runs with a process warning. Any other value denies.
 */
export function decideDangerousIo(call: Pick<DangerousIoDecision, 'tool' | 'path' | 'reason'>): DangerousIoDecision {
  const policy = readPolicy(globalThis.process?.env?.[variable]);
  if (policy === 'warn') {
    const path = call.path === undefined ? '' : ` (${call.path})`;
    emitWarning(`'${call.tool}' ${call.reason}${path}. Set ${variable} to 'allow' or 'deny'.`);
  }
  return { ...call, policy, blocked: policy === 'deny' };
}

/** Returns the text of a refusal, which a model reads. */
export function refusalOf({ tool, reason }: DangerousIoDecision): string {
  return `'${tool}' was not run, because it ${reason}, and the host denies that.`;
}

function readPolicy(value: string | undefined): DangerousIoPolicy {
  if (value === undefined || value === '') return 'warn';
  return value === 'warn' || value === 'allow' ? value : 'deny';
}
