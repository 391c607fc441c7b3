/** The look a partner gave, as inline style of the root. */
import type { CSSProperties } from 'react'
import { type Appearance, themeTokens } from '../options.ts'

/** The partner's style, with the tokens as custom properties. Tokens that do not exist are left out. */
export function tokenStyle(props: {
  style?: CSSProperties | undefined
  appearance?: Appearance | undefined
}): CSSProperties | undefined {
  const { style, appearance } = props
  const variables = appearance?.variables
  if (variables === undefined) return style
  const entries = themeTokens.flatMap((token) => {
    const value = variables[token]
    return value === undefined ? [] : [[`--vr-${token}`, value] as const]
  })
  return { ...style, ...(Object.fromEntries(entries) as CSSProperties) }
}
