/** The form's program with the lazy parts that a partner's bundler splits into separate files. */
import { importedParts } from '../../widget/react/imported-parts.ts'
import { formMounter } from './mount-form.tsx'
import { formProgram } from './running-form.ts'

export const importedProgram = formProgram(formMounter(() => importedParts))
