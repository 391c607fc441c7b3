/** The entry point of `voter-form-facts.js`: adds the state facts to the form of `voter-registration.js`. */
import { joinForm } from '../define-tag.ts'

void joinForm('voter-form-facts.js')
