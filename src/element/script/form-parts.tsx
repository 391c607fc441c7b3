/** Parts of the form that come in script files of their own, before or after the form is on the page. */
import { type ReactElement, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { idOf, useFormTools } from '../../widget/inputs/form-tools.ts'
import { AnswerText } from '../../widget/screens/answer-text.tsx'
import { SafetyNet } from '../../widget/screens/error-boundary.tsx'
import type { Library, MakeParts } from './library.ts'
import { jsxPart, reactPart } from './react-part.ts'

type Part = (props: object) => ReactElement | null

const parts = new Map<string, Part>()
const waiting = new Set<() => void>()

/** Takes what a further script file brings; the forms on the page show it at once. */
export function takeParts(make: MakeParts): void {
  const library: Library = {
    react: reactPart,
    jsx: jsxPart,
    answerText: { AnswerText },
    hookForm: { useWatch },
    formTools: { idOf, useFormTools },
  }
  for (const [name, part] of Object.entries(make(library))) parts.set(name, part as Part)
  for (const tell of waiting) tell()
}

/** A place for a part; empty as long as it is not there. What breaks in it leaves the form as it is. */
export function partSlot(name: string): Part {
  return function PartSlot(props) {
    const [, setRound] = useState(0)
    useEffect(() => {
      const tell = () => setRound((before) => before + 1)
      // It may have come between the rendering and this.
      tell()
      waiting.add(tell)
      return () => {
        waiting.delete(tell)
      }
    }, [])
    const Part = parts.get(name)
    if (Part === undefined) return null
    return (
      <SafetyNet fallback={null} onBroken={() => undefined}>
        <Part {...props} />
      </SafetyNet>
    )
  }
}
