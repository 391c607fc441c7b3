/** `<voter-registration>`, except for how its program is loaded, which each entry point decides. */
import type { FormErrorCode, formErrors } from '../widget/flow/flow-reducer.ts'
import type { Prefill, Status } from '../widget/options.ts'
import { version } from '../widget/version.ts'
import { tagNames } from './define-tag.ts'
import type * as diagnosing from './diagnose.ts'
import { watchDialogTriggers } from './dialog-triggers.ts'
import { dispatchEvent, type VoterRegistrationEventMap } from './element-events.ts'
import { type FirstScreenTask, renderFirstScreen } from './first-screen/first-screen.ts'
import { defineOptions, OptionElement } from './option-element.ts'
import { type ElementOptions, formOptions, getPropertyNames, readElementOptions } from './options.ts'
import type { MountedForm, MountOptions } from './program/mounted-form.tsx'
import { createShadowLayout, hasFallback, type ShadowLayout } from './shadow-layout.ts'

const attributeNames = Object.keys(formOptions)
const propertyNames = getPropertyNames(formOptions)

let nextInstance = 1

/** @internal Mounts the form; exported by the program. */
export type CreateForm = (options: MountOptions) => MountedForm

type ElementState =
  | { type: 'waiting' }
  | { type: 'loading' }
  | { type: 'running'; form: MountedForm }
  | { type: 'impossible' }

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- it types addEventListener, which a class cannot.
export interface RegistrationElement extends ElementOptions {
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

/** The element. Renders the form's first screen immediately, and hydrates it when the program has loaded. The content between
 *  its tags is the fallback: visible until something is rendered, and again if the form crashes. Properties win over
 *  attributes, and attributes over the page's URL. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: see above.
export abstract class RegistrationElement extends OptionElement<ElementOptions> {
  static readonly version = version
  /** Versions of other copies that this page loaded but does not use. */
  static readonly otherVersions: string[] = []
  /** @internal Set once the program has loaded. */
  static createForm: CreateForm | undefined

  static get observedAttributes(): readonly string[] {
    return attributeNames
  }

  readonly version = version
  /** @internal */
  protected readonly tag = tagNames.form
  /** @internal */
  protected readonly propertyNames = propertyNames
  readonly #instanceId = `vre${nextInstance++}`
  readonly #internals = typeof this.attachInternals === 'function' ? this.attachInternals() : undefined
  #state: ElementState = { type: 'waiting' }
  #layout: ShadowLayout | undefined
  #firstScreen: FirstScreenTask | undefined
  /** Set by open() until the program has loaded. */
  #pendingOpen: { opener: HTMLElement | undefined } | undefined
  #cleanups: (() => void)[] = []

  /** The status of the form. */
  get status(): Status {
    return this.#form?.handle?.status ?? (this.#state.type === 'impossible' ? 'error' : 'loading')
  }

  /** Moves the focus to a field, or to the heading of the current screen. */
  override focus(options?: FocusOptions & { field?: keyof Prefill }): void {
    this.#form?.focus(options)
  }

  /** Clears the form and starts over. */
  reset(): void {
    this.#form?.handle?.reset()
  }

  /** Fills fields that the voter has not touched. */
  setPrefill(prefill: Prefill): void {
    const { prefill: previous } = this.values
    super.setOption('prefill', { ...(typeof previous === 'object' && previous), ...prefill })
    this.#form?.handle?.setPrefill(prefill)
  }

  /** @internal Sets an option; merges a prefill into the previous one. */
  override setOption(name: string, value: unknown): void {
    if (name === 'prefill' && typeof value === 'object' && value !== null) this.setPrefill(value)
    else super.setOption(name, value)
  }

  /** Opens a form with `display="dialog"`, as soon as it has loaded. A form that cannot be loaded does not open. */
  open(): void {
    this.#open()
  }

  /** Closes the form. Typed values stay. Does nothing while a registration is being sent. */
  close(): void {
    this.#pendingOpen = undefined
    this.#form?.dialog?.close()
  }

  /** Checks the page around the form, and describes the problems found. Never rejects. */
  async diagnose(): Promise<diagnosing.Diagnosis> {
    const { otherVersions } = RegistrationElement
    const { apiBase, partner } = this.#readOptions()
    const root = this.#layout?.mount.querySelector<HTMLElement>('.vr-root') ?? null
    try {
      const { diagnose } = await this.loadDiagnose()
      return await diagnose({
        apiBase,
        partner,
        version,
        otherVersions,
        element: this,
        attributes: attributeNames,
        root,
      })
    } catch {
      const text = 'diagnose.js cannot be loaded. Serve it next to the script, and add its host to script-src.'
      return { version, ok: false, checks: [{ id: 'policy', ok: false, text }] }
    }
  }

  /** @internal Rejects if the program cannot be loaded or run. */
  protected abstract loadForm(): Promise<CreateForm>

  /** @internal Rejects if the checks cannot be loaded. */
  protected abstract loadDiagnose(): Promise<typeof diagnosing>

