import { defineCommand, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { shells } from './shells.js';

/** The command `toolwright completion`. */
export const completion = defineCommand({
  name: 'completion',
  summary: 'print a script that completes commands in a shell',
  description: 'Prints a script that completes commands, options, paths and names of tools in a shell.',
  arguments: [{ name: 'shell', label: 'a shell', description: shells.join(', '), completes: shells }],
  options: {},
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/toolwright',
    'completion zsh > ~/.zfunc/_toolwright',
    'completion fish > ~/.config/fish/completions/toolwright.fish',
    'completion powershell >> $PROFILE',
  ],
  exits: [
    [exitCodes.ok, 'success'],
    [exitCodes.usage, 'an unknown shell'],
  ],
  prepare({ operands: [name] }) {
    const shell = shells.find((one) => one === name);
    if (shell === undefined)
      throw new UsageFailure(`There is no script for '${name}'. Use one of: ${shells.join(', ')}.`);
    return {
      run: async () => {
        const { completionScripts } = await import('./completion-scripts.js');
        const script = completionScripts[shell];
        return { data: { script }, text: script };
      },
    };
  },
});
