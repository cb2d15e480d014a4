import { Tool, ToolRegistry } from 'toolwright';

// biome-ignore lint/suspicious/noEmptyInterface: what this golden is about
interface Marker {}

export class NothingInside extends ToolRegistry {
  @Tool()
  clear(all: never[], record: Record<string, never>, marker: Marker): void {}

  @Tool()
  object(): object {
    return [1];
  }

  @Tool()
  // biome-ignore lint/complexity/noBannedTypes: what this golden is about
  empty(): {} {
    return 1;
  }

  @Tool()
  list() {
    return { items: [] };
  }
}
