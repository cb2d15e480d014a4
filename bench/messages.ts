import type { Contender } from './row.js';

/** What the table has to know of a contender. */
export type ContenderInfo = Pick<Contender, 'name' | 'base' | 'minus' | 'maxRatio' | 'maxValue' | 'isHidden'>;

/** What a process that measures one part of a row tells its parent. */
export type PartMessage =
  | { readonly kind: 'contenders'; readonly contenders: readonly ContenderInfo[]; readonly rounds: number }
  | { readonly kind: 'round'; readonly values: readonly number[] }
  | { readonly kind: 'missing'; readonly reason: string };

/** The fields of a contender that can be sent to another process. */
export function infoOf({ name, base, minus, maxRatio, maxValue, isHidden }: Contender): ContenderInfo {
  return { name, base, minus, maxRatio, maxValue, isHidden } as ContenderInfo;
}
