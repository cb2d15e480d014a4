import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { Workshop } from './command-line.js';

const shop = `console.log('a module that prints');
export const find = ToolSpec.create({
  name: 'find',
  description: 'Finds products.',
  inputSchema: { type: 'object', properties: { level: { enum: ['low', 'high'] }, isNew: { type: 'boolean' }, query: { type: 'string' }, place: { $ref: '#/$defs/place' } }, $defs: { place: { type: 'object', properties: { city: { type: 'string' }, isOpen: { type: 'boolean' }, near: { $ref: '#/$defs/place' } } } } },
  executor: { kind: 'none', execute: () => undefined },
});
export const order = ToolSpec.fromFunction(function order() {});`;

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}

describe('the completion of', () => {
  let workshop: Workshop;
  const scripts = new Map<string, string>();

  beforeAll(async () => {
    workshop = new Workshop(packedFolder);
    workshop.compile('shop.mjs', shop);
    workshop.compile('my shop/shop.mjs', shop);
    workshop.compile('hostile.mjs', shop.replace("'low', 'high'", "'x;touch pwned', 'line\\nbreak'"));
    workshop.write('broken.mjs', 'export const a = ;');
    mkdirSync(join(workshop.folder, 'bin'));
    const command = join(workshop.folder, 'bin/toolwright');
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${packedCommand}' "$@"\n`, { mode: 0o755 });
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
      const { code, stdout } = await workshop.runProcess('completion', shell);
      expect(code).toBe(0);
      scripts.set(shell, stdout);
    }
  });

  afterAll(() => workshop.remove());

  /** Runs a program of a shell after its completion script, and returns the lines that it prints. */
  function linesOf(shell: string, options: readonly string[], program: string): readonly string[] {
    // Without its completion system, zsh does not have this function.
    const before = shell === 'zsh' ? 'compdef() { true }' : '';
    const text = execFileSync(shell, [...options, [before, scripts.get(shell), program].join('\n')], {
      cwd: workshop.folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: [join(workshop.folder, 'bin'), process.env.PATH].join(delimiter) },
    });
    return text.split('\n').filter((line) => line !== '');
  }

  const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

  it.each([
    [['lis'], ['list']],
    [['serve', 'shop.mjs', '--st'], ['--stdio']],
    [['serve', 'shop.mjs', '--era', '2025'], ['2025-11-25']],
    [['serve', 'shop.mjs', '--era', '=', '2025'], ['2025-11-25']],
    [['call', 'sh'], ['shop.mjs']],
    [
      ['call', 'shop.mjs', ''],
      ['find', 'order'],
    ],
    [['call', '--stream', 'shop.mjs', 'fi'], ['find']],
    [['call', 'my\\ shop/shop.mjs', 'fi'], ['find']],
    [
      ['call', 'shop.mjs', 'find', ''],
      ['isNew=false', 'isNew=true', 'level=high', 'level=low', 'place.', 'query='],
    ],
    [['call', 'shop.mjs', 'find', 'pl'], ['place.']],
    [
      ['call', 'shop.mjs', 'find', 'place.'],
      ['place.city=', 'place.isOpen=false', 'place.isOpen=true', 'place.near.'],
    ],
    [['call', 'shop.mjs', 'find', 'place.near.near.c'], ['place.near.near.city=']],
    [['call', 'shop.mjs', 'find', `place.${'near.'.repeat(8)}`], []],
    [['call', 'shop.mjs', 'find', 'place.isOpen', '=', 't'], ['true']],
    [['call', 'shop.mjs', 'find', 'query.'], []],
    [['call', 'shop.mjs', 'find', 'level', '=', 'l'], ['low']],
    [['call', 'shop.mjs', 'find', 'query', '=', '@sh'], ['@shop.mjs']],
    [['call', 'hostile.mjs', 'find', 'level', '=', 'x'], ['x\\;touch\\ pwned']],
    [['call', 'hostile.mjs', 'find', 'level', '=', 'line'], []],
    [['call', 'broken.mjs', ''], []],
    [['completion', 'z'], ['zsh']],
    [['help', 'gen'], ['generate']],
  ])('bash completes %j by %j', (words, completions) => {
    const all = ['toolwright', ...words].map(quote).join(' ');
    // bash sets these variables before it calls the function.
    const program = `COMP_WORDS=(${all}); COMP_CWORD=${words.length}; _toolwright toolwright; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect([...linesOf('bash', ['--norc', '-c'], program)].sort()).toEqual(completions);
  });

  if (isInstalled('fish')) {
    it.each([
      ['toolwright li', ['list\tprint the tools of a module']],
      ['toolwright call sh', ['shop.mjs']],
      ['toolwright call shop.mjs ', ['find\tFinds products.', 'order']],
      ['toolwright call shop.mjs find le', ['level=high', 'level=low']],
    ])('fish completes %j by %j', (line, completions) => {
      const lines = linesOf('fish', ['--no-config', '-c'], `complete -C ${quote(line)}`);
      expect([...lines].sort()).toEqual(completions);
    });
  }

  if (isInstalled('zsh')) {
    it.each([
      [['lis'], ['list']],
      [['call', 'sh'], ['files']],
      [
        ['call', 'shop.mjs', ''],
        ['find', 'order'],
      ],
      [
        ['call', 'shop.mjs', 'find', 'le'],
        ['level=low', 'level=high'],
      ],
    ])('zsh completes %j by %j', (words, completions) => {
      // Outside of an editor of lines, these builtins do not work.
      const program = `compadd() { print -rl -- "\${(P@)@[-1]}" }; compset() { true }; _files() { print files }
        words=(toolwright ${words.map(quote).join(' ')}); CURRENT=${words.length + 1}; _toolwright`;
      expect(linesOf('zsh', ['-f', '-c'], program)).toEqual(completions);
    });
  }

  it.each(['pipe.ts', 'pipe.mjs', 'pipe.json', 'toolwright.config.ts', '/dev/zero', 'shop.mjs/other.ts'])(
    'a tool does not read %s, which is no file',
    async (name) => {
      if (!name.includes('/')) execFileSync('mkfifo', [name], { cwd: workshop.folder });
      const run = await workshop.runProcess('__complete', '--', 'call', name, '.');
      expect(run).toEqual({ code: 0, stdout: 'words\n', stderr: '' });
    },
  );

  it('PowerShell calls the command with the words before the cursor', () => {
    expect(scripts.get('powershell')).toMatchInlineSnapshot(`
"# Completion of toolwright for PowerShell.
Register-ArgumentCompleter -Native -CommandName toolwright -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $elements = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition })
  $words = @($elements | Select-Object -Skip 1 | ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.ToString() } })
  if ($wordToComplete -ne '' -and $words.Count -gt 0) { $words = @($words | Select-Object -SkipLast 1) }
  $lines = @(& $elements[0].ToString() __complete '--' @words "$wordToComplete." 2>$null)
  # Without a result, PowerShell completes paths.
  if ($lines.Count -eq 0 -or $lines[0] -eq 'paths') { return }
  $lines | Select-Object -Skip 1 | ForEach-Object {
    $value, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
  }
}
"
`);
  });
});
