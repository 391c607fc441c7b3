/** The style sheet's text. A bundler inlines it here; in the package this module is replaced by a generated one. */

import form from '../widget/look/styles.css?inline'
import element from './element.css?inline'

export const lookText: string = form + element
