import { Tool, ToolRegistry } from 'toolwright';

export class LibraryClasses extends ToolRegistry {
  @Tool()
  match(pattern: RegExp): void {}

  @Tool()
  open(options: { target: URL }): void {}

  @Tool()
  wait(value: Promise<string>): void {}

  @Tool()
  walk(values: Iterable<string>): void {}
}
