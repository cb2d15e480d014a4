import { Tool, ToolRegistry } from 'toolwright';

interface Options {
  limit: number;
  handlers: { onDone: (result: string) => void }[];
}

class Thing {
  size = 1;
}

export class Functions extends ToolRegistry {
  @Tool()
  run(callback: () => void): void {}

  @Tool()
  watch(query: string, options: Options): void {}

  @Tool()
  make(Kind: new () => Thing): void {}

  @Tool()
  each(steps: [name: string, step: () => void], byName: Record<string, () => void>): void {}

  @Tool()
  later(byName: Map<string, () => void>): void {}

  @Tool()
  all(...callbacks: (() => void)[]): void {}

  @Tool()
  taken({ onDone }: { onDone: () => void }): void {}
}
