import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { type JsonSchema, Tool, ToolRegistry } from 'toolwright';
import { isRecord } from './tools.js';

class Address {
  @IsString() @MinLength(1) street!: string;
  @IsString() city!: string;
  @IsOptional() @IsString() country?: string;
}

class OrderLine {
  @IsString() article!: string;
  @IsInt() @Min(1) count!: number;
  @IsNumber() @Min(0) price!: number;
}

/** Objects in objects, and a list of them. */
export class OrderDto {
  @IsString() customer!: string;
  @IsIn(['standard', 'express']) shipping!: 'standard' | 'express';
  @ValidateNested() @Type(() => Address) address!: Address;
  @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => OrderLine) lines!: OrderLine[];
}

/** What the DTO says, as an author writes it by hand. */
export const orderSchema = {
  type: 'object',
  properties: {
    customer: { type: 'string' },
    shipping: { enum: ['standard', 'express'] },
    address: {
      type: 'object',
      properties: {
        street: { type: 'string', minLength: 1 },
        city: { type: 'string' },
        country: { type: 'string' },
      },
      required: ['street', 'city'],
    },
    lines: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          article: { type: 'string' },
          count: { type: 'integer', minimum: 1 },
          price: { type: 'number', minimum: 0 },
        },
        required: ['article', 'count', 'price'],
      },
    },
  },
  required: ['customer', 'shipping', 'address', 'lines'],
  additionalProperties: false,
} satisfies JsonSchema;

/** An order of three lines. */
export const orderArguments: unknown = {
  customer: 'Ann',
  shipping: 'express',
  address: { street: 'High Street 1', city: 'Leeds', country: 'UK' },
  lines: [
    { article: 'pot', count: 1, price: 19.5 },
    { article: 'pan', count: 2, price: 25 },
    { article: 'lid', count: 3, price: 7.25 },
  ],
};

/** The work of the tool itself: as good as none. */
export async function order(args: Pick<OrderDto, 'customer' | 'lines'>): Promise<object> {
  return { customer: args.customer, lines: args.lines.length };
}

/** Whether `result` is what the order gives. */
export function isOrdered(result: unknown): boolean {
  return isRecord(result) && result.customer === 'Ann' && result.lines === 3;
}

/** The order as a decorated method. It gives nothing back unless it got real instances, nested ones too. */
export class OrderService extends ToolRegistry {
  @Tool()
  async order(args: OrderDto): Promise<object | undefined> {
    if (!(args.lines[2] instanceof OrderLine)) return undefined;
    return { customer: args.customer, lines: args.lines.length };
  }
}
