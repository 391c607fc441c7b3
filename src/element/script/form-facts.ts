/** The entry of `voter-form-facts.js`: gives the form of `voter-registration.js` its state facts. */
import { joinForm } from './join-form.ts'

void joinForm('voter-form-facts.js')
