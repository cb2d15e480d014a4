import { Tool, ToolRegistry } from 'toolwright';

abstract class Files extends ToolRegistry {
  /** Opens a file. */
  @Tool()
  open(path: string | null, mode: 'r' | 'w'): string {
    return `${path} ${mode}`;
  }

  @Tool()
  close(path: string | null): void {}
}

export class OverriddenMethods extends Files {
  /** Opens a file by path or by number. */
  @Tool()
  override open(path: string | number | null, mode: 'r' | 'w' | 'a' = 'r'): string {
    return `${path} ${mode}`;
  }

  // Without @Tool(), the parent's definition stays.
  override close(path: string | number | null): void {}
}
