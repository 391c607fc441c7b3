/** Checks the page around the form for problems, and reports them in sentences that a site owner understands. */
import { isOlderVersion } from '../../contract/compare-version.ts'
import { type ReadableColor, worst, write } from '../../contract/readable-colors.ts'
import { partnerPath, withoutEndSlashes } from '../../contract/routes.ts'
import { replacedColors } from '../widget/styles/contrast-audit.ts'
import { answers, isReadByFreshFetch, somethingElse, unknownPartner } from './ask-settings.ts'
import { checkAttributes } from './check-attributes.ts'
import { unknownTokens } from './unknown-tokens.ts'

/** The result of one check. */
export interface DiagnosisCheck {
  /** One word, for programs. */
  id:
    | 'settings'
    | 'policy'
    | 'bff'
    | 'scripts'
    | 'version'
    | 'frame'
    | 'storage'
    | 'contrast'
    | 'tokens'
    | 'attributes'
    | 'page'
    | 'secure'
    | 'look'
    | 'prefill'
  ok: boolean
  /** A sentence for the site owner: what is wrong and what to do. */
  text: string
}

/** The results of all checks. */
export interface Diagnosis {
  version: string
  ok: boolean
  checks: DiagnosisCheck[]
}

/** What to check. */
export interface DiagnoseOptions {
  apiBase: string | undefined
  partner: string | undefined
  version: string
  /** Versions of other copies on this page. */
  others: readonly string[]
  element: Element
  /** The names of all attributes of the element. */
  attributes: readonly string[]
  /** The form's root, if it is on the page. */
  root: HTMLElement | null
}

/** Runs all checks. Never rejects: a failed check is a result too. */
export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const { apiBase, partner, version, others } = options
  const bff = await checkBff(apiBase, partner)
  // The fallback of a broken form may have removed the root from the page meanwhile.
  const root = options.root?.isConnected ? options.root : null
  const checks: DiagnosisCheck[] = [
    ...bff.checks,
    checkScripts(),
    check(
      'version',
      `Version ${version} is the only one on this page.`,
      isOlderVersion(version, bff.least)
        ? `Version ${version} is retired: the BFF asks for ${bff.least} or newer (LEAST_FORM_VERSION). Load a newer script.`
        : others.length > 0 &&
            `Version ${version} is in use, but this page loads ${others.join(' and ')} too. Keep one of them.`,
    ),
    check(
      'frame',
      window.top === window ? 'This page is not in a frame.' : 'The frame around this page is not in the way.',
      problemOfFrame(),
    ),
    checkStorage(),
    checkPage(),
    check(
      'secure',
      location.protocol === 'https:'
        ? 'This page came over an encrypted connection.'
        : 'This page is on this machine, where http will do. The site itself needs https.',
      !isSecureContext &&
        'This page came over http, so anybody on the way can read what voters type. Send visitors to https.',
    ),
    check('contrast', 'The form’s colors can be read well.', problemOfContrast(root)),
    check('tokens', 'Every token that this page sets is one of the form’s.', problemOfTokens(root)),
    { id: 'attributes', ...checkAttributes(options.element, options.attributes) },
    ...checkLook(root),
    check('prefill', 'Nobody has to decide where this page may fill in fields.', problemOfPrefill(bff.isDecided)),
  ]
  return { version, ok: checks.every(({ ok }) => ok), checks }
}

/** @param problem `false` when all is well */
function check(id: DiagnosisCheck['id'], good: string, problem: string | false): DiagnosisCheck {
  return { id, ok: problem === false, text: problem === false ? good : problem }
}

/** The results of a request to the BFF. */
interface BffChecks {
  checks: DiagnosisCheck[]
  /** The oldest version of the form that it accepts. */
  least?: string | undefined
  /** Whether it says in which states nothing may be filled in. */
  isDecided?: boolean | undefined
}

