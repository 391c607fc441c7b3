/** What `voter-form-facts.js` does when a page loads it: give the form of `voter-registration.js` its facts. Less than half
 *  of `voter-civic.js`, since it borrows from the form what that brings along for pages without one. */
import { factsLook } from './facts-look.ts'
import make from './form-facts-inside.ts?sharing'
import { joinForm } from './join-form.ts'
import type { MakeParts } from './library.ts'

void joinForm({ file: 'voter-form-facts.js', what: 'facts', make: make as MakeParts, look: factsLook })
