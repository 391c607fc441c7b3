/** The version of this package, in the `User-Agent` towards the service and in `GET /healthz`. */

/** Equal to the `version` in package.json; a test holds the two together. */
export const version = '0.1.0'
