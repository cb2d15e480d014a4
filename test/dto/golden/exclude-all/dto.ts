import 'reflect-metadata';
import { Exclude, Expose } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';

@Exclude()
export class Dto {
  @Expose() @IsString() name!: string;
  @IsOptional() @IsInt() hidden?: number;
}
