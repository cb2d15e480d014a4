import 'reflect-metadata';
import { Transform } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString } from 'class-validator';
import { Field } from '../../../../src/tool/decorators/field.js';

export class Dto {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value)) @IsString() trimmed!: string;
  @Transform(({ value }) => value.split(',')) @IsArray() @Field({ schema: { type: 'string' } }) tags!: string[];
  @Transform(({ value }) => Number(value)) @IsInt() @Field({ description: 'A whole number' }) count!: number;
  @Transform(({ value }) => value) @IsString() untouched!: string;
  @Transform(({ value }) => value, { toPlainOnly: true }) @IsOptional() @IsString() outward?: string;
}
