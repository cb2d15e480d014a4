import { Tool, ToolRegistry } from 'toolwright';

export class Literals extends ToolRegistry {
  @Tool()
  paint(color: 'red', coats: 2, isMatt: true, tint: -1, until: null): void {}
}
