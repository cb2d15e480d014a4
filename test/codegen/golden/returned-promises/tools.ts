import { Tool, ToolRegistry } from 'toolwright';

interface Weather {
  degrees: number;
  sky: 'clear' | 'cloudy';
}

export class ReturnedPromises extends ToolRegistry {
  @Tool()
  async forecast(city: string): Promise<Weather[]> {
    return [{ degrees: city.length, sky: 'clear' }];
  }

  @Tool()
  now(): Weather | Promise<Weather> {
    return { degrees: 1, sky: 'cloudy' };
  }

  // Where there may be nothing, nothing is promised.
  @Tool()
  async maybe(): Promise<Weather | undefined> {
    return undefined;
  }

  @Tool()
  async deep(): Promise<PromiseLike<string>> {
    return Promise.resolve('a');
  }
}
