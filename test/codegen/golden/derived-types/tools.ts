import { Tool, ToolRegistry } from 'toolwright';

const sizes = ['small', 'large'] as const;

const defaults = { host: 'localhost', port: 80, tags: ['a'] };

interface Order {
  id: string;
  lines: { sku: string; count: number }[];
}

type Flatten<T> = T extends readonly (infer U)[] ? U : T;

export class DerivedTypes extends ToolRegistry {
  @Tool()
  derive(
    size: (typeof sizes)[number],
    field: keyof Order,
    line: Order['lines'][number],
    options: typeof defaults,
  ): void {}

  @Tool()
  conditional(text: Flatten<string[]>, count: Flatten<number>): void {}
}
