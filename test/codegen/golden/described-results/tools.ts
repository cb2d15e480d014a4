import { Tool, ToolRegistry } from 'toolwright';

/** What came of it. */
interface Outcome {
  isDone: boolean;
}

export class DescribedResults extends ToolRegistry {
  /**
   * Adds.
   *
   * @returns the sum
   * @minimum 0
   */
  @Tool()
  add(left: number, right: number): number {
    return left + right;
  }

  /** @return what came of it in the end */
  @Tool()
  run(): Outcome {
    return { isDone: true };
  }

  @Tool()
  walk(): Promise<Outcome> {
    return Promise.resolve({ isDone: true });
  }
}
