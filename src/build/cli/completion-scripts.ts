import type { Shell } from './shells.js';

const bash = `# Completion of toolwright for bash.
# bash would complete the name of a host after @.
COMP_WORDBREAKS=\${COMP_WORDBREAKS//@/}
_toolwright() {
  local line mode='' word='' prefix i
  local -a words lines
  words=()
  COMPREPLY=()
  # bash splits words at = and :, and an argument may contain each of them.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    if ((i > 1)) && [[ \${COMP_WORDS[i]} =~ ^[=:]+$ || \${COMP_WORDS[i - 1]} =~ ^[=:]+$ ]]; then
      word+=\${COMP_WORDS[i]}
    else
      ((i > 1)) && words+=("\${word//\\\\/}")
      word=\${COMP_WORDS[i]}
    fi
  done
  [[ $word == '~/'* ]] && word=$HOME/\${word:2}
  prefix=\${word%"\${word##*[=:]}"}
  while IFS= read -r line; do
    if [[ -z $mode ]]; then
      mode=$line
    else
      line=\${line%%$'\\t'*}
      # The shell would run what a value contains.
      printf -v line %q "\${line#"$prefix"}"
      COMPREPLY+=("$line")
    fi
  done < <("\${1:-toolwright}" __complete -- "\${words[@]}" "$word." 2>/dev/null)
  if [[ $mode == paths ]]; then
    type compopt &>/dev/null && compopt -o filenames 2>/dev/null
    word=\${word#"$prefix"}
    [[ $word == @* ]] && prefix=@ || prefix=''
    while IFS= read -r line; do COMPREPLY+=("$prefix$line"); done < <(compgen -f -- "\${word#@}")
  elif [[ $mode == parts ]]; then
    type compopt &>/dev/null && compopt -o nospace 2>/dev/null
  fi
}
complete -F _toolwright toolwright
`;

const zsh = `#compdef toolwright
# Completion of toolwright for zsh.
_toolwright() {
  local line mode
  local -a lines values shown
  lines=("\${(@f)$("\${words[1]}" __complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)words[CURRENT]}." 2>/dev/null)}")
  mode=\${lines[1]}
  if [[ $mode == paths ]]; then
    compset -P '*=@' || compset -P '*='
    _files
    return
  fi
  for line in "\${(@)lines[2,-1]}"; do
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  -- }")
  done
  if [[ $mode == parts ]]; then
    compadd -S '' -l -d shown -a values
  else
    compadd -l -d shown -a values
  fi
}
if [[ \${funcstack[1]} == _toolwright ]]; then
  _toolwright "$@"
else
  compdef _toolwright toolwright
fi
`;

const fish = `# Completion of toolwright for fish.
function __toolwright_complete
  set -l words (commandline -opc)
  set -l word (commandline -ct | string unescape)
  set -l lines ($words[1] __complete -- $words[2..-1] "$word." 2>/dev/null)
  if test "$lines[1]" = paths
    set -l prefix (string match -r '^.*=@?' -- "$word")
    set -l path (string replace -r '^.*=@?' '' -- "$word")
    for line in (__fish_complete_path "$path")
      printf '%s%s\\n' "$prefix" $line
    end
  else
    printf '%s\\n' $lines[2..-1]
  end
end
complete -c toolwright -f -a '(__toolwright_complete)'
`;

const powershell = `# Completion of toolwright for PowerShell.
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
`;

/** The completion script of each shell. All of them ask the command, so they need not change with it. */
export const completionScripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };
