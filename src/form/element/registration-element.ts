/** `<voter-registration>`, except for how its program is loaded: each entry point decides that. */
import type { FormErrorCode } from '../widget/flow/flow-reducer.ts'
import type { Prefill, Status } from '../widget/options.ts'
import { version } from '../widget/version.ts'
import { tagNames } from './define-tag.ts'
import type * as diagnosing from './diagnose.ts'
import { dispatchEvent, type VoterRegistrationEventMap } from './element-events.ts'
import { type Drawing, drawFirstScreen } from './first-screen/drawn-screen.ts'
import { followOpeners } from './follow-openers.ts'
import { defineOptions, OptionElement } from './option-element.ts'
import { type ElementOptions, formOptions, getPropertyNames, readOptions } from './options.ts'
import type { MountedForm, MountOptions } from './program/mounted-form.tsx'
import { hasFallback, type ShadowParts, shadowParts } from './shadow-parts.ts'

const attributeNames = Object.keys(formOptions)
const propertyNames = getPropertyNames(formOptions)

let nextInstance = 1

/** @internal Mounts the form: what `import()` of its program brings. */
export type CreateForm = (options: MountOptions) => MountedForm

type Stage = { type: 'waiting' } | { type: 'loading' } | { type: 'running'; form: MountedForm } | { type: 'impossible' }

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

