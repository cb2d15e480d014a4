import { Tool, ToolRegistry } from 'toolwright';

export class LabelledTuples extends ToolRegistry {
  @Tool()
  move(to: [latitude: number, longitude: number], via?: readonly [name: string, ...stops: string[]]): void {}
}
