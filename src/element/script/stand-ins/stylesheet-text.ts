/** Stands in for `stylesheet-text.ts` in the script files: the rules for facts come with the file that brings the facts. */

import form from '../../../widget/styles/form.css?inline'
import frame from '../../../widget/styles/frame.css?inline'
import ownRoot from '../../../widget/styles/own-root.css?inline'
import screens from '../../../widget/styles/screens.css?inline'
import tokens from '../../../widget/styles/tokens.css?inline'

export const lookText: string = tokens + frame + form + screens + ownRoot
