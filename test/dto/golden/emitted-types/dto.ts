import 'reflect-metadata';
import { Allow, IsInt, IsNotEmpty, IsNotIn, IsOptional } from 'class-validator';

class Inner {
  @IsInt() n!: number;
}

export class Dto {
  @IsNotEmpty() title!: string;
  @IsOptional() score?: number;
  @Allow() active?: boolean;
  @Allow() since?: Date;
  @IsNotIn([Number.NaN]) anything!: unknown;
  @Allow() inner?: Inner;
  @Allow() list?: string[];
}
