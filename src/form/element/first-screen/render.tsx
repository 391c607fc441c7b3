/** Renders the first screens when the files are built: the component itself, before its settings are there. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { renderToString } from 'react-dom/server'
import type { StaticNode } from '../../../contract/strings.ts'
import type { Catalog } from '../../locales/catalog.ts'
import { catalogs } from '../../locales/catalogs.ts'
import { hostedEn } from '../../locales/hosted-en.ts'
import { wordsIn } from '../../widget/messages/catalog.ts'
import { createMessages } from '../../widget/messages/messages.ts'
import { VoterRegistration } from '../../widget/voter-registration.tsx'
import { type FirstScreens, type Layout, placeholder } from './draw.ts'

export { languageCodes } from '../../../contract/languages.ts'

export const layouts: readonly Layout[] = ['page', 'steps', 'page-kiosk', 'steps-kiosk']

/** The props with which the form is rendered, and with which it takes the screen over. */
export const drawnProps = (layout: Layout, catalog: Catalog | undefined) => ({
  apiBase: '/',
  embedType: 'element' as const,
  instanceId: placeholder.instanceId,
  consentExtra: <slot name="consent-extra" />,
  layout: layout.startsWith('steps') ? ('steps' as const) : ('page' as const),
  ...(layout.endsWith('kiosk') && { kiosk: true }),
  locale: catalog?.language ?? 'en',
  ...(catalog && { locales: [catalog] }),
})

export function firstScreens(language: string): FirstScreens {
  const catalog = language === 'en' ? undefined : catalogs.find((one) => one.language === language)
  const words = wordsIn(catalog)
  const { cutOff, newTab } = createMessages(hostedEn, { language: words.language, translated: catalog?.hosted })
  return {
    words: {
      wait: words.sending.text,
      stuck: cutOff.heading,
      ownPage: newTab,
      official: words.broken.officialLink,
    },
    direction: words.direction,
    screens: Object.fromEntries(layouts.map((layout) => [layout, treeOf(htmlOf(layout, catalog))])),
  }
}

export const htmlOf = (layout: Layout, catalog: Catalog | undefined): string =>
  renderToString(<VoterRegistration {...drawnProps(layout, catalog)} />)

export function treeOf(html: string): StaticNode {
  const root = parseFragment(html).childNodes.find((node) => 'tagName' in node)
  if (root === undefined) throw new Error('The form was rendered as nothing.')
  return drawnOf(root)
}

function drawnOf({ tagName, attrs, childNodes }: DefaultTreeAdapterTypes.Element): StaticNode {
  const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
  // A browser with scripts has no elements there, and React renders none.
  const children = tagName === 'noscript' ? [] : childNodes
  return [
    tagName,
    attributes,
    ...children.flatMap((node) => {
      if ('tagName' in node) return [drawnOf(node)]
      return 'value' in node ? [node.value] : []
    }),
  ]
}
