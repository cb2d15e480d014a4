import { Type } from 'class-transformer';
import { IsDefined, IsInt, IsString, Min, ValidateNested } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

export class Price {
  /** In cents. */
  @IsInt()
  @Min(0)
  amount!: number;

  @IsString()
  currency!: 'EUR' | 'USD';
}

export class Product {
  @IsString()
  title!: string;

  @IsDefined()
  @ValidateNested()
  @Type(() => Price)
  price!: Price;
}

/** A plain interface that holds a DTO. */
interface Offer {
  product: Product;
  until: Date;
}

export class NestedDtos extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  sell(product: Product): void {
    this.received.push(product);
  }

  @Tool()
  offer(offer: Offer, note?: string): void {
    this.received.push(offer);
  }
}
