import { Tool, ToolRegistry } from 'toolwright';

type Level = 'low' | 'high' | 'critical';

export class LiteralUnions extends ToolRegistry {
  @Tool()
  alert(
    level: Level,
    retries: 10 | 1 | 2,
    mode: 'off' | boolean,
    limit: number | 'none',
    mixed: 'a' | 1 | null,
  ): void {}
}