/** Whether the text is a valid URL on this page. `URL.canParse` is newer than the oldest supported browsers. */
function isAddress(text: string): boolean {
  try {
    return new URL(text, location.href).href !== ''
  } catch {
    return false
  }
}

/** Checks whether this page reaches the BFF: requests the settings as the form does. */
async function checkBff(apiBase: string | undefined, partner: string | undefined): Promise<BffChecks> {
  if (apiBase === undefined || !isAddress(apiBase)) {
    return { checks: [{ id: 'settings', ok: false, text: 'Set api-base to the address of your BFF.' }] }
  }
  const url = new URL(partnerPath(`${withoutEndSlashes(apiBase)}/settings`, partner), location.href)
  const blocked = new Set<string>()
  const note = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (blockedURI.startsWith(url.origin)) blocked.add(effectiveDirective)
  }
  document.addEventListener('securitypolicyviolation', note)
  const { status: reached, least, isDecided } = await answers(url, 'cors')
  const isThere = reached ?? (await answers(url, 'no-cors')).status
  const isChanged = reached === undefined && (await isReadByFreshFetch(url))
  // The browser reports violations in a separate task.
  await new Promise((resolve) => setTimeout(resolve, 50))
  document.removeEventListener('securitypolicyviolation', note)
  const policy = check(
    'policy',
    `The content security policy lets ${url.origin} through.`,
    blocked.size > 0 &&
      `This page's content security policy blocks the BFF. Add ${url.origin} to its connect-src; where it has none, add: connect-src 'self' ${url.origin}`,
  )
  const bff = check(
    'bff',
    `The BFF at ${url.origin} answers this page.`,
    isChanged
      ? `A script of this page adds headers or credentials to the form's requests, and ${url.origin} refuses them. Exclude that address in the script's options, or update the BFF and let its proxy pass OPTIONS requests on.`
      : reached !== 200 && problemOfBff(url, reached, isThere),
  )
  return { checks: policy.ok ? [policy, bff] : [policy], least, isDecided }
}

/** Describes the most likely reason why the BFF is not reached. */
function problemOfBff(url: URL, reached: number | undefined, isThere: number | undefined): string {
  if (reached === somethingElse) return `Something else than the BFF answers at ${url.href}. Check api-base.`
  if (reached === unknownPartner) {
    return `The BFF has no such partner: ${url.href}. Check partner, and the BFF's PARTNERS_FILE.`
  }
  if (reached !== undefined) return `The BFF answered ${reached} to ${url.href}. Check api-base and the BFF's log.`
  if (isThere === undefined) return `Nothing answers at ${url.href}. Check api-base, and whether the BFF runs.`
  if (isFile()) return 'A page opened as a file has no origin that the BFF could let in. Open it through a web server.'
  const { origin } = globalThis
  if (origin === 'null') {
    return 'The BFF does not let this page in, since a sandboxed frame hides where it comes from. Give the frame allow-same-origin.'
  }
  return isSecureContext
    ? `The BFF does not let this page in. Add ${origin} to its ALLOWED_ORIGINS.`
    : `The BFF lets in no page that came over http, as those of ${origin} do. Send visitors to https.`
}

/** Whether this page was opened as a local file. */
function isFile(): boolean {
  return location.protocol === 'file:'
}

