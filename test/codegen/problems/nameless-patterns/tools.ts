import { Param, Tool, ToolRegistry } from 'toolwright';

export class NamelessPatterns extends ToolRegistry {
  @Tool()
  move(name: string, { x, y }: { x: number; y: number }): void {}

  @Tool()
  pair([first, second]: [number, number], name: string): void {}

  @Tool()
  named(name: string, @Param({ name: 'to' }) { x }: { x: number }): void {}
}
