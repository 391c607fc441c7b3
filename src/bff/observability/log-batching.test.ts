import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inOneGo } from './log-batching.ts'
import { pinoLog } from './pino-log.ts'

function aDestination() {
  const written: string[] = []
  const before = new Set(process.listeners('exit'))
  const destination = inOneGo({ write: (text: string) => written.push(text) })
  const onExit = process.listeners('exit').find((listener) => !before.has(listener))
  return { written, destination, exit: () => onExit?.(0) }
}

describe('the lines of the log', () => {
  it('that come up in one turn go out in one go, in order, and wait for no further line', async () => {
    const { written, destination } = aDestination()
    destination.write('a\n')
    destination.write('b\n')
    expect(written).toEqual([])
    await turn()
    expect(written).toEqual(['a\nb\n'])
    destination.write('c\n')
    await turn()
    await turn()
    expect(written).toEqual(['a\nb\n', 'c\n'])
  })

  it('are not lost when the process exits in the same turn, and are not written twice', async () => {
    const { written, destination, exit } = aDestination()
    destination.write('the last one\n')
    exit()
    expect(written).toEqual(['the last one\n'])
    await turn()
    expect(written).toEqual(['the last one\n'])
  })
  it('of a receipt of consent are written before the answer leaves, with all that came before them', async () => {
    const { written, destination } = aDestination()
    const log = pinoLog(destination)
    log({ level: 'info', code: 'started' })
    expect(written).toEqual([])
    log({ level: 'info', code: 'consent_receipt', receipt: 'r-1' })
    expect(
      written
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).code),
    ).toEqual(['started', 'consent_receipt'])
    await turn()
    expect(written).toHaveLength(1)
  })
})
