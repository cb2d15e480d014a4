import { longestTimerMs } from '../../base/async/longest-timer.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { limitsOf, mergeLimits } from '../../base/options/merge-limits.js';
import type { SandboxLimits } from '../../features/code-mode/sandbox-engine.js';
import type { CheckedLimits } from './worker/messages.js';

const defaultLimits: CheckedLimits = Object.freeze({
  computeMs: 1_000,
  waitMs: 60_000,
  memoryBytes: 32 * 1024 * 1024,
  stackBytes: 128 * 1024,
  maxCalls: 1_000,
  maxCharacters: 1_000_000,
  maxLogCharacters: 20_000,
});

/** The rule of the limits of a program. */
export const sandboxLimits = limitsOf(defaultLimits);

// Half of the stack of the engine. It needs the rest to handle the error of a full stack.
const largestStack = 512 * 1024;

/**
 * Returns limits with their defaults. Later ones replace earlier ones.
 *
 * @throws DefinitionError if a limit is unknown or invalid.
 */
export function checkLimits(...given: readonly (SandboxLimits | undefined)[]): CheckedLimits {
  let limits = defaultLimits;
  for (const some of given) limits = mergeLimits(limits, some as Partial<CheckedLimits> | undefined, 'limits');
  if (limits.stackBytes > largestStack) throw new DefinitionError(`limits.stackBytes must be at most ${largestStack}.`);
  const { computeMs, waitMs, memoryBytes } = limits;
  return {
    ...limits,
    // The engine counts bytes in 32 bits.
    memoryBytes: Math.min(memoryBytes, 2 ** 31),
    computeMs: Math.min(computeMs, longestTimerMs / 2),
    waitMs: Math.min(waitMs, longestTimerMs),
  };
}
