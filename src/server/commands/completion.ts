/** `completion`: prints a script with which a shell completes the commands and flags of a package. */
import { type Completions, createTask, type Task } from './create-task.ts'

/** A shell's script: what is typed decides on the words that it offers, and where none fits it offers files. */
type Script = (program: string, completions: Completions) => string

const scripts: Readonly<Record<string, Script>> = { bash: bashScript, zsh: zshScript, fish: fishScript }

/**
 * Creates the task.
 *
 * @param completions returns what can be typed after the program's name
 */
export function completionTask(program: string, completions: () => Promise<Completions>): Task {
  return createTask(`${program} completion`, {
    summary: 'prints a script with which a shell completes commands and flags',
    details: `bash: eval "$(${program} completion bash)"
zsh:  eval "$(${program} completion zsh)"
fish: ${program} completion fish | source
Write the line into the file that your shell reads at its start.`,
    words: 'SHELL',
    choices: Object.keys(scripts),
    flags: {},
    async run([shell = ''], _values, _env, { out }) {
      const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
      if (script === undefined) return `completion is for ${Object.keys(scripts).join(', ')}, got "${shell}".`
      out(script(program, await completions()))
      return 0
    },
  })
}

const functionOf = (program: string) => `_${program.replaceAll('-', '_')}`

/** Returns one case for each beginning of a line; the longest come first: "outbox list" before "outbox". */
function casesOf(completions: Completions, write: (words: string, next: string) => string): string {
  return Object.entries(completions)
    .sort(([one], [other]) => other.length - one.length)
    .map(([words, next]) => write(words === '' ? '' : ` ${words} `, [...new Set(next)].join(' ')))
    .join('')
}

function bashScript(program: string, completions: Completions): string {
  const cases = casesOf(completions, (words, next) => `    '${words}'*) next='${next}' ;;\n`)
  return `${functionOf(program)}() {
  local word words=' ' next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) words="$words$word " ;; esac
  done
  case $words in
${cases}  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${functionOf(program)} ${program}
`
}

/** `words` and `CURRENT` are zsh's own. Its `bashcompinit` cannot run the function of bash, whose slice of a list it reads
 *  otherwise. */
function zshScript(program: string, completions: Completions): string {
  const cases = casesOf(completions, (words, next) => `    '${words}'*) next=(${next}) ;;\n`)
  return `${functionOf(program)}() {
  local word typed=' '
  local -a next
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] || typed="$typed$word "
  done
  case $typed in
${cases}  esac
  compadd -a next || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
compdef ${functionOf(program)} ${program}
`
}

function fishScript(program: string, completions: Completions): string {
  const cases = casesOf(completions, (words, next) => `    case '${words}*'\n      set next ${next}\n`)
  const call = functionOf(program)
  return `function ${call}
  set -l words ' '
  set -l next
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; or set words "$words$word "
  end
  switch $words
${cases}  end
  string match -- (commandline -ct)'*' $next
end
complete -c ${program} -e
complete -c ${program} -n '${call} >/dev/null' -f -a '(${call})'
`
}
