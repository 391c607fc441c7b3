/** The style sheets' text, inlined by the bundler. In the package, a generated module replaces this one. */
export { default as firstScreenText } from './first-screen.css?inline'
export { default as laterScreensText } from './later-screens.css?inline'
export { default as shadowRootText } from './own-root.css?inline'
