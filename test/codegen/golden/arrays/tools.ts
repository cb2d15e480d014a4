import { Tool, ToolRegistry } from 'toolwright';

interface Point {
  x: number;
  y: number;
}

export class Arrays extends ToolRegistry {
  @Tool()
  join(words: string[], numbers: Array<number>, grid: number[][], path: Point[], mixed: (string | number)[]): void {}

  @Tool()
  count(words: string[]): void {}
}
