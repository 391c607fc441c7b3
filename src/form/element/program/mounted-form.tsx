/** The form inside its element: React takes over what is drawn, or renders it. */
import { startTransition, useLayoutEffect, useRef } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { hasDiagnosis, isFinal } from '../../widget/flow/flow-reducer.ts'
import { type LazyParts, LazyPartsContext } from '../../widget/lazy-parts.ts'
import type { VoterRegistrationHandle } from '../../widget/options.ts'
import { adoptLaterStyles } from '../../widget/styles/stylesheet.ts'
import { lookOf } from '../../widget/use-root.ts'
import { VoterRegistration } from '../../widget/voter-registration.tsx'
import type { InternalFormProps } from '../../widget/voter-registration-props.ts'
import { createCallbacks, dispatchEvent, type ElementEventName } from '../element-events.ts'
import type { FirstScreen } from '../first-screen/first-screen.ts'
import { applyAttributes } from '../first-screen/render-static.ts'
import type { ElementOptions } from '../options.ts'
import { createShadowLayout, hasFallback, type ShadowLayout } from '../shadow-layout.ts'
import { adoptDialogStyles, FormDialog, themeAttributes } from './form-dialog.ts'
import { type EarlyInput, findServerRenderedScreen, watchEarlyInput } from './preserve-input.ts'
import { FormOptions, toFormProps } from './read-form-options.ts'

export { lazyPart } from '../../widget/lazy-parts.ts'

export interface MountOptions {
  element: HTMLElement
  instanceId: string
  internals: ElementInternals | undefined
  properties: Partial<ElementOptions>
  /** The screen to take over; `undefined` where nothing is drawn. */
  screen: FirstScreen | undefined
  warn: (message: string) => void
  /** Called when the form breaks before React has it: what is drawn stays, and continues at our own page. */
  onBroken: () => void
}

export class MountedForm {
  static readonly instances = new Set<MountedForm>()
  readonly layout: ShadowLayout
  /** `undefined` for an inline form. */
  readonly dialog: FormDialog | undefined
  /** `null` until React has the form: before, what is drawn is all there is. */
  handle: VoterRegistrationHandle | null = null
  readonly #host: MountOptions
  readonly #lazyParts: () => LazyParts
  readonly #options: FormOptions
  /** Whether what is drawn is what React renders first. */
  readonly #canHydrate: boolean
  /** `undefined` where there is no first screen, and once React has the form. */
  #earlyInput: EarlyInput | undefined
  readonly #followsScript: boolean
  /** What React removes: its records are there only within the same task. */
  readonly #removalObserver = new MutationObserver(() => undefined)
  readonly #screenObserver = new MutationObserver(() => this.#showState())
  #root: Root | undefined
  #isHydrated = false
  /** Whether options have changed since React was given the form. */
  #isOutdated = false

  constructor(host: MountOptions, lazyParts: () => LazyParts) {
    const { element, screen } = host
    this.#host = host
    this.#lazyParts = lazyParts
    this.#options = new FormOptions(host)
    const { isolation, display, kiosk = false } = this.#options.read()
    const attachServerScreen = findServerRenderedScreen(element.shadowRoot)
    this.dialog = display === 'dialog' ? this.#createDialog() : undefined
    this.layout = screen?.layout ?? createShadowLayout(element, isolation, this.dialog)
    this.#attach()
    const { mount } = this.layout
    const hasScreen = screen !== undefined || (kiosk === false && attachServerScreen(this.layout))
    if (hasScreen) this.#earlyInput = watchEarlyInput(mount)
    this.#canHydrate = screen?.language === 'en' || screen?.catalog !== undefined
    this.#followsScript = element.previousElementSibling?.matches('script[data-api-base]') === true
    this.#removalObserver.observe(mount, { childList: true, subtree: true })
    MountedForm.instances.add(this)
  }

