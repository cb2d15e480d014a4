import { setTimeout as pause } from 'node:timers/promises';
import { Tool, ToolContext, ToolRegistry } from 'toolwright';

const recipes = {
  pancakes: ['Mix flour, milk and eggs.', 'Heat the pan.', 'Fry both sides.'],
  soup: ['Chop the vegetables.', 'Boil them for 20 minutes.', 'Blend the soup.'],
};

export class Kitchen extends ToolRegistry {
  /**
   * Explain how to cook a meal, step by step.
   *
   * @param pauseMs - The time between two steps, in milliseconds.
   */
  @Tool()
  async *cook(meal: 'pancakes' | 'soup', ctx: ToolContext, pauseMs = 500): AsyncGenerator<string> {
    for (const step of recipes[meal]) {
      yield `${step}\n`;
      // A client that disconnects aborts the signal.
      await pause(pauseMs, undefined, { signal: ctx.signal });
    }
  }
}
