import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsString, ValidateNested } from 'class-validator';

class Item {
  @IsInt() n!: number;
}

export class Dto {
  @Type(() => String) @IsString({ each: true }) names!: Set<string>;
  @Type(() => Item) @ValidateNested({ each: true }) items!: Set<Item>;
  @Type(() => Item) @ValidateNested({ each: true }) byKey!: Map<string, Item>;
}
