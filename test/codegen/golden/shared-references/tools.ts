import { Tool, ToolRegistry } from 'toolwright';

interface Box<T> {
  content: T;
}

interface Item {
  name: string;
}

namespace inner {
  export interface Item {
    size: number;
  }
}

type Dictionary = Record<string, { word: string }>;

export class SharedReferences extends ToolRegistry {
  @Tool()
  pack(
    one: Box<Item>,
    two: Box<Item>,
    small: inner.Item,
    other: inner.Item,
    words: Dictionary,
    more: Dictionary,
  ): Box<Item>[] {
    return [one, two];
  }

  @Tool()
  nest(list: Box<Box<Item>[]>, again: Box<Box<Item>[]>, strings: Box<string>, texts: Box<string>): void {}
}
