/** Shows the first screen of a form while its program loads. */
import { bffPaths, joinUrl, messagesPath, partnerPath, scriptsPath } from '../../../contract/routes.ts'
import type { Catalog } from '../../locales/catalog.ts'
import { version } from '../../widget/version.ts'
import type { ElementOptions } from '../options.ts'
import { createShadowLayout, type ShadowLayout } from '../shadow-layout.ts'
import { english } from './english.ts'
import { getFirstScreenOptions } from './first-screen-options.ts'
import { type PendingSubmit, queueSubmit } from './pending-submit.ts'
import { applyAttributes, type FirstScreens, listControls, renderStatic, restoreFocus } from './render-static.ts'

/** The rendered first screen, which the program hydrates. */
export interface FirstScreen {
  root: HTMLElement
  layout: ShadowLayout
  language: string
  /** The texts in that language. `undefined` for English, and if they cannot be loaded. */
  catalog: Catalog | undefined
  pendingSubmit: PendingSubmit
}

export interface FirstScreenTask {
  /** Resolves with the screen to hydrate; `undefined` if nothing was rendered in time, or will be. Never rejects. */
  finish(): Promise<FirstScreen | undefined>
  /** Call when the program cannot be loaded. */
  fail(): void
}

interface FirstScreenDeps {
  instanceId: string
  /** Called when the screen is rendered: after a fetch if it is not in English. */
  onRendered: (layout: ShadowLayout) => void
}

/** Returns `undefined` for a form that only the program can render. */
export function renderFirstScreen(
  host: HTMLElement,
  options: Partial<ElementOptions>,
  { instanceId, onRendered }: FirstScreenDeps,
): FirstScreenTask | undefined {
  const screenOptions = getFirstScreenOptions(host, options)
  if (screenOptions === undefined) return undefined
  const { apiBase = '', partner, officialUrl } = options
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(joinUrl(apiBase, path), { credentials: 'omit', signal: AbortSignal.timeout(10_000) })
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}.`)
    return response.json()
  }
  const getForPartner = (path: string) => get(partnerPath(path, partner))
  const isEnglish = screenOptions.language === 'en'
  let firstScreen: Omit<FirstScreen, 'catalog'> | undefined
  let isOver = false
  let hasFailed = false

  const show = ({ messages, screens }: FirstScreens) => {
    const screen = screens[screenOptions.layout]
    if (isOver || screen === undefined) return
    const root = renderStatic(screen, { ...screenOptions, instanceId })
    const restoreInput = captureInput(host.shadowRoot)
    const layout = createShadowLayout(host)
    const { mount } = layout
    mount.replaceChildren(root)
    // Present from the start: screen readers announce only changes.
    const status = document.createElement('div')
    const { lang, dir } = root
    applyAttributes(
      status,
      { class: 'vr-root vr-early', role: 'status', lang, dir, ...screenOptions.root },
      screenOptions.tokens,
    )
    mount.after(status)
    const pendingSubmit = queueSubmit({
      mount,
      messages,
      status,
      officialUrl,
      isKiosk: screenOptions.layout.endsWith('kiosk'),
      hasHostedPage: async () => {
        const { features } = (await getForPartner(bffPaths.settings)) as { features?: { page?: boolean } }
        return features?.page !== false
      },
    })
    firstScreen = { root, layout, language: screenOptions.language, pendingSubmit }
    if (hasFailed) pendingSubmit.fail()
    onRendered(layout)
    layout.setVisible(true, false)
    restoreInput(root)
  }
  const catalog = isEnglish
    ? undefined
    : getForPartner(messagesPath(screenOptions.language, version)).catch(() => undefined)
  const isBuiltIn = isEnglish && english.screens[screenOptions.layout] !== undefined
  const file = `${scriptsPath}/${version}/first-screen.${screenOptions.language}.json`
  // Asynchronous, so that a slow phone requests the program before it builds the screen, still within the same frame. A BFF
  // of another version has no such file: then the program renders the form.
  ;(isBuiltIn ? Promise.resolve(english) : get(file)).then(
    (data) => show(data as FirstScreens),
    () => undefined,
  )

  return {
    async finish() {
      isOver = true
      if (firstScreen === undefined) return undefined
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the program leaves out texts of another kind.
      return { ...firstScreen, catalog: (await catalog) as Catalog | undefined }
    },
    fail() {
      hasFailed = true
      firstScreen?.pendingSubmit.fail()
    },
  }
}

/** Reads the input of a server-rendered first screen. Returns a function that writes it into another one. */
function captureInput(shadow: ShadowRoot | null): (root: HTMLElement) => void {
  const oldControls = shadow === null ? [] : listControls(shadow)
  const focused = shadow?.activeElement
  return (root) => {
    for (const field of listControls(root)) {
      const oldControl = oldControls.find(({ name }) => name === field.name)
      if (oldControl === undefined) continue
      field.value = oldControl.value
      if (oldControl === focused) restoreFocus(field, oldControl)
    }
  }
}
