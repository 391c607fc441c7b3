/** `<voter-registration>`, except for how its form is loaded: each entry point decides that. */
import { isFinal } from '../widget/flow/flow-reducer.ts'
import type { FormValues } from '../widget/form/fields.ts'
import type { Prefill, Status, VoterRegistrationHandle } from '../widget/options.ts'
import { version } from '../widget/version.ts'
import type * as diagnosing from './diagnose.ts'
import { dispatchEvent } from './dispatch-event.ts'
import { keepDraft, takeDraft } from './drafts.ts'
import type { ElementEventDetails, ElementEventName, VoterRegistrationEventMap } from './element-events.ts'
import { formCallbacks } from './form-callbacks.ts'
import { lookAttributes } from './form-dialog.ts'
import { FormOpening } from './form-opening.ts'
import { FormOptions, formProps } from './form-options.ts'
import type { FormStage } from './form-stage.ts'
import { hasFallback } from './has-fallback.ts'
import type { MountForm } from './mounted-form.ts'
import { isDiagnosing, printDiagnosis } from './print-diagnosis.ts'
import { type ShadowParts, shadowParts } from './shadow-parts.ts'
import { showStatus } from './show-status.ts'
import { whenNearViewport } from './when-near-viewport.ts'

/** The number of the next element. */
let nextInstance = 1

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- it types addEventListener, which a class cannot.
export interface RegistrationElement {
  addEventListener<Name extends keyof VoterRegistrationEventMap>(
    type: Name,
    listener: (this: RegistrationElement, event: VoterRegistrationEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

/**
 * The element. The content between its tags is the fallback: it stays visible until the form is loaded, and is shown again
 * when the form breaks. Properties win over attributes, whenever they are set, and attributes over the page's address.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: see above.
export abstract class RegistrationElement extends FormOptions {
  readonly #instanceId = `vre${nextInstance++}`
  readonly #internals = typeof this.attachInternals === 'function' ? this.attachInternals() : undefined
  #stage: FormStage = { type: 'waiting' }
  #parts: ShadowParts | undefined
  #draft: FormValues | undefined
  /** The page that the form is on. Libraries change the address before they take the page away. */
  #place = ''
  #isBehindScript = false
  #isWatching = false
  #stop: (() => void)[] = []

  /** The status of the form. */
  get status(): Status {
    return this.#handle?.status ?? (this.#stage.type === 'impossible' ? 'error' : 'loading')
  }

  /** Moves the focus to a field, or to the screen that is shown. */
  override focus(options?: FocusOptions & { field?: keyof Prefill }): void {
    this.#handle?.focus(options)
  }

  /** Empties the form and starts again. */
  reset(): void {
    this.#handle?.reset()
  }

  /** Fills fields that the voter has not touched. */
  override setPrefill(prefill: Prefill): void {
    super.setPrefill(prefill)
    this.#handle?.setPrefill(prefill)
  }

  /** Opens a form with `display="modal"`, `drawer` or `button`. A form that is still loading opens as soon as it is loaded;
   *  one that cannot be loaded does not open. */
  open(): void {
    this.#opening.open()
  }

  /** Closes the form. Typed values stay. Does nothing while a registration is being sent. */
  close(): void {
    this.#opening.close()
  }

  /** Checks the page around the form for problems, and reports them in sentences. Never rejects. */
  async diagnose(): Promise<diagnosing.Diagnosis> {
    const { apiBase, partner } = this.read()
    const { others } = RegistrationElement
    try {
      const { diagnose } = await this.loadDiagnose()
      return await diagnose({ apiBase, partner, version, others, root: this.#formRoot() })
    } catch {
      const text =
        'The checks cannot be loaded. Keep diagnose.js beside the script, and add the script’s host to script-src.'
      return { version, ok: false, checks: [{ id: 'policy', ok: false, text }] }
    }
  }

  /** Rejects when the form cannot be loaded, or when the page has broken what it needs. */
  protected abstract loadForm(): Promise<MountForm>

  /** Rejects when the checks cannot be loaded. */
  protected abstract loadDiagnose(): Promise<typeof diagnosing>

  disconnectedCallback(): void {
    this.#opening.end()
    // Moving an element removes it and inserts it again: typed values must survive that.
    queueMicrotask(() => {
      if (!this.isConnected) this.#takeAway()
    })
  }

  get #handle(): VoterRegistrationHandle | null {
    return this.#stage.type === 'shown' ? this.#stage.handle : null
  }

  protected override optionsChanged(): void {
    const { apiBase, loading } = this.read()
    const { type } = this.#stage
    if (type === 'shown') this.#show()
    else if (type !== 'loading' && apiBase !== undefined) {
      this.#stage = { type: 'loading' }
      this.#stop.push(this.#opening.listen())
      // The checks need the form, so they load it at once.
      if (loading === 'lazy' && !isDiagnosing()) this.#stop.push(whenNearViewport(this, () => void this.#load()))
      else void this.#load()
    } else if (type === 'waiting') {
      this.warn('api-base is missing: the address of your BFF, for example https://register.partner.org/api.')
      this.#giveUp('misconfigured')
    }
  }

  async #load(): Promise<void> {
    try {
      const mountForm = await this.loadForm()
      if (!this.isConnected || this.#stage.type !== 'loading') return
      this.#parts = shadowParts(this, this.read().isolation, this.#opening.make())
      this.#parts.settle()
      const { apiBase, partner } = this.read()
      this.#place = [location.pathname, apiBase, partner].join(' ')
      this.#isBehindScript = this.previousElementSibling?.matches('script[data-api-base]') === true
      this.#draft = takeDraft(this.#place)
      this.#stage = { type: 'shown', form: mountForm(this.#parts.mount, this), handle: null }
      this.#show()
      void printDiagnosis(this)
    } catch (error) {
      console.error('voter-registration: the form cannot be shown on this page.', error)
      this.#giveUp('unsupported')
    }
  }

  #show(): void {
    if (this.#stage.type !== 'shown') return
    const options = this.read()
    this.#parts?.settle()
    const { isolation = 'shadow' } = options
    if (isolation !== this.#parts?.isolation) {
      this.warn('isolation counts when the form comes onto the page. Take the element out, and put it in again.')
    }
    this.#opening.check()
    const { dialog } = this.#opening
    this.#stage.form.show({
      form: {
        ...formProps(options),
        ...(hasFallback(this) && { fallback: '' }),
        ...this.#callbacks,
        // Until the texts are in the page's language, the fallback is easier to read.
        onSettled: () => this.#reveal(true),
        instanceId: this.#instanceId,
        draft: this.#draft,
        onLeave: this.#onLeave,
        ...(dialog && { className: 'vr-dialog-form' }),
      },
      onWords: dialog?.label,
      onHandle: this.#onHandle,
    })
  }

  readonly #opening = new FormOpening({
    element: this,
    options: () => this.read(),
    isShown: () => this.#parts?.isFormShown() === true,
    isBusy: () => this.status === 'submitting',
    load: () => {
      if (this.#stage.type === 'loading') void this.#load()
    },
    onToggle: (name, detail) => {
      this.#parts?.settle()
      if (name === 'vr-open') this.focus({ preventScroll: true })
      this.#dispatch(name, detail)
    },
    warn: (sentence) => this.warn(sentence),
  })

