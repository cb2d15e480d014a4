import { sleep } from '../../base/async/schedule.js';
import { emitWarning } from '../../base/errors/emit-warning.js';
import { effectKeyOf } from '../../call/effect-key.js';
import { ToolState } from '../../call/state/tool-state.js';
import { type EffectContext, type EffectVerdict, InterruptedError, type ToolSpec } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { EffectClaim, EffectLog } from '../../stores/index.js';
import { toWireError } from '../shared/wire-error.js';
import type { CallEnd } from './messages.js';

// The delay between two looks at a call that another worker runs, in milliseconds.
const pollMs = 100;

/** A call of a tool that has an effect. */
export interface EffectCall {
  readonly spec: ToolSpec;
  readonly input: unknown;
  /** What the tool reads as `ctx.auth`. */
  readonly auth: unknown;
  /** The identity that the caller sent. */
  readonly identity: unknown;
  readonly callId: string;
  readonly signal: AbortSignal;
}

/** The parts of an effect guard. */
export interface EffectGuardParts {
  readonly log: EffectLog;
  readonly workerId: string;
  /** Resolves to whether another worker runs the call of an effect now. */
  readonly runs: (workerId: string, effectKey: string) => Promise<boolean>;
}

type Unknown = Extract<EffectClaim, { readonly state: 'unknown' }>;

/** Runs each call that has an effect at most once, whichever worker it is delivered to. */
export class EffectGuard {
  readonly #parts: EffectGuardParts;
  /** The keys of the effects that this worker causes now. */
  readonly #running = new Set<string>();

  constructor(parts: EffectGuardParts) {
    this.#parts = parts;
  }

  /** Whether this worker runs the call of an effect now. */
  isRunning(effectKey: string): boolean {
    return this.#running.has(effectKey);
  }

  /**
   * Claims the effect of a call and runs it, or returns how an earlier delivery of the call ended. Where that is not
   * known, the tool verifies it; otherwise the call ends as interrupted, without running.
   */
  async run(call: EffectCall, runTool: (effectKey: string) => Promise<CallEnd>): Promise<CallEnd> {
    const { spec, identity, callId, input } = call;
    const key = effectKeyOf({ toolName: spec.name, auth: identity, callId, args: input });
    // A run after one that certainly had no effect has its own claim, so that only one worker makes it.
    for (let runs = 0; ; runs++) {
      const claimed = runs === 0 ? key : `${key}-${runs}`;
      const claim = await this.#claim(claimed, key, call.signal);
      if (claim.state === 'done') return readEnd(claim.result);
      if (claim.state === 'claimed') return this.#cause(key, claimed, () => runTool(key));
      const verdict = await verify(call, key);
      if (verdict.outcome === 'done') return this.#complete([key, claimed], { output: { data: verdict.result } });
      if (verdict.outcome !== 'absent') return unknownEnd(call, claim);
    }
  }

  /** Claims an effect. While another worker causes it, waits for the end. */
  async #claim(claimed: string, key: string, signal: AbortSignal): Promise<EffectClaim> {
    const { log, workerId } = this.#parts;
    for (;;) {
      const claim = await log.claim(claimed, { by: workerId });
      if (claim.state !== 'unknown') return claim;
      if (!(await this.#isAlive(claim, key))) {
        // It may have ended in between.
        return log.claim(claimed, { by: workerId });
      }
      await sleep(pollMs, signal);
    }
  }

  async #isAlive({ by }: Unknown, key: string): Promise<boolean> {
    const { workerId, runs } = this.#parts;
    if (by === undefined) return false;
    return by === workerId ? this.isRunning(key) : runs(by, key);
  }

  async #cause(key: string, claimed: string, runTool: () => Promise<CallEnd>): Promise<CallEnd> {
    this.#running.add(key);
    try {
      return await this.#complete([key, claimed], await runTool());
    } finally {
      this.#running.delete(key);
    }
  }

  async #complete(keys: readonly string[], end: CallEnd): Promise<CallEnd> {
    try {
      for (const key of new Set(keys)) await this.#parts.log.complete(key, end);
    } catch (error) {
      // The effect has happened, so the caller receives its result. Another delivery finds the outcome unknown.
      emitWarning(`The result of an effect could not be recorded: ${String(error)}`);
    }
    return end;
  }
}

async function verify({ spec, input, auth, callId, signal }: EffectCall, effectKey: string): Promise<EffectVerdict> {
  if (spec.verify === undefined) return { outcome: 'unknown' };
  const call = { id: callId, name: spec.name, input };
  const context: EffectContext = { call, auth, state: new ToolState(), signal, effectKey };
  const verdict: unknown = await spec.verify(input, context);
  return isRecord(verdict) ? (verdict as unknown as EffectVerdict) : { outcome: 'unknown' };
}

function unknownEnd({ spec, callId }: EffectCall, { by, claimedAt }: Unknown): CallEnd {
  const message =
    `The worker that ran '${spec.name}' has died, and it is not known whether the call had its effect. ` +
    'It was not run again.';
  const startedAt = new Date(claimedAt).toISOString();
  const details = { outcome: 'unknown', callId, startedAt, ...(by === undefined ? {} : { worker: by }) };
  return { error: toWireError(new InterruptedError(message, { toolName: spec.name, details })) };
}

function readEnd(result: unknown): CallEnd {
  return isRecord(result) ? result : {};
}
