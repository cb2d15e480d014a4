import { Tool, ToolRegistry } from 'toolwright';

// biome-ignore lint/suspicious/noConstEnum: what this golden is about
const enum Direction {
  Up = 'up',
  Down = 'down',
}

export class ConstEnums extends ToolRegistry {
  @Tool()
  move(direction: Direction, back: Direction = Direction.Down): void {}
}
