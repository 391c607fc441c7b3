/** Stands in for `look-text.ts` in the script files: the rules for facts come with the file that brings the facts. */

import form from '../../../widget/look/form.css?inline'
import frame from '../../../widget/look/frame.css?inline'
import ownRoot from '../../../widget/look/own-root.css?inline'
import screens from '../../../widget/look/screens.css?inline'
import tokens from '../../../widget/look/tokens.css?inline'

export const lookText: string = tokens + frame + form + screens + ownRoot
