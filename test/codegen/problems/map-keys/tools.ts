import { Tool, ToolRegistry } from 'toolwright';

export class MapKeys extends ToolRegistry {
  @Tool()
  count(votes: Map<number, string>): void {}

  @Tool()
  plan(options: { days: ReadonlyMap<Date, string> }): void {}

  @Tool()
  mix(names: Map<string | number, string>): void {}
}
