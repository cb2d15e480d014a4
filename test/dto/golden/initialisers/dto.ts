import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Field } from '../../../../src/tool/decorators/field.js';

class Inner {
  @IsInt() n = 1;
}

export class Dto {
  @IsInt() limit: number = 10;
  @IsString() order: string = 'asc';
  @IsArray() tags: string[] = ['a'];
  @IsObject() options: Record<string, unknown> = { deep: { list: [1, null] } };
  @IsOptional() @IsString() note: string | null = null;
  // class-validator refuses the null that stays where nothing is sent.
  @IsString() refusedNull: string | null = null;
  @ValidateNested() @Type(() => Inner) inner: Inner = new Inner();
  @Field({ default: 'told' }) @IsString() told: string = 'real';
}
