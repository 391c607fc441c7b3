/** Runs scenarios through every door, one scenario after the other and its doors at once. */
import { type RefObject, useRef, useState } from 'react'
import { type DoorProps, doorAddress, doorFrame, doorNames, doors } from './doors.ts'
import { drive } from './drive.ts'
import { forgetForms } from './kept.ts'
import { aVoterFor } from './people.ts'
import type { Runs } from './report.ts'

/**
 * Returns what was seen so far, and functions to run scenarios and to stop.
 *
 * @param place where the frames are shown
 * @param props the options of each form
 */
export function useRuns(place: RefObject<HTMLElement | null>, props: DoorProps) {
  const [runs, setRuns] = useState<Runs>({})
  const [isRunning, setIsRunning] = useState(false)
  const stopping = useRef(new AbortController())

  const runOne = async (name: string, signal: AbortSignal) => {
    // A form of this tab may bring back its answer, or what was typed.
    forgetForms()
    const frames = doorNames.map((door) => ({ door, frame: doorFrame(door, doorAddress(door, props)) }))
    place.current?.replaceChildren(
      ...frames.map(({ door, frame }) => {
        const figure = document.createElement('figure')
        const caption = document.createElement('figcaption')
        caption.textContent = doors[door]
        figure.append(caption, frame)
        return figure
      }),
    )
    await Promise.all(
      frames.map(async ({ door, frame }) => {
        const set = (seen: Runs[string][typeof door]) =>
          setRuns((before) => ({ ...before, [name]: { ...before[name], [door]: seen } }))
        set('running')
        const seen = await drive(frame, door, aVoterFor(name), signal)
        set(seen)
      }),
    )
  }

  const run = async (names: readonly string[]) => {
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setIsRunning(true)
    for (const name of names) if (!signal.aborted) await runOne(name, signal)
    setIsRunning(false)
  }
  return { runs, isRunning, run, stop: () => stopping.current.abort() }
}
