/** The entry point of `program.js`: React and the form, without its first screen and its lazy parts. */
export { lazyPart } from '../../widget/lazy-parts.ts'
export { MountedForm } from '../program/mounted-form.tsx'
