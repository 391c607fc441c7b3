/** The options of a sandbox that an operator sets as well; the others are functions of a host or a test. */
import * as z from 'zod/mini'
import { createOption, oneOf, text, toggle } from '../server/options/option.ts'

/** Creates an option whose variable begins with `SANDBOX_`. */
export const sandboxOption = createOption('SANDBOX_')

/** Those options. */
export const SandboxSettings = z.strictObject({
  publicUrl: sandboxOption(
    text((value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined
      const isGood = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
      return isGood ? undefined : `is not an absolute address, got "${value}"`
    }),
    'the base of the links in its answers: an absolute http: or https: address without query',
    { otherwise: 'where it listens, or `http://127.0.0.1:8788`' },
  ),
  mode: sandboxOption(
    z._default(oneOf(['strict', 'faithful']), 'strict'),
    'what counts where specification and real server differ: `strict` for the specification (a title is required in Tennessee, territories are refused) or `faithful` for the real server (no title; territories and e-mail addresses over 254 characters end in an HTML 500)',
  ),
  officialUrls: sandboxOption(
    z._default(toggle(), false),
    "whether the Civic data has the real addresses of states' tools; without them pages of the sandbox take their place, so that no fictional voter and no check ends up on a state's real site",
  ),
})
