import 'reflect-metadata';
import { IsInt, IsString, MaxLength } from 'class-validator';

export class Dto {
  @IsString({ groups: ['create'] }) name!: string;
  @MaxLength(3, { groups: ['update'], always: true }) code!: string;
  @IsInt({ always: false }) count!: number;
}
