import 'reflect-metadata';
import { IsInt, IsOptional, IsString, IsUrl, Matches, MaxLength } from 'class-validator';
import { Field } from '../../../../src/tool/decorators/field.js';

class Base {
  @Field({ description: 'Told by the parent', examples: ['p'] }) @IsString() inherited!: string;
}

export class Dto extends Base {
  @Field({ description: 'What to look for', examples: ['shoes', 'socks'] }) @IsString() @MaxLength(50) query!: string;
  @Field({ description: 'Where', default: 'https://example.com' }) @IsUrl() site!: string;
  @Field({ description: 'Three letters' }) @Matches(/^[a-z]{3}$/i) code!: string;
  @Field({ schema: { type: 'integer', minimum: 1, description: 'A port' } }) @IsInt() port!: number;
  @Field({ default: 7 }) @IsOptional() @IsInt() limit?: number;
}
