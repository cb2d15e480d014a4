import type { EffectLog } from '../../stores/effect-log.js';
import type { ApprovalTokenOptions } from './approval-token.js';

/**
 * Creates the toolkit option `claimApproval` from an effect log, so that an approval is used once by all processes that
 * share the log. The log must retain a claim for as long as an approval is valid, which is a day by default.
 *
 * @example
 * ```ts
 * const toolkit = new Toolkit({ approvalKey, claimApproval: claimWith(stores.effects) });
 * ```
 */
export function claimWith(effects: Pick<EffectLog, 'claim'>): NonNullable<ApprovalTokenOptions['claimApproval']> {
  return async (id, expiresAt) => {
    const { state } = await effects.claim(`approval ${id}`, { retainUntil: expiresAt });
    return state === 'claimed';
  };
}
