import { IsInt, Max } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

export class Line {
  @IsInt() @Max(5) count!: number;
}

interface Plain {
  count: number;
}

export class LostRules extends ToolRegistry {
  @Tool()
  patch(line: Partial<Line>, note: string): void {}

  @Tool()
  pick(lines: readonly Pick<Line, 'count'>[] | null, note: string): void {}

  @Tool()
  retained(line: Line, plain: Partial<Plain>, more: readonly Line[]): void {}
}
