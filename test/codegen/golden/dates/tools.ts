import { Tool, ToolRegistry } from 'toolwright';

interface Period {
  from: Date;
  /** Open if left out. */
  to?: Date;
}

export class Dates extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  book(at: Date, period: Period, others: Date[], until: Date | null): void {
    this.received.push(at, period, others, until);
  }

  @Tool()
  find(period: Period): void {
    this.received.push(period);
  }
}
