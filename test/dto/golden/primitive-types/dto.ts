import 'reflect-metadata';
import { IsBoolean, IsInt, IsNumber, IsString } from 'class-validator';

export class Dto {
  @IsString() name!: string;
  @IsInt() count!: number;
  @IsNumber() ratio!: number;
  @IsBoolean() active!: boolean;
}
