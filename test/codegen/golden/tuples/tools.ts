import { Tool, ToolRegistry } from 'toolwright';

export class Tuples extends ToolRegistry {
  @Tool()
  place(position: [number, number], entry: [string, { size: number }], none: []): void {}
}
