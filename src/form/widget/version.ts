/** The version of this package, for callbacks and the handle. A test compares it to `package.json`. */
export const version = '0.3.0'
