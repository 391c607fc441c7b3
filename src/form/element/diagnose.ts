/** Checks the page around the form, and describes the problems for a site owner. */
import { toHex } from '../../contract/readable-colors.ts'
import { partnerPath, withoutEndSlashes } from '../../contract/routes.ts'
import { isOlderVersion } from '../../contract/strings.ts'
import { checkPageColors } from '../widget/styles/use-readable-colors.ts'
import { findUnknownAttributes } from './option-warnings.ts'

export interface DiagnosisCheck {
  /** One word, for programs. */
  id: 'policy' | 'bff' | 'scripts' | 'version' | 'frame' | 'page' | 'secure' | 'contrast' | 'attributes' | 'look'
  ok: boolean
  /** A sentence for the site owner: what is wrong and what to do. */
  text: string
}

export interface Diagnosis {
  version: string
  ok: boolean
  checks: DiagnosisCheck[]
}

export interface DiagnoseOptions {
  apiBase: string | undefined
  partner: string | undefined
  version: string
  otherVersions: readonly string[]
  element: Element
  attributes: readonly string[]
  root: HTMLElement | null
}

/** The `sandbox` permissions that the form needs, as in snippet D of the README. */
const neededInFrame = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** Runs all checks. Never rejects. */
export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const { version, otherVersions, element, attributes } = options
  const { checks: bff, minVersion } = await checkBff(options)
  // The fallback of a crashed form may have replaced the root.
  const root = options.root?.isConnected ? options.root : null
  const unknown = findUnknownAttributes(element, attributes)
  const checks: DiagnosisCheck[] = [
    ...bff,
    createCheck('scripts', 'The script is on this page once.', findScriptProblem()),
    createCheck(
      'version',
      `Version ${version} is the only one on this page.`,
      isOlderVersion(version, minVersion)
        ? `Version ${version} is retired: the BFF asks for ${minVersion} or newer (MIN_FORM_VERSION). Load a newer script.`
        : otherVersions.length > 0 &&
            `Version ${version} is in use, but this page loads ${otherVersions.join(' and ')} too. Keep one of them.`,
    ),
    createCheck('frame', 'No frame around this page restricts the form.', findFrameProblem()),
    createCheck('page', 'No script of this page has changed built-in objects.', findPageProblem()),
    createCheck(
      'secure',
      location.protocol === 'https:'
        ? 'This page was loaded over https.'
        : 'This page is on this machine, where http is fine. The site itself needs https.',
      !isSecureContext &&
        'This page was loaded over http, so anybody on the network can read what voters type. Redirect visitors to https.',
    ),
    createCheck('contrast', 'The form’s colors are readable.', findContrastProblem(root)),
    createCheck(
      'attributes',
      'The form knows every attribute of the element.',
      unknown.length > 0 &&
        `The form does not know ${unknown.join(', ')}. The script tag in the documentation has every attribute.`,
    ),
    createCheck(
      'look',
      'The form has its style sheet.',
      root !== null &&
        getComputedStyle(root).containerType !== 'inline-size' &&
        'A script of this page has removed the form’s style sheet. Change it to add to document.adoptedStyleSheets instead of replacing the list, or remove isolation="none".',
    ),
  ]
  return { version, ok: checks.every(({ ok }) => ok), checks }
}

function createCheck(id: DiagnosisCheck['id'], good: string, problem: string | false): DiagnosisCheck {
  return { id, ok: problem === false, text: problem === false ? good : problem }
}

async function checkBff({
  apiBase,
  partner,
}: DiagnoseOptions): Promise<{ checks: DiagnosisCheck[]; minVersion?: string }> {
  if (apiBase === undefined) return { checks: [createCheck('bff', '', 'Set api-base to the address of your BFF.')] }
  const url = new URL(partnerPath(`${withoutEndSlashes(apiBase)}/settings`, partner), location.href)
  const blocked = new Set<string>()
  const recordViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (blockedURI.startsWith(url.origin)) blocked.add(effectiveDirective)
  }
  document.addEventListener('securitypolicyviolation', recordViolation)
  const response = await requestSettings(url)
  const problem = response.problem ?? (response.status === undefined && (await explainUnreadable(url)))
  // The browser reports violations in a separate task.
  await new Promise((resolve) => setTimeout(resolve, 50))
  document.removeEventListener('securitypolicyviolation', recordViolation)
  const policy = createCheck(
    'policy',
    `The content security policy allows ${url.origin}.`,
    blocked.size > 0 &&
      `This page's content security policy blocks the BFF. Add ${url.origin} to its connect-src; where it has none, add: connect-src 'self' ${url.origin}`,
  )
  const bff = createCheck('bff', `The BFF at ${url.origin} answers this page.`, problem)
  const { minVersion } = response
  return { checks: policy.ok ? [policy, bff] : [policy], ...(minVersion !== undefined && { minVersion }) }
}

