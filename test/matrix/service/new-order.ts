import { Type } from 'class-transformer';
import { ArrayNotEmpty, IsDate, IsInt, IsString, Min, ValidateNested } from 'class-validator';

export class Line {
  @IsString()
  article!: string;

  @IsInt()
  @Min(1)
  amount: number = 1;
}

export class NewOrder {
  @IsString()
  customer!: string;

  @IsDate()
  @Type(() => Date)
  due!: Date;

  @ArrayNotEmpty()
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];
}
