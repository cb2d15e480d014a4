import { Type } from 'class-transformer';
import { IsInt, IsString, Min, ValidateNested } from 'class-validator';

export class Line {
  @IsString() article!: string;
  @IsInt() @Min(1) count!: number;
}

export class NewOrder {
  /** The buyer. */
  @IsString() customer!: string;
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}
