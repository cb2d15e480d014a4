/** The tools of a shop, two of which a model may confuse: cancelling and refunding an order. */
import { Param, Tool, ToolRegistry } from 'toolwright';

export class Shop extends ToolRegistry {
  @Tool({ description: 'Finds products by words' })
  searchProducts(query: string, @Param({ type: 'integer', minimum: 1 }) limit: number = 10): string {
    return `${limit} products for '${query}'`;
  }

  @Tool({ description: 'Puts a product in the cart' })
  addToCart(productId: string, @Param({ type: 'integer', minimum: 1 }) quantity: number = 1): string {
    return `${quantity} × ${productId}`;
  }

  @Tool({ description: 'Lists the orders of the customer, the latest first' })
  listOrders(@Param({ type: 'integer', minimum: 1 }) limit: number = 10): string {
    return `${limit} orders`;
  }

  @Tool({ description: 'Shows where an order is' })
  findOrder(orderId: string): string {
    return `${orderId} is on its way`;
  }

  @Tool({ description: 'Cancels an order' })
  cancelOrder(orderId: string): string {
    return `${orderId} is cancelled`;
  }

  @Tool({ description: 'Returns the price of an order' })
  refundOrder(orderId: string): string {
    return `${orderId} is refunded`;
  }
}
