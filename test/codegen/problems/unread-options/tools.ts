import { Tool, ToolRegistry } from 'toolwright';

const options = { closed: false };

export class UnreadOptions extends ToolRegistry {
  @Tool(options)
  find(filter: { since?: string }): void {}
}
