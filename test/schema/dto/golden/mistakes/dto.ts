import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInstance, IsIn, IsOptional, IsString, MinLength, ValidateNested, Min } from 'class-validator';

class NoRules {}

export class Dto {
  @IsOptional() @ValidateNested() untyped?: object;
  @IsOptional() @ValidateNested() @Type(() => NoRules) noRules?: NoRules;
  @IsOptional() @IsString() @Min(1) impossible?: unknown;
  @IsOptional() @IsIn([]) never?: unknown;
  @IsOptional() @IsInstance(Date) instance?: unknown;
  @IsOptional() @MinLength(Number.NaN) badBound?: string;
}
