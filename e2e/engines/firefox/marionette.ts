/** Marionette, Firefox's own remote protocol, behind selenium-webdriver's commands: it can drive a page that was restored. */
import { once } from 'node:events'
import net from 'node:net'
import { type Command, Name } from 'selenium-webdriver/lib/command.js'

/** The executor of selenium-webdriver's commands. */
export interface Marionette {
  /** @throws the error that Firefox returns, with WebDriver's name for it */
  execute(command: Command): Promise<unknown>
}

/** Commands whose Marionette name is not just the capitalized WebDriver name. */
const names: Readonly<Record<string, string>> = {
  [Name.ACTIONS]: 'WebDriver:PerformActions',
  [Name.GET]: 'WebDriver:Navigate',
  [Name.GET_CURRENT_WINDOW_HANDLE]: 'WebDriver:GetWindowHandle',
  [Name.QUIT]: 'Marionette:Quit',
  [Name.SCREENSHOT]: 'WebDriver:TakeScreenshot',
}

/** Constant parameters. Scripts run in a sandbox, also where the page's scripts are off, and keep their state there. */
const always: Readonly<Record<string, object>> = {
  [Name.EXECUTE_SCRIPT]: { sandbox: 'system', newSandbox: false },
  [Name.QUIT]: { flags: ['eAttemptQuit'] },
}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (problem: Error) => void
}

/**
 * Connects to a Firefox that was started with `--marionette`.
 *
 * @param port where it listens on this machine
 */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = net.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const waiting = new Map<number, Waiting>()
  let heard = Buffer.alloc(0)
  let last = 0
  socket.on('data', (data) => {
    heard = Buffer.concat([heard, data])
    // Each message is its length in bytes, a colon, and JSON: first a greeting, then responses.
    for (let colon = heard.indexOf(':'); colon > 0; colon = heard.indexOf(':')) {
      const end = colon + 1 + Number(heard.subarray(0, colon).toString())
      if (heard.length < end) return
      const message: unknown = JSON.parse(heard.subarray(colon + 1, end).toString())
      heard = heard.subarray(end)
      if (!Array.isArray(message)) continue
      const [, id, problem, value] = message as [number, number, { error: string; message: string } | null, unknown]
      if (problem === null) waiting.get(id)?.resolve(value)
      else waiting.get(id)?.reject(Object.assign(new Error(problem.message), { name: problem.error }))
      waiting.delete(id)
    }
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has gone.'))
    waiting.clear()
  })
  return {
    async execute(command) {
      const name = command.getName()
      const own = `WebDriver:${name.charAt(0).toUpperCase()}${name.slice(1)}`
      const text = JSON.stringify([0, ++last, names[name] ?? own, { ...command.getParameters(), ...always[name] }])
      const given = await new Promise((resolve, reject) => {
        waiting.set(last, { resolve, reject })
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      })
      return typeof given === 'object' && given !== null && 'value' in given ? given.value : given
    },
  }
}
