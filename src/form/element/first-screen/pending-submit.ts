/** Answers a press before the program is there: sends it then or, if it does not come, goes on at our own page. */
import type { PendingMessages } from './render-static.ts'

/** How long a press waits for the program, in milliseconds. */
export const submitTimeoutMs = 8_000

export interface PendingSubmitDeps {
  mount: HTMLElement
  messages: PendingMessages
  /** Where a press is answered: read aloud as soon as it says something. Removed when the program is there. */
  status: HTMLElement
  officialUrl: string | undefined
  /** A device of many voters: nothing of one may open on another page. */
  isKiosk: boolean
  /** Resolves with whether our own page is there. Rejects without network. */
  hasHostedPage: () => Promise<boolean>
}

export interface PendingSubmit {
  /** The program has the form: it gets the press. */
  finish(): void
  /** The program does not come. */
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
  /** Without a submit event: a listener of the page must not take the form for its own. */
  const submitForm = () => {
    // Our server takes no form from a page that hides its origin.
    document.head.append(Object.assign(document.createElement('meta'), { name: 'referrer', content: 'strict-origin' }))
    isSubmitted = true
    // In a sandbox without forms nothing is sent, and nothing tells but that the page does not begin to leave.
    timer = setTimeout(showStuck, submitTimeoutMs)
    addEventListener('beforeunload', stopWaiting, { once: true })
    HTMLFormElement.prototype.submit.call(form())
  }
  const submitToHostedPage = () => {
    stopWaiting()
    const canPost = !isKiosk && globalThis.origin !== 'null'
    // The program may come while our own page is asked about: then the press is its.
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
  // A policy of the page may forbid the post. Nothing else tells, and it tells of the page's other forms, too.
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