  disconnectedCallback(): void {
    this.#form?.dialog?.end()
    // Moving an element disconnects and reconnects it: keep its input.
    queueMicrotask(() => {
      if (!this.isConnected) this.#unmount()
    })
  }

  get #form(): MountedForm | undefined {
    return this.#state.type === 'running' ? this.#state.form : undefined
  }

  protected override optionsChanged(): void {
    const { type } = this.#state
    const { apiBase, loading, display } = this.#readOptions()
    if (this.#form !== undefined) this.#form.show()
    else if (type !== 'loading' && apiBase !== undefined) {
      this.#state = { type: 'loading' }
      // The first screen of a failed attempt stays, with its input.
      if (RegistrationElement.createForm === undefined)
        this.#firstScreen ??= renderFirstScreen(this, this.#readOptions(), {
          instanceId: this.#instanceId,
          onRendered: (layout) => (this.#layout = layout),
        })
      // The checks need the form, so they load it immediately.
      const isLazy = loading === 'lazy' && !isDiagnosing()
      if (isLazy) this.#cleanups.push(whenNearViewport(this, () => void this.#load()))
      else void this.#load()
      if (display === 'dialog') this.#cleanups.push(watchDialogTriggers(this.#openable))
    } else if (type === 'waiting') {
      const message: (typeof formErrors)['misconfigured'] = 'api-base is missing. Set it to the URL of your BFF.'
      this.warn(message)
      this.#giveUp('misconfigured', message)
    }
  }

  #readOptions(): Partial<ElementOptions> {
    return readElementOptions(formOptions, this, this.values)
  }

  #open(opener?: HTMLElement): void {
    if (this.#form === undefined) this.#pendingOpen = { opener }
    else this.#form.open(opener)
    if (this.#state.type === 'loading') void this.#load()
  }

  readonly #openable = {
    isTarget: (name: string) => name === '' || name === this.id,
    canOpen: () => this.#form !== undefined && this.#layout?.isFormShown() === true,
    open: (opener: HTMLElement) => this.#open(opener),
  }

  #loading: Promise<void> | undefined

  #load(): Promise<void> {
    this.#loading ??= this.#loadOnce().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #loadOnce(): Promise<void> {
    try {
      const createForm = await this.loadForm()
      RegistrationElement.createForm = createForm
      const drawing = this.#firstScreen
      const screen = await drawing?.finish()
      if (!this.isConnected || this.#state.type !== 'loading') return
      // The element was removed and inserted again: another screen was rendered.
      if (drawing !== this.#firstScreen) return await this.#loadOnce()
      const form = createForm({
        element: this,
        instanceId: this.#instanceId,
        internals: this.#internals,
        properties: this.values,
        screen,
        warn: (message) => this.warn(message),
        onBroken: () => this.#giveUp(),
      })
      this.#layout = form.layout
      this.#state = { type: 'running', form }
      form.show()
      if (this.#pendingOpen) form.open(this.#pendingOpen.opener)
      void printDiagnosis(this)
    } catch (error) {
      const message: (typeof formErrors)['unsupported'] = 'This page or browser lacks a feature that the form needs.'
      console.error(`voter-registration: ${message}`, error)
      this.#giveUp('unsupported', message)
    }
  }

  #unmount(): void {
    for (const stop of this.#cleanups.splice(0)) stop()
    this.#pendingOpen = undefined
    // The next first screen gets the input of this one, except in kiosk mode.
    const isKept = this.#form === undefined && !this.#readOptions().kiosk
    this.#form?.unmount()
    this.#state = { type: 'waiting' }
    // Ignore a late first screen.
    void this.#firstScreen?.finish()
    this.#firstScreen = undefined
    this.#internals?.states?.clear()
    this.#layout?.setVisible(false, true)
    if (!isKept) this.#layout?.mount.remove()
  }

  /** Keeps the first screen, or else shows the fallback or, without one, a message. */
  #giveUp(code?: FormErrorCode, message = ''): void {
    this.#state = { type: 'impossible' }
    this.#internals?.states?.add('error')
    this.#firstScreen?.fail()
    const { officialUrl, partner } = this.#readOptions()
    // A server-rendered first screen works without the program.
    const isDrawn = (this.#layout?.mount ?? this.shadowRoot)?.querySelector('form') != null
    if (!isDrawn) this.#layout ??= createShadowLayout(this)
    this.#layout?.setVisible(isDrawn, true)
    if (!hasFallback(this) && !isDrawn) this.#layout?.showUnavailable(officialUrl)
    if (code === undefined) return
    dispatchEvent(this, 'vr-error', { instanceId: this.#instanceId, partner, code, retryable: false, message })
    void printDiagnosis(this)
  }
}

defineOptions(RegistrationElement.prototype, propertyNames)

const isDiagnosing = () => new URLSearchParams(location.search).has('vr-diagnose')

async function printDiagnosis(element: RegistrationElement): Promise<void> {
  if (!isDiagnosing()) return
  const { checks } = await element.diagnose()
  for (const { ok, text } of checks) console.log(`<voter-registration> ${ok ? 'ok' : 'PROBLEM'}: ${text}`)
}

function whenNearViewport(element: Element, run: () => void): () => void {
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
