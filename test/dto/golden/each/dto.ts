import 'reflect-metadata';
import { IsArray, IsIn, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';

export class Dto {
  @IsArray() @IsInt({ each: true }) @Min(0, { each: true }) @Max(9, { each: true }) digits!: number[];
  @Length(1, 3, { each: true }) codes!: string[];
  @IsOptional() @IsIn(['x', 'y'], { each: true }) axes?: string[];
  @IsString() @Length(2, 4, { each: true }) word!: string;
  @IsArray({ each: true }) rows!: unknown[][];
}
