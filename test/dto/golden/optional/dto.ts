import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  Equals,
  IsEnum,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  MinLength,
  ValidateNested,
} from 'class-validator';

class Inner {
  @IsInt() n!: number;
}

export class Dto {
  @IsOptional() @IsString() @MinLength(2) text?: string | null;
  @IsOptional() @IsEnum({ A: 'a', B: 'b' }) choice?: string | null;
  @IsOptional() @IsString() @IsEnum({ A: 'a' }) typedChoice?: string | null;
  @IsOptional() @Equals(1) fixed?: number | null;
  @IsOptional() @ValidateNested() @Type(() => Inner) inner?: Inner | null;
  @IsOptional() @ArrayMinSize(1) list?: unknown[] | null;
  @IsOptional() @IsNotEmpty() filled?: unknown;
}
