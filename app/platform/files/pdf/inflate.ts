import { constants, createInflate, inflateSync } from 'node:zlib'

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

/** How many bytes data inflates to, without keeping them; counts on to `most` only. Broken data counts what came before. */
export async function inflatedSize(bytes: Uint8Array, most: number): Promise<number> {
  const inflating = createInflate({ chunkSize: 256 * 1024 })
  let size = 0
  try {
    inflating.end(bytes)
    for await (const chunk of inflating) {
      if (chunk instanceof Uint8Array) size += chunk.length
      if (size > most) break
    }
  } catch {
    // Broken from here on.
  } finally {
    inflating.destroy()
  }
  return size
}
