import { Tool, ToolRegistry } from 'toolwright';

interface Box<T> {
  inner?: Box<T[]>;
}

type Names = Map<string, Names>;

export class EndlessTypes extends ToolRegistry {
  @Tool()
  open(box: Box<string>): void {}

  @Tool()
  list(names: Names): void {}
}
