/** What the root element of everything we show has in common. */

import type { Words } from './messages/catalogue.ts'
import type { VoterRegistrationProps } from './options.ts'
import { tokenStyle } from './styles/token-style.ts'

/** The attributes by the partner's options and the language of the texts. */
export function rootAttributes(
  props: Pick<VoterRegistrationProps, 'id' | 'className' | 'style' | 'appearance'>,
  words: Words,
) {
  const { id, className, appearance = {} } = props
  return {
    id,
    className: className === undefined ? 'vr-root' : `vr-root ${className}`,
    part: 'root',
    style: tokenStyle(props),
    lang: words.language,
    dir: words.direction,
    'data-theme': appearance.theme ?? 'auto',
    'data-density': appearance.density ?? 'comfortable',
  }
}
