import 'reflect-metadata';
import { Type } from 'class-transformer';
import { Allow, IsBoolean, IsDate, IsInt, IsString, MaxDate, MinDate } from 'class-validator';

export class Dto {
  @Type(() => Date)
  @IsDate()
  @MinDate(new Date('2020-01-01T00:00:00Z'))
  @MaxDate(new Date('2030-01-01T00:00:00Z'))
  at!: Date;
  @Type(() => Date) @IsDate({ each: true }) dates!: Date[];
  @Type(() => Number) @IsInt() count!: number;
  @Type(() => Number) @IsInt({ each: true }) counts!: number[];
  @Type(() => String) @IsString() text!: string;
  @Type(() => Boolean) @IsBoolean() flag!: boolean;
  @Type(() => Number) @Allow() loose?: unknown;
}
