import { Tool, ToolRegistry } from 'toolwright';

export class LiteralDefaults extends ToolRegistry {
  @Tool()
  list(
    folder: string = 'inbox',
    limit = 10,
    isOpen = true,
    offset: number = -1,
    order: 'asc' | 'desc' = 'asc',
    after: string | null = null,
    text = `plain`,
  ): void {}
}