/** The element. It draws the form's first screen at once, and its program takes that over. The content between its tags is the
 *  fallback: it stays visible where nothing can be drawn until the form is loaded, and is shown again when the form breaks.
 *  Properties win over attributes, whenever they are set, and attributes over the page's address. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: see above.
export abstract class RegistrationElement extends OptionElement<ElementOptions> {
  static readonly version = version
  /** Versions of other copies that this page loaded but does not use. */
  static readonly others: string[] = []
  /** @internal Once the program is loaded. */
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
  #stage: Stage = { type: 'waiting' }
  #parts: ShadowParts | undefined
  #drawing: Drawing | undefined
  /** Set when the form was to be opened before there was a program. */
  #wanted: { opener: HTMLElement | undefined } | undefined
  #stop: (() => void)[] = []

  /** The status of the form. */
  get status(): Status {
    return this.#form?.handle?.status ?? (this.#stage.type === 'impossible' ? 'error' : 'loading')
  }

  /** Moves the focus to a field, or to the screen that is shown. */
  override focus(options?: FocusOptions & { field?: keyof Prefill }): void {
    this.#form?.focus(options)
  }

  /** Empties the form and starts again. */
  reset(): void {
    this.#form?.handle?.reset()
  }

  /** Fills fields that the voter has not touched. */
  setPrefill(prefill: Prefill): void {
    const { prefill: before } = this.written
    super.setOption('prefill', { ...(typeof before === 'object' && before), ...prefill })
    this.#form?.handle?.setPrefill(prefill)
  }

  /** @internal Sets an option; a prefill is merged into the one before. */
  override setOption(name: string, value: unknown): void {
    if (name === 'prefill' && typeof value === 'object' && value !== null) this.setPrefill(value)
    else super.setOption(name, value)
  }

  /** Opens a form with `display="dialog"`. A form that is still loading opens as soon as it is loaded;
   *  one that cannot be loaded does not open. */
  open(): void {
    this.#open()
  }

  /** Closes the form. Typed values stay. Does nothing while a registration is being sent. */
  close(): void {
    this.#wanted = undefined
    this.#form?.dialog?.close()
  }

  /** Checks the page around the form for problems, and reports them in sentences. Never rejects. */
  async diagnose(): Promise<diagnosing.Diagnosis> {
    const { others } = RegistrationElement
    const { apiBase, partner } = this.#readOptions()
    const root = this.#parts?.mount.querySelector<HTMLElement>('.vr-root') ?? null
    try {
      const { diagnose } = await this.loadDiagnose()
      return await diagnose({
        apiBase,
        partner,
        version,
        others,
        element: this,
        attributes: attributeNames,
        root,
      })
    } catch {
      const text = 'diagnose.js cannot be loaded. Serve it next to the script, and add its host to script-src.'
      return { version, ok: false, checks: [{ id: 'policy', ok: false, text }] }
    }
  }

  /** @internal Rejects when the program cannot be loaded, or when the page has broken what it needs. */
  protected abstract loadForm(): Promise<CreateForm>

  /** @internal Rejects when the checks cannot be loaded. */
  protected abstract loadDiagnose(): Promise<typeof diagnosing>

  disconnectedCallback(): void {
    this.#form?.dialog?.end()
    // Moving an element removes it and inserts it again: typed values must survive that.
    queueMicrotask(() => {
      if (!this.isConnected) this.#takeAway()
    })
  }

  get #form(): MountedForm | undefined {
    return this.#stage.type === 'running' ? this.#stage.form : undefined
  }

  protected override optionsChanged(): void {
    const { type } = this.#stage
    const { apiBase, loading, display } = this.#readOptions()
    if (this.#form !== undefined) this.#form.show()
    else if (type !== 'loading' && apiBase !== undefined) {
      this.#stage = { type: 'loading' }
      // What a first try has drawn stays for the next, with all that was typed.
      if (RegistrationElement.createForm === undefined)
        this.#drawing ??= drawFirstScreen(this, this.#readOptions(), {
          instanceId: this.#instanceId,
          onDrawn: (parts) => (this.#parts = parts),
        })
      // The checks need the form, so they load it at once.
      const isLazy = loading === 'lazy' && !isDiagnosing()
      if (isLazy) this.#stop.push(whenNearViewport(this, () => void this.#load()))
      else void this.#load()
      if (display === 'dialog') this.#stop.push(followOpeners(this.#openable))
    } else if (type === 'waiting') {
      const message = 'api-base is missing. Set it to the URL of your BFF.'
      this.warn(message)
      this.#giveUp('misconfigured', message)
    }
  }

  #readOptions(): Partial<ElementOptions> {
    return readOptions(formOptions, this, this.written)
  }

  #open(opener?: HTMLElement): void {
    if (this.#form === undefined) this.#wanted = { opener }
    else this.#form.open(opener)
    if (this.#stage.type === 'loading') void this.#load()
  }

  readonly #openable = {
    isMeant: (name: string) => name === '' || name === this.id,
    canOpen: () => this.#form !== undefined && this.#parts?.isFormShown() === true,
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
      const drawing = this.#drawing
      const screen = await drawing?.finish()
      if (!this.isConnected || this.#stage.type !== 'loading') return
      // Taken away and put back meanwhile: another screen was drawn.
      if (drawing !== this.#drawing) return await this.#loadOnce()
      const form = createForm({
        element: this,
        instanceId: this.#instanceId,
        internals: this.#internals,
        properties: this.written,
        screen,
        warn: (sentence) => this.warn(sentence),
        onBroken: () => this.#giveUp(),
      })
      this.#parts = form.parts
      this.#stage = { type: 'running', form }
      form.show()
      if (this.#wanted) form.open(this.#wanted.opener)
      void printDiagnosis(this)
    } catch (error) {
      const message = 'This page or browser lacks a feature that the form needs.'
      console.error(`voter-registration: ${message}`, error)
      this.#giveUp('unsupported', message)
    }
  }

  #takeAway(): void {
    for (const stop of this.#stop.splice(0)) stop()
    this.#wanted = undefined
    // The next screen that is drawn takes over what was typed into this one; on a device of many voters, nothing.
    const isKept = this.#form === undefined && !this.#readOptions().kiosk
    this.#form?.takeAway()
    this.#stage = { type: 'waiting' }
    // What comes late is not drawn over the next form.
    void this.#drawing?.finish()
    this.#drawing = undefined
    this.#internals?.states?.clear()
    this.#parts?.reveal(false, true)
    if (!isKept) this.#parts?.mount.remove()
  }

  /** Gives up: what is drawn stays, else the fallback is shown or, without one, a sentence. */
  #giveUp(code?: FormErrorCode, message = ''): void {
    this.#stage = { type: 'impossible' }
    this.#internals?.states?.add('error')
    this.#drawing?.failed()
    const { officialUrl, partner } = this.#readOptions()
    // The page's HTML may have brought a first screen, which works without us.
    const isDrawn = (this.#parts?.mount ?? this.shadowRoot)?.querySelector('form') != null
    if (!isDrawn) this.#parts ??= shadowParts(this)
    this.#parts?.reveal(isDrawn, true)
    if (!hasFallback(this) && !isDrawn) this.#parts?.apologize(officialUrl)
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
