/** The version of this package, used in the `User-Agent` header to the service and in `GET /healthz`. */

/** Equal to the `version` in package.json; a test compares the two. */
export const version = '0.3.0'
