/** What the element's shadow root holds: a frame for the form, and a slot for what stands between the tags. */

/** The shadow root's parts. */
export interface ShadowParts {
  shadow: ShadowRoot
  /** Where the form is put in. */
  mount: HTMLElement
  /** Shows the form, or what stands between the tags; both where the form cannot be sent. */
  reveal(isFormShown: boolean, isFallbackShown: boolean): void
  /** Says that there is no form, with a link to the official site where its address is known. */
  apologize(officialUrl: string | undefined): void
}

/** Makes them, with only what stands between the tags to be seen. */
export function shadowParts(host: HTMLElement): ShadowParts {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const [frame, mount, apology] = [make('div'), make('div'), make('p')]
  const fallback = slot()
  frame.className = 'frame'
  frame.hidden = true
  frame.append(slot('header'), mount, slot('footer'))
  shadow.replaceChildren(frame, fallback)
  return {
    shadow,
    mount,
    reveal(isFormShown, isFallbackShown) {
      apology.remove()
      frame.hidden = !isFormShown
      fallback.hidden = !isFallbackShown
    },
    apologize(officialUrl) {
      const isSpanish = host.matches(':lang(es)')
      apology.textContent = isSpanish ? 'El formulario no se puede mostrar aquí. ' : 'The form cannot be shown here. '
      if (officialUrl !== undefined) {
        const link = make('a')
        link.href = officialUrl
        link.textContent = new URL(officialUrl, location.href).host
        apology.append(link)
      }
      shadow.append(apology)
    },
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
  return document.createElement(name)
}

function slot(name = ''): HTMLSlotElement {
  const element = make('slot')
  element.name = name
  return element
}
