/** What `voter-registration.module.js` does when a page imports it: the same as the script file; only where it lies it has
 *  to find out in another way. */
import { runScript } from './run-script.ts'
import { tellAddress } from './script-address.ts'

tellAddress(import.meta.url)
runScript()
