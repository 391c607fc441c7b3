/** The style sheet's text. A bundler inlines it here; in the package this module is replaced by a generated one. */

import ownRoot from './own-root.css?inline'
import form from './styles.css?inline'

export const lookText: string = form + ownRoot
