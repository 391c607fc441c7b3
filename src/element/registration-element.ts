/** `<voter-registration>` but for where its form comes from: that is the entry's business. */
import { isFinal } from '../widget/flow/flow-reducer.ts'
import type { Prefill, Status, VoterRegistrationHandle } from '../widget/options.ts'
import { version } from '../widget/version.ts'
import type * as diagnosing from './diagnose.ts'
import { dispatchEvent } from './dispatch-event.ts'
import type { ElementEventDetails, ElementEventName, VoterRegistrationEventMap } from './element-events.ts'
import { formCallbacks } from './form-callbacks.ts'
import { FormOptions, formProps, idleSecondsOf } from './form-options.ts'
import type { MountedForm, MountForm } from './mount-form.tsx'
import { type ShadowParts, shadowParts } from './shadow-parts.ts'

/** The name of the next element. */
let nextInstance = 1

/** Nothing has been started, the form is being loaded, is there, or cannot be. */
type Stage =
  | { type: 'waiting' }
  | { type: 'loading' }
  | { type: 'shown'; form: MountedForm; handle: VoterRegistrationHandle | null }
  | { type: 'impossible' }

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
 * The element's life: what stands between its tags is the fallback; it stays visible until the form is there, and again
 * should the form break. Properties win over attributes, whenever they are set, and attributes over the page's address.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: see above.
export abstract class RegistrationElement extends FormOptions {
  readonly #instanceId = `vre${nextInstance++}`
  readonly #internals = typeof this.attachInternals === 'function' ? this.attachInternals() : undefined
  #stage: Stage = { type: 'waiting' }
  #parts: ShadowParts | undefined
  #resetReason: ElementEventDetails['vr-reset']['reason'] | undefined
  #isStarted = false
  #isWatching = false
  #stop: (() => void)[] = []

  /** Where the form is. */
  get status(): Status {
    return this.#handle?.status ?? (this.#stage.type === 'impossible' ? 'error' : 'loading')
  }

  /** Moves the focus to a field, or to the screen that is shown. */
  override focus(options?: FocusOptions & { field?: keyof Prefill }): void {
    this.#handle?.focus(options)
  }

  /** Empties the form and begins again. */
  reset(): void {
    this.#handle?.reset()
  }

  /** Fills fields that the voter has not touched. */
  override setPrefill(prefill: Prefill): void {
    super.setPrefill(prefill)
    this.#handle?.setPrefill(prefill)
  }

  /** Looks for what may be wrong with this page around the form, and says it in sentences. Never rejects. */
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

  /** Rejects when the form cannot be had, or when the page has broken what it needs. */
  protected abstract loadForm(): Promise<MountForm>

  /** Rejects when the checks cannot be had. */
  protected abstract loadDiagnose(): Promise<typeof diagnosing>

  disconnectedCallback(): void {
    // Moving an element is taking it out and putting it in again: what was typed must survive that.
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
      if (loading === 'lazy') this.#stop.push(whenNear(this, () => void this.#load()))
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
      this.#parts = shadowParts(this, this.read().isolation)
      this.#parts.settle()
      this.#stage = { type: 'shown', form: mountForm(this.#parts.mount, this), handle: null }
      this.#show()
      void this.#printDiagnosis()
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
    const idleSeconds = idleSecondsOf(options)
    this.#stage.form.show({
      form: {
        ...formProps(options),
        ...(this.#hasFallback() && { fallback: '' }),
        ...this.#callbacks,
        onSettled: this.#onSettled,
        instanceId: this.#instanceId,
      },
      onHandle: this.#onHandle,
      kiosk: idleSeconds === undefined ? undefined : { ...this.#kioskParts, idleSeconds },
    })
  }

  readonly #onHandle = (handle: VoterRegistrationHandle | null): void => {
    if (this.#stage.type !== 'shown') return
    this.#stage.handle = handle
  }

  // Until its texts are in the page's language, what stands between the tags is the better thing to read.
  readonly #onSettled = () => this.#reveal(true)

  #reveal(isFormShown: boolean, isFallbackShown = !isFormShown): void {
    const parts = this.#parts
    parts?.reveal(isFormShown, isFallbackShown)
    if (parts !== undefined && isFormShown && !this.#isWatching) this.#watch(parts.mount)
  }

