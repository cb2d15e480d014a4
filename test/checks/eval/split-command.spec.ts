import { splitCommand } from '../../../src/build/checks/eval/split-command.js';

describe('the command of a model', () => {
  it.each([
    ['node model.mjs', ['node', 'model.mjs']],
    ['  node\tmodel.mjs  --fast ', ['node', 'model.mjs', '--fast']],
    [`node "my model.mjs" --name='a "b"'`, ['node', 'my model.mjs', '--name=a "b"']],
    [`node "" ''`, ['node', '', '']],
    [String.raw`C:\tools\model.exe $HOME *`, [String.raw`C:\tools\model.exe`, '$HOME', '*']],
    ['', []],
    ['  ', []],
  ])('%j has the words %j', (text, words) => {
    expect(splitCommand(text)).toEqual(words);
  });

  it.each([`node "model`, `node it's`, `node 'a" b`])('%j has a quote that is not closed', (text) => {
    expect(splitCommand(text)).toBeUndefined();
  });
});
