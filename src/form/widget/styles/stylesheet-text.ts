/** The style sheet's text. A bundler inlines it here; in the package this module is replaced by a generated one. */
export { default as firstScreenText } from './first-screen.css?inline'
export { default as laterScreensText } from './later-screens.css?inline'
export { default as shadowRootText } from './own-root.css?inline'
