import { Tool, ToolRegistry } from 'toolwright';

export class RestParameters extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  concat(first: string, ...others: string[]): void {
    this.received.push(first, others);
  }

  @Tool()
  sum(...numbers: readonly number[]): void {
    this.received.push(numbers);
  }

  @Tool()
  point(name: string, ...position: [x: number, y: number, z?: number]): void {
    this.received.push(name, position);
  }
}
