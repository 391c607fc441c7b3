/** The entry point of `voter-form-facts.js`: adds the state facts to the form of `voter-registration.js`. */
import { enableStateFacts } from '../define-tag.ts'

void enableStateFacts('voter-form-facts.js')
