import 'reflect-metadata';
import { IsDefined, IsNotEmptyObject, IsObject } from 'class-validator';

export class Dto {
  @IsObject() any!: Record<string, unknown>;
  @IsNotEmptyObject() filled!: Record<string, unknown>;
  @IsNotEmptyObject({ nullable: false }) real!: Record<string, unknown>;
  @IsDefined() @IsObject() defined!: Record<string, unknown>;
}
