import { Complete, Prompt, Resource, Tool, ToolRegistry } from 'toolwright';

/** A place where goods are sent. */
export interface Place {
  city: string;
  /** The ISO code of the country. */
  country: 'FR' | 'DE';
}

export class Post extends ToolRegistry {
  /** Send a parcel. */
  @Tool()
  send(place: Place): string {
    return place.city;
  }

  /** The price list of a country. */
  @Resource('post://prices/{country}')
  prices(country: 'FR' | 'DE'): Map<string, () => number> {
    return new Map();
  }

  /**
   * Write a label.
   *
   * @param country - Where the parcel goes.
   */
  @Prompt()
  label(country: 'FR' | 'DE', isFast = false): unknown[] {
    return [country, isFast];
  }

  @Complete('country')
  countries(typed: string): ('FR' | 'DE')[] {
    return typed === '' ? ['FR', 'DE'] : [];
  }
}
