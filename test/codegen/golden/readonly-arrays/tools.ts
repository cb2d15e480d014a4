import { Tool, ToolRegistry } from 'toolwright';

export class ReadonlyArrays extends ToolRegistry {
  @Tool()
  merge(names: readonly string[], sizes: ReadonlyArray<number>, pair: readonly [string, number]): void {}
}