  /** What the page itself takes away is gone. A script tag that runs again, and Turbo, mean the same form. */
  readonly #onLeave = (values: FormValues): void => {
    if (this.#isBehindScript || 'Turbo' in globalThis) keepDraft(this.#place, values)
  }

  readonly #onHandle = (handle: VoterRegistrationHandle | null): void => {
    if (this.#stage.type !== 'shown') return
    this.#stage.handle = handle
  }

  #reveal(isFormShown: boolean, isFallbackShown = !isFormShown): void {
    const parts = this.#parts
    parts?.reveal(isFormShown, isFallbackShown)
    if (!isFormShown) return
    if (parts !== undefined && !this.#isWatching) this.#watch(parts.mount)
    this.#opening.shown()
  }

  #formRoot(): HTMLElement | null {
    return this.#parts?.mount.querySelector<HTMLElement>('.vr-root') ?? null
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
    this.#opening.dialog?.follow(this.#formRoot())
    showStatus(this.#internals?.states, this.status)
  }

  #takeAway(): void {
    for (const stop of this.#stop.splice(0)) stop()
    this.#isWatching = false
    if (this.#stage.type === 'shown') this.#stage.form.unmount()
    this.#stage = { type: 'waiting' }
    this.readAddressAgain()
    this.#internals?.states?.clear()
    this.#reveal(false)
    this.#parts?.mount.remove()
  }

  /** Gives up: shows the fallback or, without one, a sentence. */
  #giveUp(code: string): void {
    this.#stage = { type: 'impossible' }
    this.#internals?.states?.add('error')
    this.#parts ??= shadowParts(this)
    this.#reveal(false)
    if (!hasFallback(this)) this.#parts.apologize(this.read().officialUrl)
    this.#dispatch('vr-error', { code, retryable: false })
    void printDiagnosis(this)
  }

  readonly #callbacks = formCallbacks((name, detail) => this.#dispatch(name, detail), {
    onReady: () => {
      this.#internals?.states?.add('ready')
      this.#reveal(true)
    },
    onError: (code) => {
      // After the last step the form shows a refusal on a screen of its own.
      const step = this.#formRoot()?.dataset.step ?? 'broken'
      if (code === 'broken' || (isFinal(code) && step === 'broken')) {
        this.#reveal(!hasFallback(this))
        this.#showState()
      }
      if (code === 'settings_unavailable') this.#reveal(true, true)
      if (/^set|^up|^par/.test(code)) this.warn(`${code}. Open this page with ?vr-diagnose, and the console says why.`)
    },
    onReset: (reason) => {
      if (reason !== 'idle' && reason !== 'restored') return
      this.close()
      this.forgetAddress()
    },
    height: () => this.offsetHeight,
  })

  #dispatch<Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): boolean {
    return dispatchEvent(this, this.#instanceId, this.read(), name, detail)
  }
}