function checkScripts(): DiagnosisCheck {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
    .map(({ src }) => src)
    .filter((src) => /\/voter-registration(\.module)?\.js([?#]|$)/.test(src))
  return check(
    'scripts',
    'The script is on this page once.',
    scripts.length > 1 && `The script is on this page ${scripts.length} times. Keep one of: ${scripts.join(', ')}`,
  )
}

/** What a frame must allow: the same as in snippet D of the README. */
const neededInFrame = [
  'allow-scripts',
  'allow-forms',
  'allow-same-origin',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
] as const

/** For a frame on another site, only its effects on this page can be checked. */
function problemOfFrame(): string | false {
  const give = `Give the frame sandbox="${neededInFrame.join(' ')}".`
  if (globalThis.origin === 'null' && !isFile()) {
    return `This page is in a sandboxed frame, which the BFF cannot recognize, and links do not open. ${give}`
  }
  try {
    const given = window.frameElement?.getAttribute('sandbox')?.toLowerCase().split(/\s+/)
    const missing = given === undefined ? [] : neededInFrame.filter((one) => !given.includes(one))
    return missing.length > 0 && `The frame around this page lacks ${missing.join(', ')}. ${give}`
  } catch {
    return false
  }
}

/** Some privacy settings and frames block storage; reading it then throws. Either way there is nothing to do. */
function checkStorage(): DiagnosisCheck {
  let isBlocked = true
  try {
    isBlocked = localStorage.length < 0
  } catch {}
  const text = isBlocked
    ? 'This browser keeps storage and cookies from this page. The form needs neither: nothing to do.'
    : 'Storage is not blocked here. The form uses none of it, and no cookies.'
  return { id: 'storage', ok: true, text }
}

/** Old scripts extend built-in objects, and their additions appear in the loops of other scripts. */
function checkPage(): DiagnosisCheck {
  const added: string[] = []
  for (const name in {}) added.push(`Object.prototype.${name}`)
  for (const [name, prototype] of [['Array', Array.prototype] as const, ['String', String.prototype] as const]) {
    if (Reflect.has(prototype, 'toJSON')) added.push(`${name}.prototype.toJSON`)
  }
  return check(
    'page',
    'No script of this page has changed the language’s own objects.',
    added.length > 0 &&
      `A script of this page has added ${added.join(' and ')}, which breaks other scripts. Old versions of Prototype.js and MooTools do that: update or remove them, or use the iframe.`,
  )
}

function problemOfContrast(root: HTMLElement | null): string | false {
  const found = root === null ? [] : replacedColors(root).filter(({ isSet }) => isSet)
  const list = found.map(({ name, now, measured }) => `--vr-${name}${faultOf(measured)}, so ${write(now)} is used`)
  return (
    list.length > 0 &&
    `Some of this page's colors are too hard to read on the form. Choose others, with light-dark(…, …) for the two themes: ${list.join('; ')}.`
  )
}

/** @param measured `undefined` when the value is not a color */
function faultOf(measured: ReadableColor | undefined): string {
  if (measured === undefined) return ' is no color'
  const { name, was, grounds, least } = measured
  return name === 'color-primary'
    ? `: ${write(was)} can hardly be told from the form's surface`
    : `: ${write(was)} has a contrast of ${worst(was, grounds).toFixed(1)} : 1 and needs ${least} : 1`
}

function problemOfTokens(root: HTMLElement | null): string | false {
  const names = root === null ? [] : unknownTokens(root)
  return names.length > 0 && `The form has no such token, so it is left out: ${names.join(', ')}.`
}

/** @param isDecided `undefined` when the BFF does not answer */
function problemOfPrefill(isDecided: boolean | undefined): string | false {
  const isFilling = document.querySelector('voter-registration[prefill],voter-registration[prefill-from-url]') !== null
  return (
    isFilling &&
    isDecided === false &&
    'This page fills in fields, which laws of Tennessee and Louisiana may forbid. Ask your counsel, and write what is decided into the BFF’s NOTICE_FILE: docs/law.md of voter-registration-server.'
  )
}

/** With `isolation="none"` the style sheet is in a list of the document, which any script of the page may overwrite. */
function checkLook(root: HTMLElement | null): DiagnosisCheck[] {
  if (root === null || getComputedStyle(root).containerType === 'inline-size') return []
  const text =
    'A script of this page has taken the form’s style sheet away. Let it add to document.adoptedStyleSheets, not replace the list; or leave isolation="none" out.'
  return [{ id: 'look', ok: false, text }]
}
