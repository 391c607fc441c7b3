/** What `voter-registration.js` does when a page loads it. */
import { runScript } from './run-script.ts'

runScript()
