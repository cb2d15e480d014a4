import { Type } from 'class-transformer';
import { ArrayMinSize, IsNumber, IsString, ValidateNested } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

export class Line {
  @IsString()
  sku!: string;

  @IsNumber()
  count!: number;
}

export class Order {
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];

  @IsString({ each: true })
  tags!: string[];
}

export class DtoArrays extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  order(order: Order): void {
    this.received.push(order);
  }

  @Tool()
  add(lines: Line[], byName: Record<string, Line>): void {
    this.received.push(lines, byName);
  }
}
