/** Generates the types of our tags in templates from the custom elements manifest: for JSX in React, for Vue and for Svelte. */

/** Returns the type of a value as written in a template. JSON may be an object where a framework sets properties. */
function typeOf(text) {
  if (text === 'JSON') return 'string | object'
  if (text.includes('boolean')) return `${text} | 'true' | 'false' | '' | \`\${number}\``
  return /^\d/.test(text) ? `${text} | ${text.replace(/\d+/g, "'$&'")}` : text
}

function toInterface({ name, tagName, attributes }) {
  const lines = attributes.map(
    (one) => `  /** ${one.description ?? one.name} */\n  '${one.name}'?: ${typeOf(one.type.text)} | undefined`,
  )
  return `/** The attributes of <${tagName}>. */\nexport interface ${name}Attributes {\n${lines.join('\n')}\n}\n`
}

/** Returns the listeners of a tag's events, each under the framework's name for it. */
function listeners({ events = [] }, nameOf) {
  const lines = events.map(({ name }) => `'${nameOf(name)}'?: (event: VoterRegistrationEventMap['${name}']) => void`)
  return lines.length === 0 ? '' : ` & { ${lines.join('; ')} }`
}

/** Returns Vue's name for a listener: `onVrResult` for `vr-result`. */
const inVue = (name) => `on${name.replace(/(^|-)(\w)/g, (_all, _dash, letter) => letter.toUpperCase())}`
const asWritten = (name) => `on${name}`

const whole = (base) => (one) =>
  `Omit<${base}, keyof ${one.name}Attributes> & ${one.name}Attributes${listeners(one, asWritten)}`

const inVueTemplates = (one) =>
  `new () => { $props: VNodeProps & Omit<HTMLAttributes, keyof ${one.name}Attributes> & InBothWays<${one.name}Attributes>${listeners(one, inVue)} }`

/**
 * Returns the files by name, for the package's `dist/types`.
 *
 * @param manifest `custom-elements.json`
 */
export function tagTypes(manifest) {
  const elements = manifest.modules.flatMap(({ declarations }) => declarations)
  const rows = (of) => elements.map((one) => `    '${one.tagName}': ${of(one)}`).join('\n')
  const attributes = elements.map(({ name }) => `${name}Attributes`).join(', ')
  const own = `import type { ${attributes} } from './attributes.d.ts'\nimport type { VoterRegistrationEventMap } from '../form/element.d.ts'\n`
  return {
    'attributes.d.ts': elements.map(toInterface).join('\n'),
    'react.d.ts': `/** The tags in JSX: \`import type {} from 'voter-registration/types/react'\`. React 18 ignores the listeners. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
${own}
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${rows(whole('DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>'))}
    }
  }
}
`,
    'vue.d.ts': `/** The tags in Vue's templates: \`import type {} from 'voter-registration/types/vue'\`. */
import type { HTMLAttributes, VNodeProps } from 'vue'
${own}
/** \`api-base\` as \`apiBase\`: Vue checks an attribute of a template under that name. */
type Camel<Name> = Name extends \`\${infer Head}-\${infer Tail}\` ? \`\${Head}\${Capitalize<Camel<Tail>>}\` : Name
type InBothWays<Of> = Of & { [Name in keyof Of as Camel<Name>]: Of[Name] }

declare module 'vue' {
  interface GlobalComponents {
${rows(inVueTemplates)}
  }
}
`,
    'svelte.d.ts': `/** The tags in Svelte's templates: \`import type {} from 'voter-registration/types/svelte'\`. */
import type { HTMLAttributes } from 'svelte/elements'
${own}
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${rows(whole('HTMLAttributes<HTMLElement>'))}
  }
}
`,
  }
}
