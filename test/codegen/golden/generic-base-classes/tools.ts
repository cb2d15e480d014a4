import { Tool } from 'toolwright';
import { type Entity, Repository } from './repository.js';

interface Customer extends Entity {
  email: string;
}

export class GenericBaseClasses extends Repository<Customer, 'email'> {
  /** Finds one. */
  @Tool()
  find(id: Customer['id']): Customer | null {
    return { id, email: id };
  }
}
