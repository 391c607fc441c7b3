/** Runs scenarios one after the other, each with every embed type in parallel. */
import { type RefObject, useRef, useState } from 'react'
import { drive } from './drive.ts'
import { createEmbedFrame, type EmbedProps, embedTypeNames, embedTypes, getEmbedAddress } from './embed-types.ts'
import { createVoter } from './people.ts'
import type { Runs } from './report.ts'
import { clearForms } from './tab-storage.ts'

/**
 * Returns what was seen so far, and functions to run scenarios and to stop.
 *
 * @param frameParent where the frames are shown
 * @param props the options of each form
 */
export function useRuns(frameParent: RefObject<HTMLElement | null>, props: EmbedProps) {
  const [runs, setRuns] = useState<Runs>({})
  const [isRunning, setIsRunning] = useState(false)
  const stopping = useRef(new AbortController())

  const runOne = async (name: string, signal: AbortSignal) => {
    // A form of this tab may bring back its answer, or what was typed.
    clearForms()
    const frames = embedTypeNames.map((embedType) => ({
      embedType,
      frame: createEmbedFrame(embedType, getEmbedAddress(embedType, props)),
    }))
    frameParent.current?.replaceChildren(
      ...frames.map(({ embedType, frame }) => {
        const figure = document.createElement('figure')
        const caption = document.createElement('figcaption')
        caption.textContent = embedTypes[embedType]
        figure.append(caption, frame)
        return figure
      }),
    )
    await Promise.all(
      frames.map(async ({ embedType, frame }) => {
        const set = (observed: Runs[string][typeof embedType]) =>
          setRuns((previous) => ({ ...previous, [name]: { ...previous[name], [embedType]: observed } }))
        set('running')
        const observed = await drive(frame, embedType, createVoter(name), signal)
        set(observed)
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
