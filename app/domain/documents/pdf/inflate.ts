import { constants, inflateSync } from 'node:zlib'

/** What a stream inflates to, or that it would be larger than allowed, or that it is no deflated data. */
export type Inflated = { bytes: Uint8Array } | 'too large' | 'broken'

/** Inflates, never to more than `most` bytes; data that breaks off gives what came before. */
export function inflate(bytes: Uint8Array, most: number): Inflated {
  try {
    return { bytes: inflateSync(bytes, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH }) }
  } catch (error) {
    return error instanceof RangeError ? 'too large' : 'broken'
  }
}
