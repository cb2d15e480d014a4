import { root, runNode } from '../../support/repository.js';

describe('createDtoReceiver', () => {
  it.each(['--disallow-code-generation-from-strings', '--disable-proto=throw', '--disable-proto=delete'])(
    'does the same in a process with %s',
    (flag) => {
      const code = `
      import 'reflect-metadata';
      import { IsInt, Min } from 'class-validator';
      import { createDtoReceiver } from './dist/schema/dto/dto-receiver.js';
      class Dto {}
      IsInt()(Dto.prototype, 'n');
      Min(1)(Dto.prototype, 'n');
      const receive = createDtoReceiver(Dto);
      const verdicts = [await receive({ n: 1 }), await receive({ n: 1 }), await receive({ n: 0 })];
      process.stdout.write(JSON.stringify(verdicts.map(({ ok, value, issues }) => [ok, value instanceof Dto, issues])));
    `;
      const args = [flag, '--input-type=module', '-e', code];
      expect(JSON.parse(runNode(args, { cwd: root }))).toEqual([
        [true, true, null],
        [true, true, null],
        [false, false, [{ path: '/n', message: 'must not be less than 1, got 0', rule: 'min' }]],
      ]);
    },
  );
});
