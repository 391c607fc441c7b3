/** The version of this package, as it is told to the service (`User-Agent`) and to whoever asks `GET /healthz`. */

/** Equal to the `version` in package.json; a test holds the two together. */
export const version = '0.1.0'
