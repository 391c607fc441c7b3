/** Posts the form's events to the app that shows the page in a WebView (`?embed=app`). Never anything personal except the
 *  address of a link that the voter follows, which the app has to open. */
import type { VoterRegistrationCallbacks } from '../../widget/options.ts'

/** The bridge's name in Android apps (`addJavascriptInterface`) and iOS (`WKScriptMessageHandler`); React Native's differs. */
export const bridgeName = 'voterRegistration'

/** The event for each callback: the element's event names. */
const events: Readonly<Record<keyof VoterRegistrationCallbacks, string>> = {
  onReady: 'vr-ready',
  onStart: 'vr-start',
  onStep: 'vr-step',
  onTooYoung: 'vr-too-young',
  onInvalid: 'vr-invalid',
  onSubmit: 'vr-submit',
  onResult: 'vr-result',
  onAction: 'vr-action',
  onFinish: 'vr-finish',
  onTrack: 'vr-track',
  onError: 'vr-error',
  onReset: 'vr-reset',
}

/** The used part of a bridge. */
interface Bridge {
  postMessage(message: string): void
}

/** The bridges that the three kinds of app put on a page. */
interface AppWindow {
  ReactNativeWebView?: Bridge
  [bridgeName]?: Bridge
  webkit?: { messageHandlers?: { [bridgeName]?: Bridge } }
}

/** The callbacks of the form: each posts an event to the app. The event's detail is sent as JSON, without functions. */
export function appCallbacks(): VoterRegistrationCallbacks {
  return Object.fromEntries(
    Object.entries(events).map(([callback, event]) => [callback, (detail: object) => post(event, detail)]),
  )
}

/**
 * Makes every link to another site open in a new window, which an app hands to the system's browser, and posts its address
 * to the app as `link`: some WebViews do not support windows.
 *
 * @returns a function that ends it
 */
export function handOverLinks(): () => void {
  // In the capture phase, before the form's own listeners: they read the target.
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