/** Requests the settings. The status is missing if there is no response, or CORS hides it. */
async function requestSettings(
  url: URL,
  request = fetch,
): Promise<{ status?: number; problem?: string | false; minVersion?: string }> {
  try {
    const response = await request(url, { credentials: 'omit', cache: 'no-store' })
    const { status, headers } = response
    const settings: { min_form_version?: string; code?: string } = await response.json().catch(() => ({}))
    const problem =
      settings.code === 'partner_unknown'
        ? `The BFF has no such partner: ${url.href}. Check partner, and the BFF's PARTNERS_FILE.`
        : status !== 200
          ? `The BFF answered ${status} to ${url.href}. Check api-base and the BFF's log.`
          : headers.get('Content-Type')?.includes('json') !== true &&
            `Another server than the BFF answers at ${url.href}. Check api-base.`
    return { status, problem, ...(settings.min_form_version && { minVersion: settings.min_form_version }) }
  } catch {
    return {}
  }
}

async function explainUnreadable(url: URL): Promise<string> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  // The page's scripts have not changed the `fetch` of a new frame.
  const { status } = await requestSettings(url, (...request) => (frame.contentWindow ?? window).fetch(...request))
  frame.remove()
  if (status !== undefined) {
    return `A script of this page adds headers or credentials to the form's requests, and ${url.origin} rejects them. Exclude that address in the script's options, or update the BFF and let its proxy forward OPTIONS requests.`
  }
  const response = await fetch(url, { mode: 'no-cors', cache: 'no-store' }).catch(() => undefined)
  if (response === undefined) return `Nothing answers at ${url.href}. Check api-base, and whether the BFF runs.`
  if (location.protocol === 'file:') {
    return 'A page opened as a file has no origin that the BFF could allow. Open it through a web server.'
  }
  const { origin } = globalThis
  if (origin === 'null') {
    return 'The BFF does not allow this page, because a sandboxed frame hides its origin. Add allow-same-origin to the frame.'
  }
  return isSecureContext
    ? `The BFF does not allow this page. Add ${origin} to its ALLOWED_ORIGINS.`
    : `The BFF allows no pages over http, such as those of ${origin}. Redirect visitors to https.`
}

function findScriptProblem(): string | false {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
    .map(({ src }) => src)
    .filter((src) => /\/voter-registration(\.module)?\.js([?#]|$)/.test(src))
  return scripts.length > 1 && `The script is on this page ${scripts.length} times. Keep one of: ${scripts.join(', ')}`
}

/** For a frame on another site, only its effects on this page can be checked. */
function findFrameProblem(): string | false {
  const advice = `Set sandbox="${neededInFrame}" on the frame.`
  if (globalThis.origin === 'null' && location.protocol !== 'file:') {
    return `This page is in a sandboxed frame, which hides its origin and blocks links. ${advice}`
  }
  try {
    const permissions = window.frameElement?.getAttribute('sandbox')?.toLowerCase().split(/\s+/)
    const missing =
      permissions === undefined
        ? []
        : neededInFrame.split(' ').filter((permission) => !permissions.includes(permission))
    return missing.length > 0 && `The frame around this page lacks ${missing.join(', ')}. ${advice}`
  } catch {
    return false
  }
}

/** Old scripts extend built-in prototypes, which breaks `for…in` loops of other scripts. */
function findPageProblem(): string | false {
  const added: string[] = []
  for (const name in {}) added.push(`Object.prototype.${name}`)
  if (Reflect.has(Array.prototype, 'toJSON')) added.push('Array.prototype.toJSON')
  if (Reflect.has(String.prototype, 'toJSON')) added.push('String.prototype.toJSON')
  return (
    added.length > 0 &&
    `A script of this page has added ${added.join(' and ')}, which breaks other scripts. Old versions of Prototype.js and MooTools do that: update or remove them, or use the iframe.`
  )
}

function findContrastProblem(root: HTMLElement | null): string | false {
  const style = root && getComputedStyle(root)
  const checks = style ? checkPageColors(root, style.colorScheme) : []
  const list = checks.flatMap(({ name, replacement }) => {
    const isUnreadable = replacement !== undefined && style?.getPropertyValue(`--vr-${name}`) !== ''
    return isUnreadable ? [`--vr-${name} (${toHex(replacement)} can be read)`] : []
  })
  return (
    list.length > 0 &&
    `Some of this page's colors are hard to read on the form. Choose others, with light-dark(…, …) for the two themes: ${list.join(', ')}.`
  )
}
