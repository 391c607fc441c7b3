/** Answers a press before the program is there: sends it then or, if it does not come, goes on at our own page. */
import type { EarlyWords } from './draw.ts'

/** How long a press waits for the program, in milliseconds. */
export const patience = 8_000

export interface EarlyPressDeps {
  mount: HTMLElement
  words: EarlyWords
  /** Where a press is answered: read aloud as soon as it says something. Removed when the program is there. */
  line: HTMLElement
  officialUrl: string | undefined
  /** A device of many voters: nothing of one may open on another page. */
  isShared: boolean
  /** Resolves with whether our own page is there. Rejects without network. */
  hasOwnPage: () => Promise<boolean>
}

export interface EarlyPress {
  /** The program has the form: it gets the press. */
  taken(): void
  /** The program does not come. */
  failed(): void
}

export function watchEarlyPress({ mount, words, line, officialUrl, isShared, hasOwnPage }: EarlyPressDeps): EarlyPress {
  let isPressed = false
  let hasFailed = false
  let isTaken = false
  let isPosted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const form = () => mount.querySelector('form')
  const say = (...content: (Node | string)[]) => line.replaceChildren(...content)

  const stopWaiting = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const stay = (hasOwn = true) => {
    stopWaiting()
    isPosted = false
    const links = [
      [hasOwn ? form()?.action : '', words.ownPage],
      [officialUrl, words.official],
    ].flatMap(([url, text]) =>
      url ? [' ', Object.assign(document.createElement('a'), { href: url, target: '_blank', textContent: text })] : [],
    )
    say(words.stuck, ...links)
  }
  /** Without a submit event: a listener of the page must not take the form for its own. */
  const send = () => {
    // Our server takes no form from a page that hides its origin.
    document.head.append(Object.assign(document.createElement('meta'), { name: 'referrer', content: 'strict-origin' }))
    isPosted = true
    // In a sandbox without forms nothing is sent, and nothing tells but that the page does not begin to leave.
    timer = setTimeout(stay, patience)
    addEventListener('beforeunload', stopWaiting, { once: true })
    HTMLFormElement.prototype.submit.call(form())
  }
  const post = () => {
    stopWaiting()
    const canPost = !isShared && globalThis.origin !== 'null'
    // The program may come while our own page is asked about: then the press is its.
    void hasOwnPage().then(
      (has) => isTaken || (has && canPost ? send() : stay(has)),
      () => isTaken || stay(),
    )
  }
  const onClick = (event: Event) => {
    const [pressed] = event.composedPath()
    if (!(pressed instanceof Element) || pressed.closest('button[type=submit]') === null) return
    event.preventDefault()
    event.stopPropagation()
    say(words.wait)
    isPressed = true
    if (hasFailed) post()
    else timer ??= setTimeout(post, patience)
  }
  // A policy of the page may forbid the post. Nothing else tells, and it tells of the page's other forms, too.
  const onForbidden = ({ effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
    if (isPosted && effectiveDirective === 'form-action' && disposition === 'enforce') stay()
  }
  mount.addEventListener('click', onClick, true)
  document.addEventListener('securitypolicyviolation', onForbidden)
  return {
    taken() {
      isTaken = true
      clearTimeout(timer)
      mount.removeEventListener('click', onClick, true)
      document.removeEventListener('securitypolicyviolation', onForbidden)
      line.remove()
      if (isPressed) mount.querySelector<HTMLElement>('button[type=submit]')?.click()
    },
    failed() {
      hasFailed = true
      if (isPressed) post()
    },
  }
}
