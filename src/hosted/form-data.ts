/** The share of settings and texts that the form on the page needs. */
import type { Settings } from '../contract/bff-api.ts'
import type { Catalogue } from '../locales/catalogue.ts'

/** The texts that the form in a browser needs: those about facts only where there are any. */
export function textsFor(catalogue: Catalogue, settings: Settings): Catalogue {
  const isLeftOut = (name: string) =>
    name === 'hosted' || name === 'status' || (name === 'facts' && settings.features.state_facts !== true)
  return {
    ...Object.fromEntries(Object.entries(catalogue).filter(([name]) => !isLeftOut(name))),
    language: catalogue.language,
  }
}

/** The settings with the wordings that can come on this page's screen: the language's own, and the English one. */
export function settingsFor(settings: Settings, language: string): Settings {
  const own = Object.hasOwn(settings.wording, language) ? settings.wording[language] : undefined
  return { ...settings, wording: { en: settings.wording.en, ...(own !== undefined && { [language]: own }) } }
}
