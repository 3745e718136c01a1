import type { SenderCommand } from './define.ts';
import { exitStatusRows } from './exit-status.ts';

/** What completions and the man page say of a command. */
type Described = Pick<
  SenderCommand,
  'name' | 'summary' | 'about' | 'words' | 'options' | 'programOption' | 'examples' | 'usage'
>;

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** The script that completes `valise` in a shell. */
export function completionFor(shell: Shell, commands: readonly Described[]): string {
  return writers[shell](commands);
}

const writers: Readonly<Record<Shell, (commands: readonly Described[]) => string>> = {
  bash: (commands) => `# Completion of valise for bash: source <(valise completion bash)
_valise() {
  local word=\${COMP_WORDS[COMP_CWORD]} before= words= each
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  else
    # What is behind it is a program with its own arguments.
    for each in "\${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
      case "\${COMP_WORDS[1]} $each" in ${programOptions(commands).join(' | ')}) return ;; esac
    done
    before=\${COMP_WORDS[COMP_CWORD-1]}
    case "\${COMP_WORDS[1]} $before" in
${suggestions(commands)
  .map(([name, option, values]) => `      '${name} --${option}') words='${values.join(' ')}' ;;\n`)
  .join('')}      *)
        case "\${COMP_WORDS[1]} $word" in
${commands.map((each) => `          '${each.name} -'*) words='${flagsOf(each).join(' ')}' ;;\n`).join('')}${commands.map((each) => (each.words?.suggests ? `          '${each.name} '*) words='${each.words.suggests.join(' ')}' ;;\n` : '')).join('')}        esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _valise valise
`,
  zsh: (commands) => `#compdef valise
# Completion of valise for zsh, after compinit: source <(valise completion zsh)
_valise() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      '${name}:${quoted(summary)}'\n`).join('')}    )
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${commands.map((each) => `    ${each.name}) _arguments ${zshOptions(each)} ${zshWords(each)} ;;\n`).join('')}  esac
}
# In a folder of fpath, as _valise, it is the function itself.
if [[ $funcstack[1] == _valise ]]; then _valise "$@"; else compdef _valise valise; fi
`,
  fish: (commands) => `# Completion of valise for fish: valise completion fish | source
${commands.map(fishLines).join('')}`,
  powershell: (
    commands,
  ) => `# Completion of valise for PowerShell: valise completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName valise -ScriptBlock {
  param($word, $line, $position)
  $options = @{
${commands.map((each) => `    '${each.name}' = @(${flagsOf(each).map(asText).join(', ')})\n`).join('')}  }
  $values = @{
${suggestions(commands)
  .map(
    ([name, option, values]) => `    '${name} --${option}' = @(${values.map(asText).join(', ')})\n`,
  )
  .join('')}  }
  $words = @($line.CommandElements | ForEach-Object { $_.ToString() })
  $before = if ($word -eq '') { $words[-1] } elseif ($words.Count -gt 1) { $words[-2] } else { '' }
  $isCommand = $words.Count -lt 2 -or ($words.Count -eq 2 -and $word -ne '')
  $found = if ($isCommand) { @(${commands.map(({ name }) => asText(name)).join(', ')}) } elseif ($values["$($words[1]) $before"]) { $values["$($words[1]) $before"] } else { $options[$words[1]] }
  $found | Where-Object { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
};

function flagsOf({ options }: Described): string[] {
  return [...Object.keys(options), 'help'].map((name) => `--${name}`);
}

/** Command, option and values, of each option whose values are known. */
function suggestions(commands: readonly Described[]): [string, string, readonly string[]][] {
  return commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(
      ([option, { suggests }]): [string, string, readonly string[]][] =>
        suggests === undefined ? [] : [[name, option, suggests]],
    ),
  );
}

function programOptions(commands: readonly Described[]): string[] {
  return commands.flatMap(({ name, programOption }) =>
    programOption === undefined ? [] : [`'${name} --${programOption}'`],
  );
}

/** Within single quotes. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function asText(text: string): string {
  return `'${text}'`;
}

function zshOptions({ options }: Described): string {
  return Object.entries(options)
    .map(([name, { doc, value, isMany, suggests }]) => {
      const plain = quoted(doc).replaceAll(/[[\]:]/g, String.raw`\$&`);
      const action = suggests === undefined ? '' : `(${suggests.join(' ')})`;
      return `'${isMany === true ? '*' : ''}--${name}[${plain}]${value === undefined ? '' : `:${value}:${action}`}'`;
    })
    .join(' ');
}

function zshWords({ words }: Described): string {
  if (words === undefined) return '';
  return words.suggests === undefined
    ? "'*:file:_files'"
    : `'1:${words.name}:(${words.suggests.join(' ')})'`;
}

function fishLines({ name, summary, words, options }: Described): string {
  const seen = `complete -c valise -n '__fish_seen_subcommand_from ${name}'`;
  const lines = Object.entries(options).map(([option, { doc, value, suggests }]) => {
    const needsValue = value === undefined ? '' : ' -r';
    const values = suggests === undefined ? '' : ` -f -a '${suggests.join(' ')}'`;
    return `${seen} -l ${option}${needsValue}${values} -d '${quotedForFish(doc)}'\n`;
  });
  if (words?.suggests !== undefined) lines.push(`${seen} -f -a '${words.suggests.join(' ')}'\n`);
  const first = `complete -c valise -n __fish_use_subcommand -f -a ${name} -d '${quotedForFish(summary)}'\n`;
  return first + lines.join('');
}

function quotedForFish(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}

/** The page for `man`, in the macros of man(7). */
export function manPage(commands: readonly Described[]): string {
  const sections = commands.map(
    ({ usage, summary, about, options }) => `.SS ${roff(usage)}
${roff(summary)}.
.PP
${roff(about)}
${Object.entries(options)
  .map(
    ([name, { value, doc }]) =>
      `.TP\n.B ${roff(`--${name}${value === undefined ? '' : ` ${value}`}`)}\n${roff(doc)}\n`,
  )
  .join('')}`,
  );
  return `.TH VALISE 1 "" Valise
.SH NAME
valise \\- send, ask for and receive files
.SH SYNOPSIS
.B valise
.I COMMAND
[words and options]
.SH COMMANDS
${sections.join('')}.SH FILES
.TP
.B ~/.config/valise/login.json
The server and the key of valise login.
.TP
.B ~/.config/valise/sends
How far sends are that were stopped.
.TP
.B ~/.config/valise/inbox
Where valise get has saved what.
.SH ENVIRONMENT
.TP
.B VALISE_URL
The address of the server, before that of valise login.
.TP
.B VALISE_KEY_FILE
A file with the key.
.SH EXIT STATUS
${exitStatusRows.map(([status, meaning]) => `.TP\n.B ${status}\n${roff(meaning)}\n`).join('')}.SH EXAMPLES
.nf
${commands.flatMap(({ examples }) => examples.map((example) => `${roff(example)}\n`)).join('')}.fi
`;
}

/** A line that begins with a dot or an apostrophe would be a macro, and not every reader knows UTF-8. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(['.])/gm, String.raw`\&$1`)
    .replaceAll(/[^ -~\n]/gu, (letter) => `\\[u${codeOf(letter)}]`);
}

function codeOf(letter: string): string {
  return (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
