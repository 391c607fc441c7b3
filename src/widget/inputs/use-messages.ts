/** What is wrong with a field, at the moment. */
import { useFormState } from 'react-hook-form'
import type { FormField } from '../form/form-values.ts'
import { decodeMessage, type Message } from '../form/message.ts'
import { useFormTools } from './form-tools.ts'

/** The messages of one field or of several that belong together, each once, and which of the fields are wrong. Renders
 *  anew only when they change. */
export function useMessages(fields: FormField | readonly FormField[]): {
  messages: Message[]
  wrong: ReadonlySet<FormField>
} {
  const { control } = useFormTools().form
  const { errors } = useFormState({ control, name: typeof fields === 'string' ? fields : [...fields], exact: true })
  const wrong = new Set<FormField>()
  const encoded = new Set<string>()
  for (const field of typeof fields === 'string' ? [fields] : fields) {
    const error = errors[field]
    if (error === undefined) continue
    wrong.add(field)
    const all = error.types?.server
    for (const one of Array.isArray(all) ? all : [error.message ?? 'notUnderstood']) encoded.add(one)
  }
  return { messages: [...encoded].map(decodeMessage), wrong }
}
