import { Tool, ToolRegistry } from 'toolwright';

export class TypeErrors extends ToolRegistry {
  @Tool()
  count(text: string): number {
    return text;
  }
}
