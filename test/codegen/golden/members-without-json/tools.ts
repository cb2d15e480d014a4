import { Tool, ToolRegistry } from 'toolwright';

const hidden: unique symbol = Symbol('hidden');

interface Handlers {
  name: string;
  onDone?: (result: string) => void;
  before?(): void;
  [hidden]?: number;
  never?: never;
  nothing?: undefined;
}

class Counter {
  count = 0;
  readonly #secret: number = 1;
  private step: number = 1;
  protected base: number = 1;

  get double(): number {
    return this.count * this.step * this.base * this.#secret;
  }
}

export class MembersWithoutJson extends ToolRegistry {
  @Tool()
  handle(handlers: Handlers, note?: string): void {}

  @Tool()
  count(): Counter {
    return new Counter();
  }
}
