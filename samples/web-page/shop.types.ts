// Written by 'toolwright generate' from the project's types. Do not edit it: run the command again.
/* eslint-disable */
import type { TypesOf, toolTypes } from 'toolwright';

export interface ShopTools {
  readonly find: {
    readonly input: {
      /** A part of the name. */
      query: string;
      /** In euros. */
      maxPrice?: number;
    };
    readonly output: Array<{
      name: string;
      price: number;
    }>;
  };
  readonly describe: {
    readonly input: {
      product: string;
      words?: number;
    };
    readonly output: Array<{
      word: string;
    }>;
    readonly chunk: {
      word: string;
    };
  };
  readonly buy: {
    readonly input: {
      product: string;
    };
    readonly output: string;
  };
}

declare module './shop.js' {
  interface Shop {
    readonly [toolTypes]?: TypesOf<ShopTools>;
  }
}
