/** Largest format, in bytes of its JSON. */
export const MAX_FORMAT_BYTES = 256 * 1024
