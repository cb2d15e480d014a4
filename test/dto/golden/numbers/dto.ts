import 'reflect-metadata';
import { IsDivisibleBy, IsInt, IsLatitude, IsNegative, IsNumber, IsPositive, Max, Min } from 'class-validator';

export class Dto {
  @IsInt() @Min(1) @Max(10) @Min(3) small!: number;
  @IsPositive() above!: number;
  @IsNegative() below!: number;
  @IsDivisibleBy(5) fives!: number;
  @IsNumber({ maxDecimalPlaces: 2 }) price!: number;
  @IsNumber({ maxDecimalPlaces: 0 }) whole!: number;
  @IsNumber() @IsLatitude() latitude!: number;
}
