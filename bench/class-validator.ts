import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import type { TimedContender } from './row.js';
import { goodArguments, isFound, type SearchArguments, search } from './tools.js';

/** What people write by hand around a DTO. */
export function byHand(Dto: new () => object): TimedContender {
  return {
    name: 'class-transformer + class-validator, then the method',
    run: async () => {
      const dto = plainToInstance(Dto, goodArguments);
      if ((await validate(dto)).length > 0) throw new TypeError('bad arguments');
      return await search(dto as SearchArguments);
    },
    works: isFound,
  };
}
