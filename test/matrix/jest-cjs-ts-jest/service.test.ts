import { Tool, ToolRegistry } from 'toolwright';
import { checkService } from './src/checks';

it('passes the checks', async () => {
  expect(await checkService()).toBe('9 of 9');
});

it('reads the types of a class that the test declares', () => {
  class Lamp extends ToolRegistry {
    @Tool()
    turn(state: 'on' | 'off'): string {
      return state;
    }
  }
  expect(new Lamp().toolSpec('turn').inputSchema.properties).toEqual({
    state: { type: 'string', enum: ['on', 'off'] },
  });
});
