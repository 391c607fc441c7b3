/** `completion`: prints a script with which a shell completes the commands and flags of a package. */
import { type Completions, createTask, type Task } from './create-task.ts'

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
Write the line into the file that your shell reads at its start.`,
    words: 'bash|zsh',
    flags: {},
    async run([shell], _values, _env, { out }) {
      if (shell !== 'bash' && shell !== 'zsh') return `completion is for bash and zsh, got "${shell}".`
      const script = bashScript(program, await completions())
      // zsh runs the functions of bash.
      out(shell === 'bash' ? script : `autoload -Uz +X bashcompinit && bashcompinit\n${script}`)
      return 0
    },
  })
}

function bashScript(program: string, completions: Completions): string {
  const call = `_${program.replaceAll('-', '_')}`
  // The longest words come first: "outbox list" before "outbox".
  const cases = Object.entries(completions)
    .sort(([one], [other]) => other.length - one.length)
    .map(([words, next]) => `    ${words === '' ? '' : `' ${words} '`}*) next='${[...new Set(next)].join(' ')}' ;;\n`)
  return `${call}() {
  local word words=' ' next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) words="$words$word " ;; esac
  done
  case $words in
${cases.join('')}  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${call} ${program}
`
}
