import { Tool, ToolRegistry } from 'toolwright';

export class BigInts extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  pay(amount: bigint, fees: bigint[], version: 1n | 2n, limit: bigint | number | null): void {
    this.received.push(amount, fees, version, limit);
  }
}
