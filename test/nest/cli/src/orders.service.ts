import { NewOrder } from '@dto/new-order.dto.js';
import { Injectable } from '@nestjs/common';
import { Tool, tool } from 'toolwright';
import type { Filter } from './filter.js';

/** Halves a value. */
export const half = tool((value: 2 | 4, unit?: 'kg' | 'g') => `${value / 2} ${unit}`, { name: 'half' });

@Injectable()
export class OrdersService {
  /**
   * Find orders.
   *
   * @param query - Words in the order's articles.
   */
  @Tool()
  find(query: string, filter: Filter, page?: number, limit = 20, offset = -1): string {
    return [query, filter.state, filter.since instanceof Date, page, limit, offset].join(' ');
  }

  @Tool()
  add(order: NewOrder, priority: 'low' | 'high' = 'low'): string {
    return [order instanceof NewOrder, order.lines.length, priority].join(' ');
  }

  /** Counts to a number. */
  @Tool()
  async *count(to: 1 | 2 | 3): AsyncGenerator<string> {
    for (let at = 1; at <= to; at++) yield String(at);
  }
}
