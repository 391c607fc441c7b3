/** What the warning of a shared device says. */

/** The texts. */
export interface KioskWords {
  heading: string
  text(values: { seconds: number }): string
  stay: string
  clear: string
}

const en: KioskWords = {
  heading: 'Are you still there?',
  text: ({ seconds }) => `Everything on this form will be cleared in ${seconds} seconds.`,
  stay: 'I’m still here',
  clear: 'Clear it now',
}

const es: KioskWords = {
  heading: '¿Sigue ahí?',
  text: ({ seconds }) => `Todo lo que hay en este formulario se borrará en ${seconds} segundos.`,
  stay: 'Sigo aquí',
  clear: 'Borrar ahora',
}

/** The texts in a language, else in English. */
export function kioskWords(language: string): KioskWords {
  return language.startsWith('es') ? es : en
}
