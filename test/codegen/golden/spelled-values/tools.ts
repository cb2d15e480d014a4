import { Tool, ToolRegistry } from 'toolwright';

interface Address {
  /**
   * @example 10115
   * @default 00000
   */
  zip: string;

  /**
   * @example 5
   * @default null
   */
  floor?: number | null;

  /** @default ["a", "b"] */
  tags?: string[];

  /** @default {"x": 1} */
  place?: Place;

  /** @default true */
  answer?: string | boolean;
}

interface Place {
  x: number;
}

export class SpelledValues extends ToolRegistry {
  /**
   * @param version - which one
   * @example 1.10
   * @const 1.0
   * @param level
   * @examples [1, 2]
   */
  @Tool()
  move(version: string, level: number, address: Address, place: Place): void {}
}
