/** The entry of `voter-registration.js` and of its module twin. The order counts: the element is defined before the form's
 *  own modules run. Where a page keeps those from running (some change the language's own objects), the element is there
 *  all the same and shows the page's fallback. */
import { VoterRegistrationElement } from './define-form.ts'
import { provideForm } from './provide-form.ts'

provideForm(VoterRegistrationElement)
