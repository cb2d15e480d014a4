import type { ScriptedTurn, SeenResult } from '../contracts/agent-sdk.contract.js';

/** Throws if a request does not have exactly one result for each call of the turns before it, as vendors require. */
export function checkResults(results: readonly SeenResult[], before: readonly ScriptedTurn[]): void {
  const expected = before.flat().map(({ id }) => id);
  const ids = results.map(({ id }) => id);
  if (ids.join() !== expected.join()) throw new TypeError(`The calls ${expected} must have results, not ${ids}.`);
}
