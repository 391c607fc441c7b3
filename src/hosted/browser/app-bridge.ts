/** Tells the app around the page what happens, where an app shows it in a WebView (`?embed=app`). Never anything personal but the
 *  address of a link that the voter follows, which the app has to open. */
import type { VoterRegistrationCallbacks } from '../../widget/options.ts'

/** The name of the bridge in apps for Android (`addJavascriptInterface`) and iOS (`WKScriptMessageHandler`). React Native gives its own a name. */
export const bridgeName = 'voterRegistration'

/** The event that each callback becomes: the element's names. */
const events: Readonly<Record<keyof VoterRegistrationCallbacks, string>> = {
  onReady: 'vr-ready',
  onStart: 'vr-start',
  onStep: 'vr-step',
  onTooYoung: 'vr-too-young',
  onInvalid: 'vr-invalid',
  onSubmit: 'vr-submit',
  onResult: 'vr-result',
  onAction: 'vr-action',
  onTrack: 'vr-track',
  onError: 'vr-error',
  onReset: 'vr-reset',
}

/** A bridge, as far as it is needed. */
interface Bridge {
  postMessage(message: string): void
}

/** What the three kinds of app put on a page. */
interface AppWindow {
  ReactNativeWebView?: Bridge
  [bridgeName]?: Bridge
  webkit?: { messageHandlers?: { [bridgeName]?: Bridge } }
}

/** The callbacks of the form: each tells the app. What an event carries beside functions arrives as JSON. */
export function appCallbacks(): VoterRegistrationCallbacks {
  return Object.fromEntries(
    Object.entries(events).map(([callback, event]) => [callback, (detail: object) => post(event, detail)]),
  )
}

/**
 * Lets every link to another site open a window of its own, which an app gives to the system's browser, and tells the app its
 * address as `link`: some WebViews know no windows.
 *
 * @returns a function that ends it
 */
export function handOverLinks(): () => void {
  // Before the form's own listeners: they look at the target.
  document.addEventListener('click', handOver, true)
  return () => document.removeEventListener('click', handOver, true)
}

function handOver({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link === null || !leadsAway(link)) return
  link.target = '_blank'
  post('link', { url: link.href })
}

function leadsAway({ protocol, origin }: HTMLAnchorElement): boolean {
  return /^(tel|mailto|sms):$/.test(protocol) || (/^https?:$/.test(protocol) && origin !== location.origin)
}

function post(event: string, detail: object): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what an app may have put there.
  const app = window as unknown as AppWindow
  const message = JSON.stringify({ vr: 1, event, detail })
  const bridges = [app.ReactNativeWebView, app[bridgeName], app.webkit?.messageHandlers?.[bridgeName]]
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- these are no windows: a message is all they take.
  for (const bridge of bridges) bridge?.postMessage(message)
}
