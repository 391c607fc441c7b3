/** A form whose program runs: options become props, callbacks become events, and the screens' states the element's. */
import { isFinal } from '../../widget/flow/flow-reducer.ts'
import type { FormValues } from '../../widget/form/fields.ts'
import { localeOf, type Prefill, type Status, type VoterRegistrationHandle } from '../../widget/options.ts'
import { adoptLaterStyles } from '../../widget/styles/stylesheet.ts'
import type { ElementEventDetails, ElementEventName } from '../element-events.ts'
import type { FormHost, FormProgram, RunningForm } from '../form-host.ts'
import { hasFallback, type ShadowParts } from '../shadow-parts.ts'
import { keepDraft, takeDraft } from './drafts.ts'
import { formCallbacks } from './form-callbacks.ts'
import { adoptDialogStyles, FormDialog, lookAttributes } from './form-dialog.ts'
import type { MountedForm, MountForm } from './mounted-form.ts'
import { FormOptions, formProps } from './read-form-options.ts'
import { writtenScreen } from './take-over.ts'

/** Creates the program of the form. */
export const formProgram = (mountForm: MountForm): FormProgram => ({ run: (host) => new Running(host, mountForm) })

class Running implements RunningForm {
  readonly #host: FormHost
  readonly #options: FormOptions
  /** `undefined` for an inline form. */
  readonly #dialog: FormDialog | undefined
  readonly #parts: ShadowParts
  readonly #form: MountedForm
  #handle: VoterRegistrationHandle | null = null
  /** Whether React has the form: before, what is drawn is all there is. */
  #isTaken = false
  readonly #draft: FormValues | undefined
  /** The page that the form is on. Libraries change the address before they take the page away. */
  readonly #place: string
  readonly #isBehindScript: boolean
  #isWatching = false
  /** What React removes: its records are there only within the same task. */
  readonly #removals = new MutationObserver(() => undefined)
  readonly #stop: (() => void)[] = []

