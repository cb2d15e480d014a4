import type { Toolkit } from 'toolwright';

/** A request, and the name of the tool that fulfils it. */
export interface SearchCase {
  readonly request: string;
  readonly tool: string;
}

/** A share of requests, with the borders of its 95 % interval by Wilson. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Returns the rank of the right tool for each request, from 0 on; Infinity if it was not found. */
export async function rank(toolkit: Toolkit, cases: readonly SearchCase[]): Promise<readonly number[]> {
  const ranks: number[] = [];
  for (const { request, tool } of cases) {
    const { structuredContent } = await toolkit.execute('search_tools', { query: request });
    const { tools } = structuredContent as { readonly tools: readonly { readonly name: string }[] };
    const at = tools.findIndex(({ name }) => name === tool);
    ranks.push(at === -1 ? Number.POSITIVE_INFINITY : at);
  }
  return ranks;
}

/** Returns the share of ranks among the first `k`. */
export function recallAt(k: number, ranks: readonly number[]): Share {
  const n = ranks.length;
  const share = ranks.filter((one) => one < k).length / n;
  const z = 1.96;
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return { share, low: middle - half, high: middle + half };
}

/** Writes a share as percents: `45.0 (38.6–51.5)`. */
export function formatShare({ share, low, high }: Share): string {
  return `${percent(share)} (${percent(low)}–${percent(high)})`;
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}
