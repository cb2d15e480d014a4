import { Tool, ToolRegistry } from 'toolwright';

interface Entry {
  key: string;
  value: unknown;
  meta?: object;
}

export class Anything extends ToolRegistry {
  @Tool()
  // biome-ignore lint/complexity/noBannedTypes: what this golden is about
  put(value: unknown, entry: Entry, list: unknown[], shape: object, empty: {}): void {}

  @Tool()
  // biome-ignore lint/suspicious/noExplicitAny: what this golden is about
  log(data: any, optional?: unknown): void {}
}
