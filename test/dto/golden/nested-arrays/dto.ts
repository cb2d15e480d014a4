import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ArrayMinSize, IsInt, IsString, ValidateNested } from 'class-validator';

class Item {
  @IsString() sku!: string;
}

class Row {
  @ValidateNested() @Type(() => Cell) cells!: Cell[];
}

class Cell {
  @IsInt() value!: number;
}

export class Dto {
  @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
  @ValidateNested({ each: true }) @Type(() => Row) rows!: Row[];
}
