import { Tool, ToolRegistry } from 'toolwright';

/** @minimum some */
type Amount = number;

interface Order {
  /** @maxLength long */
  name: string;
}

export class BadTagsElsewhere extends ToolRegistry {
  @Tool()
  alias(amount: Amount): void {}

  @Tool()
  property(order: Order): void {}

  @Tool()
  parameter(
    /** @minimum little */
    size: number,
  ): void {}

  /**
   * @returns the size
   * @minimum none
   */
  @Tool()
  result(): number {
    return 1;
  }
}
