import type { Tour } from './tour.js';

const steps = [
  ['npm run sample agent', 'an agent that plans, calls tools and finishes'],
  ['npx toolwright list samples/.build/quickstart/served.js', 'the tools of this class'],
  [`npx toolwright call samples/.build/quickstart/served.js search '{"query":"stream"}'`, 'one call, from the shell'],
  [
    'npx toolwright serve samples/.build/quickstart/served.js',
    'the same tools over MCP, for Claude, Cursor and others',
  ],
  ['docs/getting-started.md', 'your own class, step by step'],
] as const;

/** Lists what to try after the sample. */
export function showNextSteps({ screen }: Tour): void {
  screen.heading('What to try next', 'samples/quickstart');
  for (const [command, purpose] of steps) {
    screen.line(`  ${command}`);
    screen.note(`  ${purpose}`);
  }
}
