import { Injectable } from '@nestjs/common';

@Injectable()
export class TasksRepository {
  readonly #titles: string[] = [];

  insert(title: string): number {
    return this.#titles.push(title);
  }
}
