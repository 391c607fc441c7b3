/** One member of an interface, as written in the source. */
export interface InterfaceMember {
  name: string
  isOptional: boolean
  /** The type, on one line; for a method its parameters with the parentheses. */
  type: string
  /** The docstring, on one line; empty when there is none. */
  says: string
}

/**
 * Reads the members of an interface out of TypeScript source as our formatter writes it.
 *
 * @throws Error when the source has no such interface
 */
export function interfaceMembers(source: string, name: string): InterfaceMember[] {
  const body = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source)?.[1]
  if (body === undefined) throw new Error(`There is no interface ${name}.`)
  const member =
    /^ {2}(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2})?(?:readonly )?(\w+|'[^']+')(\?)?(:|(?=\())([\s\S]*?)(?=^ {2}(?:\/\*\*|\/\/|\w|'|readonly )|$(?![\s\S]))/gm
  return [...body.matchAll(member)].map(([, says = '', key = '', optional, , type = '']) => ({
    name: key.replaceAll("'", ''),
    isOptional: optional !== undefined,
    type: oneLine(type.replace(/,(\s*[}\]])/g, '$1')),
    says: oneLine(says.replaceAll(/\n\s*\*\s?/g, ' ')),
  }))
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
