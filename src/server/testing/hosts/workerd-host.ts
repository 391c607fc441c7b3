/** workerd, the runtime of Workers, from the npm package with its binary: no Node, no file, no process. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { build } from 'vite'
import * as z from 'zod/mini'
import type { Host } from './host.ts'

/** The path of the binary: the package has no types, and exports it as its default. */
const { default: binary } = z.object({ default: z.string() }).parse(createRequire(import.meta.url)('workerd'))

/** The compatibility date of the runtime: the newest at the time of writing. */
const compatibilityDate = '2026-10-01'

/**
 * Bundles a module Worker and starts it on a free port of this machine.
 *
 * @param code TypeScript whose default export has `fetch(request, env)`
 * @param doors files by the name under which the code imports them
 * @param env texts that the Worker gets in `env`
 * @throws with workerd's output when it does not listen within 30 s
 */
export async function workerdHost(
  code: string,
  doors: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<Host> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-workerd-'))
  const entry = path.join(folder, 'entry.ts')
  writeFileSync(entry, code)
  writeFileSync(path.join(folder, 'worker.js'), await bundled(entry, doors))
  writeFileSync(path.join(folder, 'config.capnp'), config(env))
  const child = spawn(binary, ['serve', 'config.capnp', '--control-fd=3', '--socket-addr=http=127.0.0.1:0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000)
    })
  }
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await Promise.race([portTold(child.stdio[3]), gone, late()])
  if (typeof port !== 'number') {
    child.kill('SIGKILL')
    throw new Error(`workerd does not listen: ${said}`)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function bundled(entry: string, doors: Readonly<Record<string, string>>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: doors },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry, formats: ['es'], fileName: 'worker' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [output] = [result].flat()
  if (output === undefined || !('output' in output)) throw new Error('The Worker was not bundled.')
  return output.output[0].code
}

function config(env: Readonly<Record<string, string>>): string {
  const bindings = Object.entries(env).map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`,
  )
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "${compatibilityDate}",
      bindings = [${bindings.join(', ')}],
    )),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`
}

const Told = z.object({ event: z.literal('listen'), port: z.number() })

/** workerd writes one line of JSON for each socket on which it listens. */
function portTold(control: unknown): Promise<number> {
  if (!(control instanceof Readable)) throw new Error('workerd cannot tell its port.')
  return new Promise((resolve) => {
    let text = ''
    control.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const line = text.split('\n').find((each) => each.includes('"listen"') && each.endsWith('}'))
      if (line !== undefined) resolve(Told.parse(JSON.parse(line)).port)
    })
  })
}

function late(): Promise<undefined> {
  return new Promise((resolve) => void setTimeout(() => resolve(undefined), 30_000).unref())
}
