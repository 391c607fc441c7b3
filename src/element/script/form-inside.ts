/** What the script file has inside one function: the form, and the places for parts that come in files of their own. */
export { mountForm } from '../mount-form.tsx'
export { takeParts } from './form-parts.tsx'
