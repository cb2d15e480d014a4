import 'reflect-metadata';
import { Allow, IsDefined, IsEmpty, IsNotEmpty, IsNotIn } from 'class-validator';

export class Dto {
  @IsDefined() something!: unknown;
  @IsNotEmpty() filled!: unknown;
  @IsEmpty() nothing?: unknown;
  @Allow() anything?: unknown;
  @IsNotIn([1]) @IsNotEmpty() notOne!: unknown;
}
