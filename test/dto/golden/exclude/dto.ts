import 'reflect-metadata';
import { Exclude, Expose } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';

export class Dto {
  @IsString() name!: string;
  @Exclude() @IsOptional() @IsString() internal?: string;
  @Exclude({ toPlainOnly: true }) @IsString() secret!: string;
  @Expose({ groups: ['admin'] }) @IsOptional() @IsInt() adminOnly?: number;
}
