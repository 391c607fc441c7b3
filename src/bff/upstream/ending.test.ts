import { describe, expect, it } from 'vitest'
import { Ending } from './ending.ts'

describe('the ending of a call', () => {
  it('reaches whoever listens, by a signal or without, and only once', () => {
    const ending = new Ending()
    const told: string[] = []
    ending.onEnd = () => told.push('nobody any more')
    ending.onEnd = ({ name }) => told.push(name)
    const { signal } = ending
    signal.addEventListener('abort', () => told.push('signal'))
    expect(signal.aborted).toBe(false)
    ending.end()
    ending.end()
    expect(told).toEqual(['signal', 'AbortError'])
    expect(signal.reason).toBe(ending.reason)
  })

  it('is known to whoever asks for the signal later', () => {
    const ending = new Ending()
    ending.end()
    expect(ending.signal.aborted).toBe(true)
    expect(ending.signal.reason).toBe(ending.reason)
  })
})
