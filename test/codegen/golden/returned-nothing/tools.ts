import { Tool, ToolRegistry } from 'toolwright';

export class ReturnedNothing extends ToolRegistry {
  @Tool()
  nothing(): void {}

  @Tool()
  async later(): Promise<void> {}

  @Tool()
  missing(): undefined {}

  @Tool()
  fail(): never {
    throw new RangeError('a');
  }

  @Tool()
  open(): unknown {
    return 1;
  }

  @Tool()
  // biome-ignore lint/suspicious/noExplicitAny: what this golden is about
  async any(): Promise<any> {
    return 1;
  }

  @Tool()
  callback(): () => void {
    return () => {};
  }
}
