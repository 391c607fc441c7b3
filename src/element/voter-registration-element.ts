/** `<voter-registration>`: the form as a tag on any page. */
import type { Prefill, Status, VoterRegistrationHandle, VoterRegistrationProps } from '../widget/options.ts'
import { version } from '../widget/version.ts'
import type { Diagnosis } from './diagnosis.ts'
import {
  cancelable,
  type ElementEventDetails,
  type ElementEventName,
  type VoterRegistrationEventMap,
} from './element-events.ts'
import { type ElementOptions, optionNames, type Tracking } from './element-options.ts'
import { loadDiagnose } from './load-diagnose.ts'
import { loadForm } from './load-form.ts'
import { look } from './look.ts'
import type { MountedForm } from './mount-form.tsx'
import { cleanTracking, forgetAddress, readTracking, takePrefill } from './page-address.ts'
import { attributeNames, readAttributes } from './read-attributes.ts'
import { pushToDataLayer, tellVoteAmerica } from './tell-others.ts'

/** On a server there are no elements: importing this module does no harm there. */
// oxlint-disable-next-line typescript/no-extraneous-class -- there has to be something to extend.
const Base = globalThis.HTMLElement ?? class {}

/** The name of the next element. */
let nextInstance = 1

/** Where the element is: nothing has been started, the form is being fetched, is there, or cannot be. */
type Stage =
  | { at: 'waiting' }
  | { at: 'loading' }
  | { at: 'shown'; form: MountedForm; handle: VoterRegistrationHandle | null }
  | { at: 'impossible' }

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the options are accessors made below.
export interface VoterRegistrationElement extends ElementOptions {
  addEventListener<Name extends keyof VoterRegistrationEventMap>(
    type: Name,
    listener: (this: VoterRegistrationElement, event: VoterRegistrationEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

/**
 * The element. What stands between its tags is the fallback: it stays visible until the form is there, and again should
 * the form break. Options are attributes or properties; properties win, whenever they are set.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the options are accessors made below.
export class VoterRegistrationElement extends Base {
  static readonly version = version
  /** Versions of other copies that this page loaded and that were not used. */
  static readonly others: string[] = []

  static get observedAttributes(): readonly string[] {
    return attributeNames
  }

  readonly version = version
  readonly #instanceId = `vre${nextInstance++}`
  readonly #internals = typeof this.attachInternals === 'function' ? this.attachInternals() : undefined
  readonly #options: Partial<ElementOptions> = {}
  readonly #warned = new Set<string>()
  #stage: Stage = { at: 'waiting' }
  #isScheduled = false
  #parts: Parts | undefined
  #tracking: Tracking = {}
  #addressPrefill: Prefill | undefined
  #resetReason: ElementEventDetails['vr-reset']['reason'] | undefined
  #isStarted = false
  #stop: (() => void)[] = []

  /** Where the form is. */
  get status(): Status {
    return this.#handle?.status ?? (this.#stage.at === 'impossible' ? 'error' : 'loading')
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
  setPrefill(prefill: Prefill): void {
    this.#options.prefill = { ...this.#options.prefill, ...prefill }
    if (this.#handle === null) this.#schedule()
    else this.#handle.setPrefill(prefill)
  }

  /** Looks for what may be wrong with this page around the form, and says it in sentences. */
  async diagnose(): Promise<Diagnosis> {
    const { diagnose } = await loadDiagnose()
    const { apiBase, others, root } = {
      ...this.#read(),
      others: VoterRegistrationElement.others,
      root: this.#formRoot(),
    }
    return diagnose({ apiBase, version, others, root })
  }

  connectedCallback(): void {
    for (const name of optionNames) this.#upgrade(name)
    this.#schedule()
  }

  disconnectedCallback(): void {
    // Moving an element is taking it out and putting it in again: what was typed must survive that.
    queueMicrotask(() => {
      if (!this.isConnected) this.#takeAway()
    })
  }

  attributeChangedCallback(): void {
    this.#schedule()
  }

  /** @internal Gives an option. */
  getOption(name: keyof ElementOptions): unknown {
    return this.#options[name]
  }

  /** @internal Sets an option. */
  setOption(name: keyof ElementOptions, value: unknown): void {
    if (name === 'prefill' && typeof value === 'object' && value !== null) {
      this.setPrefill(value)
      return
    }
    Object.assign(this.#options, { [name]: value ?? undefined })
    this.#schedule()
  }

  get #handle(): VoterRegistrationHandle | null {
    return this.#stage.at === 'shown' ? this.#stage.handle : null
  }

  /** What a page has set before the element was known is an own property, which would hide the accessor for good. */
  #upgrade(name: keyof ElementOptions): void {
    if (!Object.hasOwn(this, name)) return
    const value = (this as unknown as Record<string, unknown>)[name]
    delete (this as unknown as Record<string, unknown>)[name]
    this.setOption(name, value)
  }

  /** Attributes and properties often change several at a time. */
  #schedule(): void {
    if (this.#isScheduled || !this.isConnected) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      if (this.isConnected) this.#goOn()
    })
  }

  #goOn(): void {
    const { apiBase, loading } = this.#read()
    switch (this.#stage.at) {
      case 'shown':
        this.#show()
        return
      case 'impossible':
        if (apiBase === undefined) return
        this.#stage = { at: 'waiting' }
        this.#begin(loading)
        return
      case 'waiting':
        if (apiBase !== undefined) this.#begin(loading)
        else {
          this.#warn('api-base is missing: the address of your BFF, for example https://register.partner.org/api.')
          this.#giveUp('misconfigured')
        }
        return
      case 'loading':
        return
      default:
        this.#stage satisfies never
    }
  }

