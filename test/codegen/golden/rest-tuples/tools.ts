import { Tool, ToolRegistry } from 'toolwright';

export class RestTuples extends ToolRegistry {
  @Tool()
  run(command: [string, ...number[]], path: [...string[], boolean], any: [...string[]]): void {}
}
