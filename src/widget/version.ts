/** The version of this package, as callbacks and the handle tell it. A test holds it to `package.json`. */
export const version = '0.1.0'
