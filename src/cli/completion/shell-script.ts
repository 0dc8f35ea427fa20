/** The scripts know nothing of the commands: they ask `opm __complete` with the words so far. */
const scripts = new Map([
  [
    "bash",
    `# bash completion for opm
_opm() {
  local line word description IFS=$'\\n'
  COMPREPLY=()
  local -a words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local current=\${words[\${#words[@]}-1]}
  for line in $(opm __complete -- "\${words[@]}" 2>/dev/null); do
    word=\${line%%$'\\t'*}
    case $word in
    :file) COMPREPLY+=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null ;;
    :directory) COMPREPLY+=($(compgen -d -- "$current")); compopt -o filenames 2>/dev/null ;;
    *) COMPREPLY+=("$word") ;;
    esac
  done
}
complete -F _opm opm
`,
  ],
  [
    "zsh",
    `#compdef opm
# zsh completion for opm
_opm() {
  local line word says
  local -a found
  for line in "\${(@f)$(opm __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    word=\${line%%$'\\t'*}
    says=\${line#*$'\\t'}
    case $word in
    "") ;;
    :file) _files ;;
    :directory) _files -/ ;;
    *) [[ -z $says || $says = "$line" ]] && found+=("\${word//:/\\\\:}") || found+=("\${word//:/\\\\:}:$says") ;;
    esac
  done
  (( \${#found} )) && _describe opm found
}
if [ "\${funcstack[1]}" = _opm ]; then _opm "$@"; else compdef _opm opm; fi
`,
  ],
  [
    "fish",
    `# fish completion for opm
function __opm_complete
  set -l words (commandline -opc) (commandline -ct)
  for line in (opm __complete -- $words[2..-1] 2>/dev/null)
    switch $line
      case ':file*'
        __fish_complete_path (commandline -ct)
      case ':directory*'
        __fish_complete_directories (commandline -ct)
      case '*'
        echo $line
    end
  end
end
complete -c opm -f -a '(__opm_complete)'
`,
  ],
  [
    "powershell",
    `# PowerShell completion for opm
Register-ArgumentCompleter -Native -CommandName opm -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '""' }
  opm __complete -- @words 2>$null | ForEach-Object {
    $parts = $_ -split "\`t", 2
    if ($parts[0] -in ':file', ':directory') {
      Get-ChildItem -Path "$wordToComplete*" -Directory:($parts[0] -eq ':directory') | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_.Name)
      }
    } else {
      [System.Management.Automation.CompletionResult]::new($parts[0], $parts[0], 'ParameterValue', "$($parts[1]) ")
    }
  }
}
`,
  ],
]);

export const shells: readonly string[] = [...scripts.keys()];

export function shellScript(shell: string): string | undefined {
  return scripts.get(shell);
}
