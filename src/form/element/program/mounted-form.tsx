/** Mounts the form inside its element: hydrates the first screen, or renders the form. */
import { startTransition, useLayoutEffect, useRef } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { hasDiagnosis, isFinal } from '../../widget/flow/flow-reducer.ts'
import { type LazyParts, LazyPartsContext } from '../../widget/lazy-parts.ts'
import type { VoterRegistrationHandle } from '../../widget/options.ts'
import { adoptLaterStyles } from '../../widget/styles/stylesheet.ts'
import { getAppearanceAttributes } from '../../widget/use-root.ts'
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
  /** The screen to hydrate, if one was rendered. */
  screen: FirstScreen | undefined
  warn: (message: string) => void
  /** Called when the form crashes before hydration: the first screen stays, and submits to the hosted page. */
  onBroken: () => void
}

export class MountedForm {
  static readonly instances = new Set<MountedForm>()
  readonly layout: ShadowLayout
  /** `undefined` for an inline form. */
  readonly dialog: FormDialog | undefined
  /** `null` until React has hydrated the form. */
  handle: VoterRegistrationHandle | null = null
  readonly #host: MountOptions
  readonly #lazyParts: () => LazyParts
  readonly #options: FormOptions
  /** Whether the first screen equals React's first render. */
  readonly #canHydrate: boolean
  /** `undefined` without a first screen, and after hydration. */
  #earlyInput: EarlyInput | undefined
  readonly #followsScript: boolean
  /** Records removals by React; they are available within the same task only. */
  readonly #removalObserver = new MutationObserver(() => undefined)
  readonly #screenObserver = new MutationObserver(() => this.#showState())
  #root: Root | undefined
  #isHydrated = false
  /** Whether options have changed since the first render. */
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
    // Removing the focused node makes the browser focus the element: the voter did not ask for that.
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
      // A render before hydration has ended would discard the first screen.
      if (this.#isHydrated) this.#root.render(this.#createContent(props))
      else this.#isOutdated = true
    } else if (this.#canHydrate) {
      // The page may have changed the theme since, and hydration keeps attributes as they are.
      if (mount.firstElementChild instanceof HTMLElement) {
        const { tokens = {}, ...attributes } = getAppearanceAttributes(props.appearance)
        mount.firstElementChild.removeAttribute('style')
        applyAttributes(mount.firstElementChild, attributes, tokens)
      }
      // The first screen only reserves space for languages: they are rendered after hydration.
      const { languages, ...hydrationProps } = props
      this.#isOutdated = languages !== undefined
      // Hydrate in a transition, so that input stays responsive.
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
      // The first screen has determined the language already.
      locale: locale === 'auto' && language !== undefined ? language : locale,
      ...((locales ?? catalog) && { locales: locales ?? [catalog].flatMap((entry) => entry ?? []) }),
      ...(hasFallback(element) && { fallback: '' }),
      ...this.#callbacks,
      // Until the texts are in the page's language, the fallback stays.
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

  /** Attaches the form, with the style sheets that the first screen does not need. */
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

  /** A script tag that runs again, and Turbo, put back the same form. */
  readonly #isComingBack = () => this.#followsScript || 'Turbo' in globalThis

  readonly #onHandle = (handle: VoterRegistrationHandle | null): void => {
    this.handle = handle
    if (handle === null || this.#isHydrated) return
    this.#isHydrated = true
    this.#earlyInput?.end()
    this.#earlyInput = undefined
    if (this.#isOutdated) this.#root?.render(this.#createContent(this.#readProps()))
    // After React's commit.
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

  /** Restores the first screen, with its input, if the form crashed before hydration. */
  #restoreFirstScreen(): boolean {
    const { screen, onBroken } = this.#host
    if (screen === undefined || this.#isHydrated) return false
    // Outside React's render.
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
      // An error after submit has its own screen.
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
  // Outside a shadow root there are no slots: move the content here, and back on unmount.
  useLayoutEffect(() => {
    const extra = [...element.querySelectorAll(':scope > [slot=consent-extra]')]
    place.current?.append(...extra)
    return () => element.append(...extra)
  }, [element])
  return <div ref={place} />
}
