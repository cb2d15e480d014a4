import { Bind, NotFoundError, Param, Tool, ToolRegistry } from 'toolwright';

/** Something to cook. */
export interface Recipe {
  readonly name: string;
  readonly minutes: number;
  /** Portions by ingredient, for four people. */
  readonly needs: Readonly<Record<string, number>>;
}

const stock: Readonly<Record<string, number>> = { rice: 6, beans: 4, tomatoes: 3, onions: 2 };

const recipes: readonly Recipe[] = [
  { name: 'rice salad', minutes: 25, needs: { rice: 4, tomatoes: 2, olives: 1 } },
  { name: 'bean stew', minutes: 50, needs: { beans: 4, tomatoes: 3, onions: 2, bread: 2 } },
  { name: 'fried rice', minutes: 20, needs: { rice: 4, onions: 1, eggs: 4, peas: 1 } },
];

/** A pantry and a cookbook. */
export class Kitchen extends ToolRegistry {
  @Tool({ description: 'What is in the pantry, in portions', annotations: { readOnlyHint: true } })
  lookIntoPantry(): Readonly<Record<string, number>> {
    return stock;
  }

  @Tool({ description: 'Find recipes for four people', annotations: { readOnlyHint: true } })
  findRecipes(
    @Param({ description: 'One ingredient, as the pantry names it', minLength: 1 }) ingredient: string,
  ): readonly Recipe[] {
    const found = recipes.filter(({ needs }) => Object.hasOwn(needs, ingredient));
    if (found.length === 0) throw new NotFoundError(`There is no recipe with ${ingredient}. Try another ingredient.`);
    return found;
  }
}

/** A shopping list, which belongs to a household. */
export class ShoppingList extends ToolRegistry {
  readonly #items: string[] = [];

  get items(): readonly string[] {
    return this.#items;
  }

  @Tool({
    description: 'Put something on the shopping list',
    group: 'shopping',
    annotations: { idempotentHint: false },
  })
  buy(
    @Param({ description: 'What to buy', minLength: 1 }) item: string,
    @Param({ minimum: 1, maximum: 20, multipleOf: 1 }) portions: number,
    // Comes from the session's state, never from the model.
    @Bind('household') household: string,
  ): string {
    this.#items.push(`${portions} × ${item}`);
    return `${portions} × ${item} is on the list of ${household}`;
  }
}
