import { Tool, ToolRegistry } from 'toolwright';

export class Sets extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  tag(tags: Set<string>, days: ReadonlySet<Date>, levels?: Set<1 | 2>): void {
    this.received.push(tags, days, levels);
  }
}
