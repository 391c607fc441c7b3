/** Judges an SVG picture by lists of what a logo needs. Whatever is on no list is refused, known or not. */

/** Elements that draw, or describe the drawing. Not among them: scripts, links, pictures, animations, other documents. */
const elements = new Set(
  `svg g defs symbol use title desc metadata style switch path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`.split(/\s+/),
)

/** Attributes of these elements: geometry, and the presentation attributes of SVG 1.1 and 2. */
const attributes = new Set(
  `id class style lang role tabindex version baseProfile viewBox preserveAspectRatio enable-background type
  x y x1 x2 y1 y2 dx dy cx cy r rx ry fx fy fr z width height d points pathLength transform gradientTransform gradientUnits
  patternTransform patternUnits patternContentUnits spreadMethod offset clipPathUnits maskUnits maskContentUnits filterUnits
  primitiveUnits markerUnits markerWidth markerHeight orient refX refY rotate textLength lengthAdjust startOffset method
  spacing side href systemLanguage requiredFeatures
  in in2 result mode values operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode kernelUnitLength
  preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle pointsAtX pointsAtY
  pointsAtZ azimuth elevation scale xChannelSelector yChannelSelector stdDeviation radius baseFrequency numOctaves seed
  stitchTiles tableValues slope intercept amplitude exponent
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-profile color-rendering direction display dominant-baseline fill fill-opacity fill-rule filter flood-color
  flood-opacity font font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style
  font-variant font-variation-settings font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering
  isolation kerning letter-spacing lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode
  opacity overflow paint-order pointer-events shape-rendering solid-color solid-opacity stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-overflow text-rendering transform-origin unicode-bidi vector-effect visibility
  white-space word-spacing writing-mode xlink:href xlink:title xlink:type xml:id xml:lang xml:space`.split(/\s+/),
)

/** What drawing programs add about the file, in their own namespaces: nothing of it is drawn. */
const descriptions: ReadonlyMap<string, readonly string[]> = new Map([
  ['inkscape', ['http://www.inkscape.org/namespaces/inkscape']],
  ['sodipodi', ['http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd']],
  ['rdf', ['http://www.w3.org/1999/02/22-rdf-syntax-ns#']],
  ['cc', ['http://creativecommons.org/ns#', 'http://web.resource.org/cc/']],
  ['dc', ['http://purl.org/dc/elements/1.1/']],
  ['serif', ['http://www.serif.com/']],
  ['xlink', ['http://www.w3.org/1999/xlink']],
  ['svg', ['http://www.w3.org/2000/svg']],
])

/** The prefixes of {@link descriptions} under which elements and attributes may stand. */
const describing = new Set(['inkscape', 'sodipodi', 'rdf', 'cc', 'dc', 'serif'])

/** Functions of CSS that read nothing from elsewhere; an address only within the picture. */
const functions = new Set(
  `url matrix matrix3d translate translatex translatey translate3d scale scalex scaley rotate skewx skewy rgb rgba hsl hsla hwb
  lab lch oklab oklch calc var min max clamp blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate
  sepia polygon circle ellipse inset path not is where nth-child nth-of-type`.split(/\s+/),
)

const openTag = /<([A-Za-z_][\w.-]{0,63}(?::[A-Za-z_][\w.-]{0,63})?)/y
const attribute = /\s+([A-Za-z_][\w.-]{0,63}(?::[A-Za-z_][\w.-]{0,63})?)\s*=\s*("[^"<]*"|'[^'<]*')/y
const endOfTag = /\s*(\/?)>/y
const closeTag = /<\/([\w:.-]{1,130})\s*>/y

/**
 * Returns why a text is no plain SVG picture, as the end of "is …", or `undefined`. Reads each character a fixed number of
 * times. It is not a general XML parser: those of the registry accept more than a picture needs, and what they leave out
 * still reaches the browser.
 */
