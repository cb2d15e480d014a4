import { Tool, ToolRegistry } from 'toolwright';

interface Filter {
  since?: string;
  /** The prices to find. */
  price?: { from?: number; to?: number };
}

interface Paged {
  size: number;
}

interface Branch {
  label: string;
  branches?: Branch[];
}

class Point {
  x!: number;
  y!: number;
}

interface Box<T> {
  content: T;
}

type Shape = { kind: 'circle'; radius: number } | { kind: 'square'; side: number };

type Named<Key extends string> = { [Name in Key]: { value: string } };

type Both = Filter & Paged & { order: { by: string } };

export class ClosedObjects extends ToolRegistry {
  @Tool()
  find(query: string, filter?: Filter): void {}

  @Tool()
  intersect(both: Both, alternatives: (Paged | Filter) & { id: number }, branded: Paged & object): void {}

  @Tool()
  union(shape: Shape, either: Paged | { offset: number } | null): void {}

  /** The schema of the result stays open. */
  @Tool()
  grow(root: Branch, other: Branch): Branch {
    return root ?? other;
  }

  @Tool()
  derive(point: Point, box: Box<Box<Paged>>, named: Named<'a' | 'b'>, part: Partial<Pick<Filter, 'price'>>): void {}

  @Tool()
  generic<T extends Paged>(page: T, filter: Filter & T): void {}

  @Tool()
  hold(list: Paged[], set: Set<Paged>, map: Map<string, Paged>, tuple: [Paged], record: Record<string, Paged>): void {}
}
