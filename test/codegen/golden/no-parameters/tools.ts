import { Tool, ToolRegistry } from 'toolwright';

export class NoParameters extends ToolRegistry {
  @Tool()
  ping(): string {
    return 'pong';
  }

  @Tool()
  self(this: NoParameters, name: string): string {
    return name;
  }
}
