import { Tool, ToolRegistry } from 'toolwright';

interface Page<T> {
  items: T[];
  next?: string;
}

interface User {
  name: string;
}

type Result<T, E = string> = { ok: true; value: T } | { ok: false; error: E };

type Pair<A, B = A> = { first: A; second: B };

export class Generics extends ToolRegistry {
  @Tool()
  merge(users: Page<User>, more: Page<User>, ids: Page<string>): void {}

  @Tool()
  settle(result: Result<number>, pair: Pair<string>, other: Pair<number, boolean>): void {}
}
