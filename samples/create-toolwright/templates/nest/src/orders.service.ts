import { Injectable } from '@nestjs/common';
import { Tool } from 'toolwright';

interface Order {
  readonly id: string;
  readonly customer: string;
  readonly state: 'open' | 'paid' | 'sent';
}

interface OrderFilter {
  /** The state of the orders. All states if it is missing. */
  readonly state?: Order['state'];
  /** A part of the customer's name. */
  readonly customer?: string;
}

@Injectable()
export class OrdersService {
  readonly #orders: readonly Order[] = [
    { id: 'A-1', customer: 'Ann', state: 'open' },
    { id: 'A-2', customer: 'Bob', state: 'paid' },
    { id: 'A-3', customer: 'Annette', state: 'sent' },
  ];

  /**
   * Find orders.
   *
   * @param limit - How many orders to return.
   */
  @Tool()
  find(filter: OrderFilter, limit = 10): Order[] {
    const { state, customer = '' } = filter;
    return this.#orders
      .filter((order) => (state === undefined || order.state === state) && order.customer.includes(customer))
      .slice(0, limit);
  }
}
