import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsNotEmptyObject, ValidateNested } from 'class-validator';

class Point {
  @IsInt() x!: number;
}

export class Dto {
  @ValidateNested() @Type(() => Point) @IsNotEmptyObject() from!: Point;
  @ValidateNested() @Type(() => Point) @IsNotEmptyObject() to!: Point;
}
