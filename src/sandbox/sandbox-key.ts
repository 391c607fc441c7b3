/** The sandbox's key. It is public, always the same, and opens nothing else. */

/** The id of the key: the user name of Basic authentication. */
export const sandboxKeyId = '00000000-0000-4000-8000-000000000001'

/** The secret of the key: the password of Basic authentication. No secret at all. */
export const sandboxKeySecret = 'sandbox-secret'

/** Both, as `id:secret`. */
export const sandboxKey = `${sandboxKeyId}:${sandboxKeySecret}`
