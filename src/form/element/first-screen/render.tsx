/** Prerenders the first screens at build time: the component before its settings have loaded. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { renderToString } from 'react-dom/server'
import type { StaticNode } from '../../../contract/strings.ts'
import type { Catalog } from '../../locales/catalog.ts'
import { catalogs } from '../../locales/catalogs.ts'
import { hostedEn } from '../../locales/hosted-en.ts'
import { createFormMessages } from '../../widget/messages/catalog.ts'
import { createMessages } from '../../widget/messages/messages.ts'
import { VoterRegistration } from '../../widget/voter-registration.tsx'
import { type FirstScreens, type Layout, placeholder } from './render-static.ts'

export { languageCodes } from '../../../contract/languages.ts'

export const layouts: readonly Layout[] = ['page', 'steps', 'page-kiosk', 'steps-kiosk']

/** The props for prerendering and hydration. */
export const firstScreenProps = (layout: Layout, catalog: Catalog | undefined) => ({
  apiBase: '/',
  embedType: 'element' as const,
  instanceId: placeholder.instanceId,
  consentExtra: <slot name="consent-extra" />,
  layout: layout.startsWith('steps') ? ('steps' as const) : ('page' as const),
  ...(layout.endsWith('kiosk') && { kiosk: true }),
  locale: catalog?.language ?? 'en',
  ...(catalog && { locales: [catalog] }),
})

export function createFirstScreens(language: string): FirstScreens {
  const catalog = language === 'en' ? undefined : catalogs.find((candidate) => candidate.language === language)
  const messages = createFormMessages(catalog)
  const { cutOff, newTab } = createMessages(hostedEn, { language: messages.language, translated: catalog?.hosted })
  return {
    messages: {
      wait: messages.sending.text,
      stuck: cutOff.heading,
      hostedPage: newTab,
      official: messages.broken.officialLink,
    },
    direction: messages.direction,
    screens: Object.fromEntries(layouts.map((layout) => [layout, parseTree(renderHtml(layout, catalog))])),
  }
}

export const renderHtml = (layout: Layout, catalog: Catalog | undefined): string =>
  renderToString(<VoterRegistration {...firstScreenProps(layout, catalog)} />)

export function parseTree(html: string): StaticNode {
  const root = parseFragment(html).childNodes.find((node) => 'tagName' in node)
  if (root === undefined) throw new Error('The form was rendered as nothing.')
  return toStaticNode(root)
}

function toStaticNode({ tagName, attrs, childNodes }: DefaultTreeAdapterTypes.Element): StaticNode {
  const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
  // Browsers with scripts parse <noscript> as text.
  const children = tagName === 'noscript' ? [] : childNodes
  return [
    tagName,
    attributes,
    ...children.flatMap((node) => {
      if ('tagName' in node) return [toStaticNode(node)]
      return 'value' in node ? [node.value] : []
    }),
  ]
}
