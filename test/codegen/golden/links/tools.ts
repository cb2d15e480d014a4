import { Tool, ToolRegistry } from 'toolwright';

export class Links extends ToolRegistry {
  /**
   * Does what {@link Links.other} does, but {@link https://example.org/fast | faster}.
   * See {@linkcode Links.plain} and {@link Links.other the other one}; mail a@example.org.
   *
   * @param id - as {@link Links} gives it
   */
  @Tool()
  first(id: string): void {}

  other(): void {}

  plain(): void {}
}
