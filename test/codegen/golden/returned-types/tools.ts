import { Tool, ToolRegistry } from 'toolwright';

interface Hit {
  /** Where it was found. */
  url: string;
  score: number;
  notes?: string[];
}

export class ReturnedTypes extends ToolRegistry {
  @Tool()
  first(query: string): Hit | null {
    return { url: query, score: 1 };
  }

  @Tool()
  all(): Hit[] {
    return [];
  }

  @Tool()
  count(): number {
    return 1;
  }

  // What is inferred counts like what is written.
  @Tool()
  inferred() {
    return { total: 1, names: ['a'] };
  }
}
