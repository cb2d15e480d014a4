import { Tool, ToolRegistry } from 'toolwright';

interface Filter {
  text: string;
  size?: number;
  owner: string | undefined;
  isOpen?: boolean | undefined;
  /** Left out for the newest. */
  before?: string | null;
}

export class OptionalProperties extends ToolRegistry {
  @Tool()
  search(filter: Filter): void {}

  @Tool()
  maybe(filter?: Filter): void {}
}
