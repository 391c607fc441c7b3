/** Sends commands to V8's inspector in a child process that was started with {@link hook}. */
import { fileURLToPath } from 'node:url'

/** Arguments for Node, and the channel they need: spread them into the options of `startBff`. */
export const hook = {
  node: ['--import', fileURLToPath(new URL('../servers/inspector-hook.mjs', import.meta.url))],
  ipc: true,
}

/**
 * @param child as returned by `start`
 * @param method for example `Profiler.start`
 * @throws the inspector's error
 */
export async function inspect(child, method, params) {
  const { result, error } = await child.ask({ method, params })
  if (error !== undefined) throw new Error(`${method}: ${error}`)
  return result
}
