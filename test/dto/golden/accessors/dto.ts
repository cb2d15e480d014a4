import 'reflect-metadata';
import { IsInt, IsOptional, IsString } from 'class-validator';

export class Dto {
  @IsString() first!: string;
  #age = 0;

  @IsString() get greeting(): string {
    return `Hello ${this.first}`;
  }

  @IsInt() get age(): number {
    return this.#age;
  }
  set age(value: number) {
    this.#age = value;
  }

  @IsOptional() describe(): string {
    return this.first;
  }
}
