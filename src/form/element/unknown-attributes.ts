/** Finds attributes under a name that no option has: on an element of ours, and on what it was placed by. */
import { nearestName } from '../../contract/nearest-name.ts'

/** The names of HTML, of frameworks and of extensions: they mean nothing here, and nothing is wrong with them. */
const htmlOrFramework = /[^a-z-]|^(..?-|on|aria|data|item|class|part|role|tab)/

/** Nobody else's names begin like this. */
const beginning = /^data-(default|override)-/

/** Names of ours that are no options. */
const noOption = /^data-(bff$|state$|voter-|vr-)/

/** What {@link unknownAttributes} finds. */
export interface UnknownAttributes {
  /** A sentence for each name that was meant for us, with the one that was meant or those that there are. */
  wrong: string[]
  /** Names behind `data-` that may well be another script's. */
  foreign: string[]
}

/**
 * Finds the attributes that have no effect. A name behind `data-` is wrong only where it can be nobody else's: it resembles
 * one of ours, begins as only ours do, or is an option that has `data-` where ours has none. Any other may belong to the page
 * or to one of its libraries, whose names nobody can list.
 *
 * @param known the names of all attributes of the element
 */
export function unknownAttributes(element: Element, known: readonly string[]): UnknownAttributes {
  const found: UnknownAttributes = { wrong: [], foreign: [] }
  const sort = (name: string, meant: string | undefined, isOurs: boolean) => {
    const [start] = beginning.exec(name) ?? []
    const those = known.filter((one) => (start === undefined ? !/^utm_|^data-.*-/.test(one) : one.startsWith(start)))
    if (isOurs || meant !== undefined || start !== undefined)
      found.wrong.push(`${name} is not known, so it is left out. Use ${meant ?? those.join(', ')}.`)
    else if (name.startsWith('data-') && !noOption.test(name)) found.foreign.push(name)
  }
  for (const name of namesOn(element)) {
    if (known.includes(name)) continue
    const bare = name.replace(/^data-/, '')
    // One word alone may be a framework's: data-theme, data-state.
    const isMoved = /[-_]/.test(bare) && known.includes(bare)
    const isOurs = !(name in element) && !htmlOrFramework.test(name)
    sort(name, isMoved ? bare : nearestName(name, known), isOurs)
  }
  for (const place of placesOf(element)) {
    for (const name of namesOn(place)) {
      const bare = name.replace(/^data-(?!layer|default-|override-)/, '')
      if (name.startsWith('data-') && known.includes(bare)) continue
      const meant = known.includes(bare) && !(name in place) ? bare : nearestName(bare, known)
      sort(name, meant && (meant.startsWith('data-') ? meant : `data-${meant}`), false)
    }
  }
  return found
}

/** Returns the script tag before the element, or the marked element around it and the page's setting. */
function placesOf({ localName, previousElementSibling: before, parentElement: around }: Element): readonly Element[] {
  if (before?.matches('script[data-api-base],script[data-state]')) return [before]
  if (!around?.hasAttribute(`data-${localName}`)) return []
  return [around, ...document.querySelectorAll('script[data-bff]')]
}

/** A page's form may hold a field that is named like the method. */
const namesOn = (element: Element): string[] => Element.prototype.getAttributeNames.call(element)