export function svgProblem(text: string): string | undefined {
  const open: string[] = []
  let [at, isDone] = [0, false]
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found !== null) at = pattern.lastIndex
    return found
  }
  /** Moves behind the next `end`; returns what is before it. */
  const skip = (begin: string, end: string) => {
    const from = at + begin.length
    const to = text.indexOf(end, from)
    at = to < 0 ? text.length : to + end.length
    return to < 0 ? undefined : text.slice(from, to)
  }
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const between = text.slice(at, next < 0 ? undefined : next)
    const said = textProblem(between, open)
    if (said !== undefined) return said
    if (next < 0) break
    at = next
    if (text.startsWith('<!--', at)) {
      if (skip('<!--', '-->') === undefined) return broken('a comment does not end')
    } else if (text.startsWith('<![CDATA[', at)) {
      const content = skip('<![CDATA[', ']]>')
      if (content === undefined || open.length === 0) return broken('CDATA does not end, or is outside of the picture')
      if (open.at(-1) === 'style' && !isPlainCss(content)) return elsewhere
    } else if (text.startsWith('<?', at)) {
      if (!/^xml\s/.test(skip('<?', '?>') ?? '')) return withThe('an instruction (<?…?>)')
    } else if (text.startsWith('<!', at)) {
      const type = skip('<!', '>') ?? ''
      if (!/^DOCTYPE\s+svg\b/i.test(type) || open.length > 0 || isDone) return notSvg
      if (type.includes('[')) return withThe('entities in its DOCTYPE')
    } else if (text.startsWith('</', at)) {
      const [, name] = take(closeTag) ?? []
      if (name === undefined || name !== open.pop()) return broken('an element does not end where it must')
      isDone = open.length === 0
    } else {
      const [, name] = take(openTag) ?? []
      if (open.length === 0 && (name !== 'svg' || isDone)) return notSvg
      if (name === undefined) return broken('a tag has no name')
      if (!elements.has(name) && !isDescription(name)) return withThe(`the element <${name}>`)
      for (let found = take(attribute); found !== null; found = take(attribute)) {
        const [, key = '', quoted = ''] = found
        const wrong = attributeProblem(key, decoded(quoted.slice(1, -1)), isDescription(name))
        if (wrong !== undefined) return wrong
      }
      const [, isEmpty] = take(endOfTag) ?? []
      if (isEmpty === undefined) return broken(`the tag <${name}> is not written as XML`)
      if (isEmpty === '') open.push(name)
      else isDone = open.length === 0
    }
  }
  return isDone ? undefined : open.length === 0 ? notSvg : broken('it is cut short')
}

const notSvg = 'neither PNG, JPEG, WebP nor SVG.'
const withThe = (what: string) => `an SVG with ${what}, which a logo must not have. Save it as a plain SVG, or as PNG.`
const broken = (how: string) => `an SVG that browsers may not show: ${how}. Save it again as a plain SVG, or as PNG.`
const elsewhere = withThe('a link to elsewhere, or a style that may hold one')

function isDescription(name: string): boolean {
  const [prefix = '', local] = name.split(':')
  return local !== undefined && describing.has(prefix)
}

function textProblem(between: string, open: readonly string[]): string | undefined {
  if (open.length === 0) return between.trim() === '' ? undefined : notSvg
  return open.at(-1) === 'style' && !isPlainCss(decoded(between)) ? elsewhere : undefined
}

function attributeProblem(name: string, value: string, isOfDescription: boolean): string | undefined {
  if (name.startsWith('xmlns:')) {
    const isKnown = descriptions.get(name.slice('xmlns:'.length))?.includes(value) === true
    return isKnown ? undefined : withThe(`the namespace ${name}`)
  }
  if (name === 'xmlns') {
    return value === 'http://www.w3.org/2000/svg' ? undefined : withThe('another namespace as its own')
  }
  if (isOfDescription || isDescription(name) || /^(data|aria)-[\w-]+$/.test(name)) return undefined
  if (!attributes.has(name)) return withThe(`the attribute ${name}`)
  if (name === 'href' || name === 'xlink:href') return value.trim().startsWith('#') ? undefined : elsewhere
  return isPlainCss(value) ? undefined : elsewhere
}

/** Whether CSS has no escapes, no rules with `@`, and only listed functions. */
function isPlainCss(text: string): boolean {
  if (/[\\@]/.test(text)) return false
  const parts = text.split('(')
  return parts.slice(1).every((inside, index) => {
    const before = parts[index] ?? ''
    const [name = ''] = before
      .slice(-24)
      .toLowerCase()
      .split(/[^\w-]/)
      .slice(-1)
    return functions.has(name) && (name !== 'url' || /^\s{0,9}["']?#/.test(inside))
  })
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes XML's references, since `u&#114;l(` is an address, too. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (all, hex, digits, name: string) => {
    if (name !== undefined) return named[name] ?? all
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
