/** Whether this runs in Workers, which compress responses by themselves and stop a request's work once it has its response:
 *  a later request that waits for that work would wait forever. */
export const isWorkers = globalThis.navigator?.userAgent === 'Cloudflare-Workers'
