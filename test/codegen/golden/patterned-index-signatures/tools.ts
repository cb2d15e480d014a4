import { Tool, ToolRegistry } from 'toolwright';

interface Attributes {
  [data: `data-${string}`]: string;
  [index: number]: boolean;
}

export class PatternedIndexSignatures extends ToolRegistry {
  @Tool()
  set(attributes: Attributes, scores: Record<number, string>, id?: string): void {}
}