  readonly #kioskParts = {
    host: this,
    isInUse: () => {
      const { status } = this
      return status === 'result' || status === 'error' || (status === 'form' && this.#isStarted)
    },
    formRoot: () => this.#formRoot(),
    onIdle: () => this.#resetBecause('idle'),
  }

  #formRoot(): HTMLElement | null {
    return this.#parts?.mount.querySelector<HTMLElement>('.vr-root') ?? null
  }

  #resetBecause(reason: 'idle' | 'restored'): void {
    this.#resetReason = reason
    // What came with the address was the last voter's.
    this.forgetAddress()
    this.#show()
    queueMicrotask(() => {
      this.reset()
      this.#resetReason = undefined
    })
  }

  /** Follows the screens, for `:state()`, and a page that comes back out of the browser's cache. */
  #watch(mount: Element): void {
    this.#isWatching = true
    const screens = new MutationObserver(() => this.#showState())
    screens.observe(mount, { subtree: true, attributeFilter: ['data-step'] })
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (persisted && idleSecondsOf(this.read()) !== undefined) this.#resetBecause('restored')
    }
    addEventListener('pageshow', restored)
    this.#stop.push(
      () => screens.disconnect(),
      () => removeEventListener('pageshow', restored),
    )
  }

  #showState(): void {
    const states = this.#internals?.states
    if (states === undefined) return
    for (const name of ['submitting', 'result', 'error']) {
      if (this.status === name) states.add(name)
      else states.delete(name)
    }
  }

  #takeAway(): void {
    for (const stop of this.#stop.splice(0)) stop()
    this.#isWatching = false
    if (this.#stage.type === 'shown') this.#stage.form.unmount()
    this.#stage = { type: 'waiting' }
    this.#isStarted = false
    this.readAddressAgain()
    this.#internals?.states?.clear()
    this.#reveal(false)
    this.#parts?.mount.remove()
  }

  /** The form cannot be here: what stands between the tags is all there is, or else a sentence. */
  #giveUp(code: string): void {
    this.#stage = { type: 'impossible' }
    this.#internals?.states?.add('error')
    this.#parts ??= shadowParts(this)
    this.#reveal(false)
    if (!this.#hasFallback()) this.#parts.apologize(this.read().officialUrl)
    this.#dispatch('vr-error', { code, retryable: false })
    void this.#printDiagnosis()
  }

  /** Whether something to be seen stands between the tags: not only blanks, or what goes above and below the form. */
  #hasFallback(): boolean {
    return [...this.childNodes].some((node) =>
      node instanceof Element ? node.slot === '' : node instanceof Text && node.data.trim() !== '',
    )
  }

  readonly #callbacks = formCallbacks((name, detail) => this.#dispatch(name, detail), {
    onReady: () => {
      this.#internals?.states?.add('ready')
      this.#reveal(true)
    },
    onStart: () => {
      this.#isStarted = true
    },
    onError: (code) => {
      // What a filled form is refused for at its end, it says on a screen of its own.
      const step = this.#formRoot()?.dataset.step ?? 'broken'
      if (code === 'broken' || (isFinal(code) && step === 'broken')) {
        this.#reveal(!this.#hasFallback())
        this.#showState()
      }
      if (code === 'settings_unavailable') this.#reveal(true, true)
      if (/^set|^up|^par/.test(code)) this.warn(`${code}. Open this page with ?vr-diagnose, and the console says why.`)
    },
    onReset: () => {
      this.#isStarted = false
    },
    height: () => this.offsetHeight,
    resetReason: () => this.#resetReason,
  })

  #dispatch<Name extends ElementEventName>(name: Name, detail: ElementEventDetails[Name]): boolean {
    return dispatchEvent(this, this.#instanceId, this.read(), name, detail)
  }

  /** For site owners, who open the page with `?vr-diagnose`. */
  async #printDiagnosis(): Promise<void> {
    if (!new URLSearchParams(location.search).has('vr-diagnose')) return
    const { checks } = await this.diagnose()
    for (const { ok, text } of checks) console.log(`<voter-registration> ${ok ? 'ok' : 'PROBLEM'}: ${text}`)
  }
}

/** Runs something once when an element comes near the viewport; gives a function that calls it off. */
function whenNear(element: Element, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      run()
    },
    { rootMargin: '400px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
