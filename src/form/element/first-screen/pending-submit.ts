/** Queues a submit until the program has loaded. If it does not load, posts the form to the hosted page. */
import type { PendingMessages } from './render-static.ts'

/** How long a submit waits for the program. */
export const submitTimeoutMs = 8_000

export interface PendingSubmitDeps {
  mount: HTMLElement
  messages: PendingMessages
  /** A live region for messages; removed once the program has loaded. */
  status: HTMLElement
  officialUrl: string | undefined
  /** In kiosk mode no input may reach another page. */
  isKiosk: boolean
  /** Whether the BFF has a hosted page. Rejects without a network. */
  hasHostedPage: () => Promise<boolean>
}

export interface PendingSubmit {
  /** Call when the program has hydrated the form, which then gets the submit. */
  finish(): void
  /** Call when the program cannot be loaded. */
  fail(): void
}

export function queueSubmit({
  mount,
  messages,
  status,
  officialUrl,
  isKiosk,
  hasHostedPage,
}: PendingSubmitDeps): PendingSubmit {
  let isQueued = false
  let hasFailed = false
  let isFinished = false
  let isSubmitted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const form = () => mount.querySelector('form')
  const showStatus = (...content: (Node | string)[]) => status.replaceChildren(...content)

  const stopWaiting = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const showStuck = (hasPage = true) => {
    stopWaiting()
    isSubmitted = false
    const links = [
      [hasPage ? form()?.action : '', messages.hostedPage],
      [officialUrl, messages.official],
    ].flatMap(([url, text]) =>
      url ? [' ', Object.assign(document.createElement('a'), { href: url, target: '_blank', textContent: text })] : [],
    )
    showStatus(messages.stuck, ...links)
  }
  /** Fires no submit event, which a listener of the page could handle. */
  const submitForm = () => {
    // The BFF rejects posts without an origin.
    document.head.append(Object.assign(document.createElement('meta'), { name: 'referrer', content: 'strict-origin' }))
    isSubmitted = true
    // A sandbox without allow-forms blocks the submit silently: then the page does not unload.
    timer = setTimeout(showStuck, submitTimeoutMs)
    addEventListener('beforeunload', stopWaiting, { once: true })
    HTMLFormElement.prototype.submit.call(form())
  }
  const submitToHostedPage = () => {
    stopWaiting()
    const canPost = !isKiosk && globalThis.origin !== 'null'
    // The program may finish loading during this request.
    void hasHostedPage().then(
      (hasPage) => isFinished || (hasPage && canPost ? submitForm() : showStuck(hasPage)),
      () => isFinished || showStuck(),
    )
  }
  const onClick = (event: Event) => {
    const [clicked] = event.composedPath()
    if (!(clicked instanceof Element) || clicked.closest('button[type=submit]') === null) return
    event.preventDefault()
    event.stopPropagation()
    showStatus(messages.wait)
    isQueued = true
    if (hasFailed) submitToHostedPage()
    else timer ??= setTimeout(submitToHostedPage, submitTimeoutMs)
  }
  // The page's policy may forbid the submit. The event also fires for other forms of the page.
  const onViolation = ({ effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
    if (isSubmitted && effectiveDirective === 'form-action' && disposition === 'enforce') showStuck()
  }
  mount.addEventListener('click', onClick, true)
  document.addEventListener('securitypolicyviolation', onViolation)
  return {
    finish() {
      isFinished = true
      clearTimeout(timer)
      mount.removeEventListener('click', onClick, true)
      document.removeEventListener('securitypolicyviolation', onViolation)
      status.remove()
      if (isQueued) mount.querySelector<HTMLElement>('button[type=submit]')?.click()
    },
    fail() {
      hasFailed = true
      if (isQueued) submitToHostedPage()
    },
  }
}
