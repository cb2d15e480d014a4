import { Tool, ToolRegistry } from 'toolwright';

interface Fields {
  /** @ignore */
  readonly [name: string]: unknown;
}

export class IgnoredIndex extends ToolRegistry {
  @Tool()
  copy(input: { readonly fields: Fields }): Fields {
    return { ...input.fields };
  }
}