  constructor(host: FormHost, mountForm: MountForm) {
    const { element, drawn } = host
    this.#host = host
    this.#options = new FormOptions(host)
    const { apiBase, partner, isolation, display, kiosk = false } = this.#read()
    const placeWritten = writtenScreen(element.shadowRoot)
    this.#dialog = display === 'dialog' ? this.#createDialog() : undefined
    this.#parts = host.makeParts(isolation, this.#dialog)
    this.#settle()
    const isThere = drawn !== undefined || (kiosk === false && placeWritten(this.#parts))
    this.#place = [location.pathname, apiBase, partner].join(' ')
    this.#isBehindScript = element.previousElementSibling?.matches('script[data-api-base]') === true
    this.#draft = takeDraft(this.#place)
    const isSame = drawn?.language === 'en' || drawn?.catalogue !== undefined
    this.#removals.observe(this.#parts.mount, { childList: true, subtree: true })
    this.#form = mountForm(this.#parts.mount, element, isThere ? { isSame } : undefined)
  }

  get status(): Status {
    return this.#handle?.status ?? 'loading'
  }

  focus(options?: FocusOptions & { field?: keyof Prefill }): void {
    // When React removes what has the focus, it gives the focus back to what had it for the page: the element. The voter did
    // not ask for the beginning of the screen.
    const isByReact = options === undefined && this.#removals.takeRecords().length > 0
    if (!isByReact) this.#handle?.focus(options)
  }

  reset(): void {
    this.#handle?.reset()
  }

  setPrefill(prefill: Prefill): void {
    this.#handle?.setPrefill(prefill)
  }

  open(opener?: HTMLElement): void {
    if (this.#dialog === undefined) this.#host.warn('open() needs display="dialog".')
    this.#dialog?.open(opener)
  }

  close(): void {
    this.#dialog?.close()
  }

  end(): void {
    this.#dialog?.end()
  }

  show(): void {
    const { element, instanceId, drawn, warn } = this.#host
    const { locale = 'auto', locales, ...options } = this.#read()
    this.#settle()
    const { isolation = 'shadow', display = 'inline' } = options
    const changed = [
      isolation === this.#parts.isolation ? [] : ['isolation'],
      (display === 'dialog') === (this.#dialog !== undefined) ? [] : ['display'],
    ].flat()
    for (const name of changed) {
      warn(`${name} counts when the form comes onto the page. Take the element out, and put it in again.`)
    }
    this.#form.show({
      form: {
        ...formProps(options),
        // What is drawn has found its language already.
        locale: locale === 'auto' && drawn !== undefined ? localeOf(drawn.language) : locale,
        ...((locales ?? drawn?.catalogue) && { locales: locales ?? [drawn?.catalogue].flatMap((one) => one ?? []) }),
        ...(hasFallback(element) && { fallback: '' }),
        ...this.#callbacks,
        // Until the texts are in the page's language, the fallback is easier to read.
        onSettled: () => this.#reveal(true),
        instanceId,
        draft: this.#draft,
        onLeave: this.#onLeave,
        ...(this.#dialog && { className: 'vr-dialog-form' }),
      },
      onWords: this.#dialog?.label,
      onHandle: this.#onHandle,
    })
  }

  takeAway(): void {
    for (const stop of this.#stop.splice(0)) stop()
    // A library may take the form away again before React has rendered it.
    if (this.#draft !== undefined && !this.#isTaken) keepDraft(this.#place, this.#draft)
    this.#form.unmount()
    this.#removals.disconnect()
    this.#handle = null
  }

  /** Moves the form to where it belongs, with the style sheets that the first screen did without. */
  #settle(): void {
    this.#parts.settle()
    const { shadowRoot } = this.#host.element
    for (const root of [shadowRoot, this.#parts.mount.getRootNode()]) {
      if (root === null) continue
      adoptLaterStyles(root)
      if (this.#dialog) adoptDialogStyles(root)
    }
  }

  #read(): ReturnType<FormOptions['read']> {
    return this.#options.read()
  }

  #createDialog(): FormDialog {
    return new FormDialog({
      isShown: () => this.#parts.isFormShown(),
      isBusy: () => this.status === 'submitting',
      onToggle: (name) => {
        this.#settle()
        if (name === 'vr-open') this.focus({ preventScroll: true })
        this.#dispatch(name, {})
      },
    })
  }

  /** What the page itself takes away is gone. A script tag that runs again, and Turbo, mean the same form. */
  readonly #onLeave = (values: FormValues): void => {
    if (this.#isBehindScript || 'Turbo' in globalThis) keepDraft(this.#place, values)
  }

  readonly #onHandle = (handle: VoterRegistrationHandle | null): void => {
    this.#handle = handle
    if (handle === null || this.#isTaken) return
    this.#isTaken = true
    // Not while React is still at it.
    queueMicrotask(() => this.#host.drawn?.press.taken())
  }

  #reveal(isFormShown: boolean, isFallbackShown = !isFormShown): void {
    this.#parts.reveal(isFormShown, isFallbackShown)
    if (!isFormShown) return
    if (!this.#isWatching) this.#watch(this.#parts.mount)
    this.#dialog?.formShown()
  }

  #formRoot(): HTMLElement | null {
    return this.#parts.mount.querySelector<HTMLElement>('.vr-root')
  }

  /** Observes the screens, for `:state()`. */
  #watch(mount: Element): void {
    this.#isWatching = true
    const screens = new MutationObserver(() => this.#showState())
    screens.observe(mount, { subtree: true, attributeFilter: ['data-step', 'style', ...lookAttributes] })
    this.#showState()
    this.#stop.push(() => screens.disconnect())
  }

  #showState(): void {
    this.#dialog?.follow(this.#formRoot())
    showStatus(this.#host.internals?.states, this.status)
  }

  /** The form broke before React had it: what is drawn comes back, with all that was typed. */
  #backToDrawn(): boolean {
    const { drawn, keepDrawn } = this.#host
    if (drawn === undefined || this.#isTaken) return false
    // Not within React's own work.
    setTimeout(() => {
      this.takeAway()
      this.#parts.mount.replaceChildren(drawn.root)
      keepDrawn()
    })
    return true
  }

  readonly #callbacks = formCallbacks((name, detail) => this.#dispatch(name, detail), {
    onReady: () => {
      this.#host.internals?.states?.add('ready')
      this.#reveal(true)
    },
    onError: (code) => {
      if (code === 'broken' && this.#backToDrawn()) return
      const { element, warn } = this.#host
      // After the last step the form shows a refusal on a screen of its own.
      const step = this.#formRoot()?.dataset.step ?? 'broken'
      if (code === 'broken' || (isFinal(code) && step === 'broken')) {
        this.#reveal(!hasFallback(element))
        this.#showState()
      }
      if (code === 'settings_unavailable') this.#reveal(true, true)
      if (code === 'settings_unavailable' || isFinal(code))
        warn(`${code}. Open this page with ?vr-diagnose, and the console says why.`)
    },
    onReset: (reason) => {
      if (reason !== 'idle' && reason !== 'restored') return
      this.close()
      this.#options.forgetAddress()
    },
    height: () => this.#host.element.offsetHeight,
  })

  #dispatch<Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): boolean {
    return this.#host.dispatch(this.#read(), name, detail)
  }
}

/** Sets one of `:state(submitting)`, `:state(result)`, `:state(error)`, or none; needs a browser with states (since 2024). */
function showStatus(states: CustomStateSet | undefined, status: Status): void {
  for (const name of ['submitting', 'result', 'error']) {
    if (status === name) states?.add(name)
    else states?.delete(name)
  }
}
