import { Tool, ToolRegistry } from 'toolwright';

/** @minimum 1 */
type Positive = number;

/**
 * A whole number of things.
 *
 * @asType integer
 */
type Count = Positive;

/**
 * @minLength 2
 * @pattern ^[a-z]+$
 */
type Slug = string;

interface Item {
  count: Count;
  /** Where it is shown. */
  slug?: Slug;
  weight: Positive | null;
}

export class AliasTags extends ToolRegistry {
  @Tool()
  add(item: Item, rank: Positive, slugs: Slug[], more?: ReadonlyArray<Count>, ...others: Positive[]): Positive {
    return rank + item.count + slugs.length + others.length + (more ?? []).length;
  }
}
