import { Tool, ToolRegistry } from 'toolwright';

export class Store extends ToolRegistry {
  /** Reads one entry. */
  @Tool()
  read(key: string): string {
    return key;
  }
}

/** Inherits `read` as it is, and adds a tool. */
export class InheritedMethods extends Store {
  /** Writes one entry. */
  @Tool()
  write(key: string, value: string | number): void {}
}
