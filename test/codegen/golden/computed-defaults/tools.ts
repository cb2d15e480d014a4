import { Tool, ToolRegistry } from 'toolwright';

const wide: string = 'a';

export class ComputedDefaults extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  stamp(at: Date = new Date(0), name: string = wide.trim(), size = [1, 2].length, list = [wide]): void {
    this.received.push(at, name, size, list);
  }
}
