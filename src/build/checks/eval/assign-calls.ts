import type { ExpectedCall } from './eval-case.js';
import type { ModelCall } from './model.js';

/**
 * Assigns to as many expected calls as possible a different call that fits. A call that fits several expected ones is passed
 * on if another of them fits no other call (augmenting paths).
 */
export function assignCalls(
  expect: readonly ExpectedCall[],
  calls: readonly ModelCall[],
  fits: (expected: ExpectedCall, call: ModelCall) => boolean,
): ReadonlyMap<ExpectedCall, ModelCall> {
  const holders = new Map<ModelCall, ExpectedCall>();
  const assign = (expected: ExpectedCall, tried: Set<ModelCall>): boolean =>
    calls.some((call) => {
      if (tried.has(call) || !fits(expected, call)) return false;
      tried.add(call);
      const holder = holders.get(call);
      if (holder !== undefined && !assign(holder, tried)) return false;
      holders.set(call, expected);
      return true;
    });
  for (const expected of expect) assign(expected, new Set());
  return new Map([...holders].map(([call, expected]) => [expected, call]));
}
