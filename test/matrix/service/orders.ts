import { Bind, Tool, ToolContext, ToolRegistry } from 'toolwright';
import type { Filter } from './filter.js';
import { Line, NewOrder } from './new-order.js';

export class Orders extends ToolRegistry {
  /**
   * Creates an order.
   */
  @Tool()
  create(order: NewOrder) {
    const isOfClasses = order instanceof NewOrder && order.lines.every((line) => line instanceof Line);
    return `${isOfClasses} ${order.customer} ${order.due.getUTCFullYear()} ${order.lines[0]?.amount}`;
  }

  /**
   * Finds orders.
   *
   * @param query - What to look for.
   */
  @Tool()
  find(query: string, since: Date, limit: number = 3) {
    return `${query} ${since.getUTCFullYear()} ${limit}`;
  }

  @Tool({ description: 'Counts orders.' })
  count(filter: Filter, way: 'newest' | 'oldest') {
    return `${filter.state} ${way}`;
  }

  @Tool({ description: 'Adds a note.' })
  note(@Bind('user.id') userId: string, text: string, ctx: ToolContext) {
    return `${userId} ${text} ${ctx.call.name}`;
  }

  @Tool({ description: 'Watches orders.' })
  async *watch(times: number) {
    for (let time = 1; time <= times; time++) yield `${time} `;
  }
}
