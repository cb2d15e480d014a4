import { Param, Tool, ToolRegistry } from 'toolwright';

// biome-ignore lint/style/noEnum: users write enums.
enum Level {
  Low = 'low',
  High = 'high',
}

export class WidenedParameters extends ToolRegistry {
  @Tool({ params: { size: { type: Number }, listed: { type: String, enum: ['a', 'b'] } } })
  set(
    @Param({ type: String }) level: Level,
    size: 1 | 2,
    listed: 'a' | 'b',
    @Param({ type: Object }) either: string | number,
    @Param({ type: String }) text: string,
  ): void {
    void [level, size, listed, either, text];
  }
}