  focus(options?: Parameters<VoterRegistrationHandle['focus']>[0]): void {
    // When React removes what has the focus, it gives it to the element: the voter did not ask for the screen's beginning.
    const isByReact = options === undefined && this.#removalObserver.takeRecords().length > 0
    if (!isByReact) this.handle?.focus(options)
  }

  open(opener?: HTMLElement): void {
    if (this.dialog === undefined) this.#host.warn('open() needs display="dialog".')
    this.dialog?.open(opener)
  }

  show(): void {
    const props = this.#readProps()
    this.#attach()
    const { mount } = this.layout
    if (this.#root !== undefined) {
      // React takes nothing over where it is told of a change before.
      if (this.#isHydrated) this.#root.render(this.#createContent(props))
      else this.#isOutdated = true
    } else if (this.#canHydrate) {
      // The page may have changed the look since it was drawn, and React takes attributes over as they are.
      if (mount.firstElementChild instanceof HTMLElement) {
        const { tokens = {}, ...attributes } = lookOf(props.appearance)
        mount.firstElementChild.removeAttribute('style')
        applyAttributes(mount.firstElementChild, attributes, tokens)
      }
      // What is drawn has only room for languages: those of the page come after.
      const { languages, ...hydrationProps } = props
      this.#isOutdated = languages !== undefined
      // The default lane is not cut into pieces: a key that is pressed meanwhile would wait for the whole form.
      startTransition(() => {
        this.#root = hydrateRoot(mount, this.#createContent(hydrationProps), {
          onRecoverableError: (error) =>
            console.warn('voter-registration: the form was rendered again and kept its input.', error),
        })
      })
    } else {
      mount.replaceChildren()
      this.#root = createRoot(mount)
      this.#root.render(this.#createContent(props))
    }
  }

  unmount(): void {
    MountedForm.instances.delete(this)
    this.#screenObserver.disconnect()
    this.#root?.unmount()
    this.#earlyInput?.end()
    this.#removalObserver.disconnect()
    this.handle = null
  }

  #createContent(props: InternalFormProps) {
    return (
      <LazyPartsContext.Provider value={this.#lazyParts()}>
        <VoterRegistration {...props} ref={this.#onHandle} />
      </LazyPartsContext.Provider>
    )
  }

  #readProps(): InternalFormProps {
    const { element, instanceId, screen, warn } = this.#host
    const { locale = 'auto', locales, ...options } = this.#options.read()
    const { isolation = 'shadow', display = 'inline' } = options
    const warnAbout = (name: string) =>
      warn(`${name} is read once, on mount. To change it, remove the element and add it again.`)
    if (isolation !== this.layout.isolation) warnAbout('isolation')
    if ((display === 'dialog') !== (this.dialog !== undefined)) warnAbout('display')
    const { language, catalog } = screen ?? {}
    return {
      ...toFormProps(options),
      // What is drawn has found its language already.
      locale: locale === 'auto' && language !== undefined ? language : locale,
      ...((locales ?? catalog) && { locales: locales ?? [catalog].flatMap((entry) => entry ?? []) }),
      ...(hasFallback(element) && { fallback: '' }),
      ...this.#callbacks,
      // Until the texts are in the page's language, the fallback is easier to read.
      onSettled: () => this.#setVisible(true),
      instanceId,
      embedType: 'element',
      typedBefore: this.#readTypedBefore,
      comesBack: this.#isComingBack,
      consentExtra:
        this.layout.isolation === 'shadow' ? <slot name="consent-extra" /> : <ConsentExtra element={element} />,
      ...(this.dialog && { className: 'vr-dialog-form', onWords: this.dialog.label }),
    }
  }

  /** Moves the form to where it belongs, with the style sheets that the first screen did without. */
  #attach(): void {
    this.layout.attach()
    const { shadowRoot } = this.#host.element
    for (const root of [shadowRoot, this.layout.mount.getRootNode()]) {
      if (root === null) continue
      adoptLaterStyles(root)
      if (this.dialog) adoptDialogStyles(root)
    }
  }

  #createDialog(): FormDialog {
    return new FormDialog({
      isShown: () => this.layout.isFormShown(),
      isBusy: () => this.handle?.status === 'submitting',
      onToggle: (name) => {
        this.#attach()
        if (name === 'vr-open') this.focus({ preventScroll: true })
        this.#dispatch(name, {})
      },
    })
  }

  readonly #readTypedBefore = () => this.#earlyInput?.readValues() ?? new Map<string, string>()

  /** A script tag that runs again, and Turbo, mean the same form. */
  readonly #isComingBack = () => this.#followsScript || 'Turbo' in globalThis

  readonly #onHandle = (handle: VoterRegistrationHandle | null): void => {
    this.handle = handle
    if (handle === null || this.#isHydrated) return
    this.#isHydrated = true
    this.#earlyInput?.end()
    this.#earlyInput = undefined
    if (this.#isOutdated) this.#root?.render(this.#createContent(this.#readProps()))
    // Not while React is still at it.
    queueMicrotask(() => this.#host.screen?.pendingSubmit.finish())
  }

  #setVisible(isFormShown: boolean, isFallbackShown = !isFormShown): void {
    this.layout.setVisible(isFormShown, isFallbackShown)
    if (!isFormShown) return
    this.#screenObserver.observe(this.layout.mount, {
      subtree: true,
      attributeFilter: ['data-step', 'style', ...themeAttributes],
    })
    this.#showState()
    this.dialog?.onFormShown()
  }

  readonly #formRoot = () => this.layout.mount.querySelector<HTMLElement>('.vr-root')

  /** Sets one of `:state(submitting)`, `:state(result)`, `:state(error)`, or none; needs a browser with states (since 2024). */
  #showState(): void {
    this.dialog?.follow(this.#formRoot())
    const { states } = this.#host.internals ?? {}
    for (const name of ['submitting', 'result', 'error'])
      states?.[this.handle?.status === name ? 'add' : 'delete'](name)
  }

  /** The form broke before React had it: what is drawn comes back, with all that was typed. */
  #restoreFirstScreen(): boolean {
    const { screen, onBroken } = this.#host
    if (screen === undefined || this.#isHydrated) return false
    // Not within React's own work.
    setTimeout(() => {
      this.unmount()
      this.layout.mount.replaceChildren(screen.root)
      onBroken()
    })
    return true
  }

  readonly #callbacks = createCallbacks((name, detail) => {
    const { element, internals, warn } = this.#host
    const { code = '', message, reason } = detail
    if (name === 'vr-ready') {
      internals?.states?.add('ready')
      this.#setVisible(true)
      return this.#dispatch(name, { ...detail, height: element.offsetHeight })
    }
    if (name === 'vr-error' && !(code === 'broken' && this.#restoreFirstScreen())) {
      // After the last step the form shows a refusal on a screen of its own.
      const step = this.#formRoot()?.dataset.step ?? 'broken'
      if (code === 'broken' || (isFinal(code) && step === 'broken')) {
        this.#setVisible(!hasFallback(element))
        this.#showState()
      }
      if (code === 'settings_unavailable') this.#setVisible(true, true)
      if (hasDiagnosis(code)) warn(`${message} Open this page with ?vr-diagnose, and the console says why.`)
    }
    if (reason === 'idle' || reason === 'restored') {
      this.dialog?.close()
      this.#options.forgetAddress()
    }
    return this.#dispatch(name, detail)
  })

  #dispatch(name: ElementEventName, detail: object): boolean {
    const { element, instanceId } = this.#host
    return dispatchEvent(element, name, { instanceId, partner: this.#options.read().partner, ...detail })
  }
}

function ConsentExtra({ element }: { element: Element }) {
  const place = useRef<HTMLDivElement>(null)
  // The page's own document has no slots: its content moves here, and back when the form is unmounted.
  useLayoutEffect(() => {
    const extra = [...element.querySelectorAll(':scope > [slot=consent-extra]')]
    place.current?.append(...extra)
    return () => element.append(...extra)
  }, [element])
  return <div ref={place} />
}
