import { Body, Controller, Post } from '@nestjs/common';
import { NewOrder } from './dto/new-order.dto.js';

@Controller('orders')
export class OrdersController {
  /** Places an order. */
  @Post()
  place(@Body() order: NewOrder): string {
    return order.customer;
  }
}
