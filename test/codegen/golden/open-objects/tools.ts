import { Tool, ToolRegistry } from 'toolwright';

interface Filter {
  since?: string;
  price?: { from?: number };
}

interface Labels {
  name: string;
  [label: string]: string;
}

interface Scores {
  total: number;
  [game: number]: number;
}

// biome-ignore lint/suspicious/noEmptyInterface: what this golden is about
interface Marker {}

const open = { closed: false } as const;

export class OpenObjects extends ToolRegistry {
  /** The types say that there may be further properties. */
  @Tool()
  index(
    labels: Labels,
    scores: Scores,
    both: Filter & Record<string, unknown>,
    symbols: { a: 1; [key: symbol]: 1 },
  ): void {}

  /** The types say nothing about properties. */
  @Tool()
  // biome-ignore lint/complexity/noBannedTypes: what this golden is about
  any(some: object, empty: {}, marker: Marker, unknown: unknown, record: Record<string, unknown>): void {}

  @Tool({ closed: false })
  search(query: string, filter: Filter): void {}

  @Tool(open)
  all(filter: Filter): void {}
}
