/** Whether this runs in Workers, which compress answers by themselves, and end what a request has begun once it is answered:
 *  a later request that waits for it would wait for good. */
export const isWorkers = globalThis.navigator?.userAgent === 'Cloudflare-Workers'
