import { checkService } from './src/checks.js';

export default {
  async fetch(): Promise<Response> {
    return new Response(await checkService());
  },
};
