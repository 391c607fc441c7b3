/** A form that shows its first screen before its program is there. */
import { bffPaths, joinUrl, messagesPath, partnerPath, scriptsPath } from '../../../contract/routes.ts'
import type { Catalog } from '../../locales/catalog.ts'
import { version } from '../../widget/version.ts'
import type { ElementOptions } from '../options.ts'
import { type ShadowParts, shadowParts } from '../shadow-parts.ts'
import { draw, dress, type FirstScreens, focusAsBefore, listControls } from './draw.ts'
import { type EarlyPress, watchEarlyPress } from './early-press.ts'
import { english } from './english.ts'
import { firstLook } from './first-look.ts'

/** What is on the screen, for the program that takes it over. */
export interface DrawnScreen {
  root: HTMLElement
  parts: ShadowParts
  language: string
  /** The texts of that language. `undefined` for English, which the program has, and where they cannot be loaded. */
  catalog: Catalog | undefined
  press: EarlyPress
}

export interface Drawing {
  /** Resolves with what the program takes over; `undefined` when nothing was drawn in time. Stops drawing. Never rejects. */
  finish(): Promise<DrawnScreen | undefined>
  /** The program does not come. */
  failed(): void
}

interface DrawingDeps {
  instanceId: string
  /** Called when the screen is there: at once, unless its language has to be fetched. */
  onDrawn: (parts: ShadowParts) => void
}

/** Returns `undefined` for a form that only the program can draw. */
export function drawFirstScreen(
  host: HTMLElement,
  options: Partial<ElementOptions>,
  { instanceId, onDrawn }: DrawingDeps,
): Drawing | undefined {
  const look = firstLook(host, options)
  if (look === undefined) return undefined
  const { apiBase = '', partner, officialUrl } = options
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(joinUrl(apiBase, path), { credentials: 'omit', signal: AbortSignal.timeout(10_000) })
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}.`)
    return response.json()
  }
  const ofPartner = (path: string) => get(partnerPath(path, partner))
  const isEnglish = look.language === 'en'
  let drawn: Omit<DrawnScreen, 'catalog'> | undefined
  let isOver = false
  let hasFailed = false

  const show = ({ words, screens }: FirstScreens) => {
    const screen = screens[look.layout]
    if (isOver || screen === undefined) return
    const root = draw(screen, { ...look, instanceId })
    const carryOver = typedIn(host.shadowRoot)
    const parts = shadowParts(host)
    const { mount } = parts
    mount.replaceChildren(root)
    // It exists from the start, or screen readers miss its first text.
    const line = document.createElement('div')
    const { lang, dir } = root
    dress(line, { class: 'vr-root vr-early', role: 'status', lang, dir, ...look.root }, look.tokens)
    mount.after(line)
    const press = watchEarlyPress({
      mount,
      words,
      line,
      officialUrl,
      isShared: look.layout.endsWith('kiosk'),
      hasOwnPage: async () => {
        const { features } = (await ofPartner(bffPaths.settings)) as { features?: { page?: boolean } }
        return features?.page !== false
      },
    })
    drawn = { root, parts, language: look.language, press }
    if (hasFailed) press.failed()
    onDrawn(parts)
    parts.reveal(true, false)
    carryOver(root)
  }
  const catalog = isEnglish ? undefined : ofPartner(messagesPath(look.language, version)).catch(() => undefined)
  const isHere = isEnglish && english.screens[look.layout] !== undefined
  const file = `${scriptsPath}/${version}/first-screen.${look.language}.json`
  // Not at once: the program is asked for before a slow phone has built the screen, which is there in the same frame. Of
  // another version there is no screen: then the form comes with its program.
  ;(isHere ? Promise.resolve(english) : get(file)).then(
    (there) => show(there as FirstScreens),
    () => undefined,
  )

  return {
    async finish() {
      isOver = true
      if (drawn === undefined) return undefined
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the program leaves out texts of another kind.
      return { ...drawn, catalog: (await catalog) as Catalog | undefined }
    },
    failed() {
      hasFailed = true
      drawn?.press.failed()
    },
  }
}

/** Returns a function that puts what was typed into the first screen of the page's HTML into the one that is drawn. */
function typedIn(before: ShadowRoot | null): (root: HTMLElement) => void {
  const typed = before === null ? [] : listControls(before)
  const focused = before?.activeElement
  return (root) => {
    for (const field of listControls(root)) {
      const old = typed.find(({ name }) => name === field.name)
      if (old === undefined) continue
      field.value = old.value
      if (old === focused) focusAsBefore(field, old)
    }
  }
}