  #begin(loading: ElementOptions['loading']): void {
    this.#stage = { at: 'loading' }
    if (loading === 'lazy') this.#whenNear(() => void this.#load())
    else void this.#load()
  }

  #whenNear(run: () => void): void {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        run()
      },
      { rootMargin: '400px' },
    )
    observer.observe(this)
    this.#stop.push(() => observer.disconnect())
  }

  async #load(): Promise<void> {
    try {
      const { mountForm } = await loadForm()
      if (!this.isConnected || this.#stage.at !== 'loading') return
      const { mount } = this.#prepare()
      this.#stage = { at: 'shown', form: mountForm(mount), handle: null }
      this.#show()
      if (new URLSearchParams(location.search).has('vr-diagnose')) await this.#printDiagnosis()
    } catch (error) {
      console.error('voter-registration: the form cannot be shown on this page.', error)
      this.#giveUp('unsupported')
    }
  }

  /** The shadow root: a frame for the form, and a slot for what stands between the tags. */
  #prepare(): Parts {
    if (this.#parts !== undefined) return this.#parts
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [look()]
    const [frame, mount] = [document.createElement('div'), document.createElement('div')]
    const [header, footer, fallback] = ['header', 'footer', ''].map((name) => {
      const slot = document.createElement('slot')
      if (name !== '') slot.name = name
      return slot
    }) as [HTMLSlotElement, HTMLSlotElement, HTMLSlotElement]
    frame.className = 'frame'
    frame.hidden = true
    frame.append(header, mount, footer)
    shadow.replaceChildren(frame, fallback)
    this.#parts = { frame, mount, fallback }
    return this.#parts
  }

  #show(): void {
    if (this.#stage.at !== 'shown') return
    const { kiosk, ...options } = this.#read()
    const idleSeconds = kiosk === true ? 90 : kiosk === false || kiosk === undefined ? undefined : kiosk.idleSeconds
    this.#stage.form.show({
      form: { ...this.#formProps(options), ...this.#callbacks, instanceId: this.#instanceId },
      onHandle: this.#onHandle,
      kiosk: idleSeconds === undefined ? undefined : { ...this.#kioskParts, idleSeconds },
    })
  }

  readonly #onHandle = (handle: VoterRegistrationHandle | null): void => {
    if (this.#stage.at !== 'shown') return
    this.#stage.handle = handle
    if (handle !== null) this.#reveal(true)
  }

  /** The form, or what stands between the tags; both where the form cannot be sent. */
  #reveal(isFormShown: boolean, isFallbackShown = !isFormShown): void {
    const parts = this.#parts
    if (parts === undefined) return
    parts.frame.hidden = !isFormShown
    parts.fallback.hidden = !isFallbackShown
    if (isFormShown && this.#stop.length === 0) this.#watch(parts.mount)
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
    forgetAddress()
    this.#addressPrefill = {}
    this.#show()
    queueMicrotask(() => {
      this.reset()
      this.#resetReason = undefined
    })
  }

  /** Follows the screens, for `:state()`, and a page that comes back out of the browser's cache. */
  #watch(mount: Element): void {
    const screens = new MutationObserver(() => this.#showState())
    screens.observe(mount, { subtree: true, attributeFilter: ['data-step'] })
    const restored = ({ persisted }: PageTransitionEvent) => {
      const { kiosk } = this.#read()
      if (persisted && kiosk !== undefined && kiosk !== false) this.#resetBecause('restored')
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
    if (this.#stage.at === 'shown') this.#stage.form.unmount()
    this.#stage = { at: 'waiting' }
    this.#isStarted = false
    this.#addressPrefill = undefined
    this.#internals?.states?.clear()
    this.#reveal(false)
  }

  /** The form cannot be here: what stands between the tags is all there is. */
  #giveUp(code: string): void {
    this.#stage = { at: 'impossible' }
    this.#internals?.states?.add('error')
    this.#reveal(false)
    this.#tell('vr-error', { code, retryable: false })
  }

  #warn(sentence: string): void {
    if (this.#warned.has(sentence)) return
    this.#warned.add(sentence)
    console.warn(`<voter-registration>: ${sentence}`)
  }

  /** Everything that was set, wherever it was: properties before attributes before the page's address. */
  #read(): Partial<ElementOptions> {
    const { trackingDefaults, ...attributes } = readAttributes(this, (sentence) => this.#warn(sentence))
    const set = Object.fromEntries(Object.entries(this.#options).filter(([, value]) => value !== undefined))
    const options: Partial<ElementOptions> = { ...attributes, ...set }
    const fromUrl = options.trackingFromUrl === true ? readTracking() : undefined
    this.#tracking = cleanTracking(options.tracking, fromUrl, trackingDefaults)
    const allowed = options.prefillFromUrl
    this.#addressPrefill ??= allowed === undefined || allowed === false ? undefined : takePrefill(allowed)
    const prefill = { ...this.#addressPrefill, ...attributes.prefill, ...this.#options.prefill }
    return { ...options, prefill }
  }

  /** The options that the form itself has. */
  #formProps(options: Partial<ElementOptions>): VoterRegistrationProps {
    const form = Object.fromEntries(Object.entries(options).filter(([name]) => !ownOptions.has(name)))
    const hasFallback = this.childNodes.length > 0
    return { apiBase: '', ...form, ...(hasFallback && { fallback: '' }) }
  }

  readonly #callbacks: Required<Pick<VoterRegistrationProps, CallbackName>> = {
    onReady: (detail) => {
      this.#internals?.states?.add('ready')
      this.#reveal(true)
      this.#tell('vr-ready', { ...detail, height: this.offsetHeight })
    },
    onStart: (detail) => {
      this.#isStarted = true
      this.#tell('vr-start', detail)
    },
    onInvalid: (detail) => this.#tell('vr-invalid', detail),
    onSubmit: (told) => {
      // oxlint-disable-next-line typescript/unbound-method -- it is left out, not called.
      const { preventDefault: _, ...detail } = told
      if (!this.#tell('vr-submit', detail)) told.preventDefault()
    },
    onResult: (detail) => this.#tell('vr-result', detail),
    onAction: (told) => {
      // oxlint-disable-next-line typescript/unbound-method -- it is left out, not called.
      const { preventDefault: _, ...detail } = told
      if (!this.#tell('vr-action', detail)) told.preventDefault()
    },
    onTrack: (detail) => this.#tell('vr-track', detail),
    onError: (detail) => {
      if (detail.code === 'broken') this.#reveal(this.childNodes.length === 0)
      if (detail.code === 'settings_unavailable') this.#reveal(true, true)
      this.#tell('vr-error', detail)
    },
    onReset: (detail) => {
      this.#isStarted = false
      this.#tell('vr-reset', { ...detail, reason: this.#resetReason ?? detail.reason })
    },
  }

  /** Tells the page. `false` when the page takes over what was about to happen. */
  #tell<Name extends ElementEventName>(name: Name, own: ElementEventDetails[Name]): boolean {
    const { partner, dataLayer, voteAmericaEvents } = this.#read()
    const detail = {
      instanceId: this.#instanceId,
      ...(partner !== undefined && { partner }),
      version,
      ...own,
      ...(Object.keys(this.#tracking).length > 0 && { tracking: this.#tracking }),
    }
    const event = new CustomEvent(name, { bubbles: true, composed: true, cancelable: cancelable.has(name), detail })
    const goesOn = this.dispatchEvent(event)
    if (typeof dataLayer === 'string' && dataLayer !== '') pushToDataLayer(dataLayer, name, detail, this.#tracking)
    if (voteAmericaEvents === true && goesOn) tellVoteAmerica(this, name, detail)
    return goesOn
  }

  async #printDiagnosis(): Promise<void> {
    const { checks } = await this.diagnose()
    for (const { ok, text } of checks) console.log(`<voter-registration> ${ok ? 'ok' : 'PROBLEM'}: ${text}`)
  }
}

/** Options that are the element's own business. */
const ownOptions: ReadonlySet<string> = new Set([
  'prefillFromUrl',
  'tracking',
  'trackingFromUrl',
  'loading',
  'dataLayer',
  'voteAmericaEvents',
  'kiosk',
])

/** What the shadow root holds. */
interface Parts {
  frame: HTMLElement
  mount: HTMLElement
  fallback: HTMLSlotElement
}

type CallbackName =
  | 'onReady'
  | 'onStart'
  | 'onInvalid'
  | 'onSubmit'
  | 'onResult'
  | 'onAction'
  | 'onTrack'
  | 'onError'
  | 'onReset'

for (const name of optionNames) {
  Object.defineProperty(VoterRegistrationElement.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: VoterRegistrationElement) {
      return this.getOption(name)
    },
    set(this: VoterRegistrationElement, value: unknown) {
      this.setOption(name, value)
    },
  })
}

declare global {
  interface HTMLElementTagNameMap {
    'voter-registration': VoterRegistrationElement
  }
}
