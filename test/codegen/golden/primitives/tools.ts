import { Tool, ToolRegistry } from 'toolwright';

export class Primitives extends ToolRegistry {
  @Tool()
  take(text: string, count: number, isLoud: boolean): void {
    void [text, count, isLoud];
  }
}
