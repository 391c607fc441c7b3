/** The attributes for where a voter came from. A file of their own: the program needs no other names of attributes. */
import { trackingNames } from '../../contract/campaign.ts'

/** Each attribute with the name it sets: `utm-source`, `utm_source`, and what VoteAmerica's
 *  embeds call it. */
export const trackingAttributes = trackingNames.flatMap((name) =>
  [name.replace('_', '-'), name, `data-override-${name}`, `data-default-${name}`].map(
    (attribute) => [attribute, name] as const,
  ),
)
