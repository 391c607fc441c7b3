/** The sandbox's key. It is public, always the same, and valid nowhere else. */

/** The id of the key: the user name of Basic authentication. */
export const sandboxKeyId = '00000000-0000-4000-8000-000000000001'

/** The secret of the key: the password of Basic authentication. It is not really secret. */
export const sandboxKeySecret = 'sandbox-secret'

/** Both, as `id:secret`. */
export const sandboxKey = `${sandboxKeyId}:${sandboxKeySecret}`
