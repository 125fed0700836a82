type Reader = ReadableStreamDefaultReader<Uint8Array>

interface Patience {
  /** Beyond this many bytes the connection is cut; 256 MB by default. */
  bytes?: number
  /** How long the sender may pause, in milliseconds; 10 s by default. */
  stallMs?: number
}

/**
 * Reads the rest of an unwanted body and discards it: browsers read a response only after they have sent everything,
 * and a half-read request blocks its connection. Never rejects.
 */
export async function drain(
  reader: Reader,
  { bytes = 256 * 1024 * 1024, stallMs = 10_000 }: Patience = {},
): Promise<void> {
  try {
    let left = bytes
    while (left >= 0) {
      const chunk = await readWithin(reader, stallMs)
      if (!chunk) return
      left -= chunk.byteLength
    }
    await reader.cancel()
  } catch {
    // The sender is gone or silent: no one reads a response.
    await reader.cancel().catch(() => {})
  }
}

/** The next chunk, or null at the end. @throws when the connection broke, or sent nothing for `stallMs` milliseconds */
export async function readWithin(reader: Reader, stallMs: number): Promise<Uint8Array | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No bytes arrived for too long')), stallMs)
  })
  try {
    const { value } = await Promise.race([reader.read(), stalled])
    return value ?? null
  } finally {
    clearTimeout(timer)
  }
}

/** The same for a request that is answered before its body was read. Returns immediately. */
export function drainBody({ body }: Request): void {
  if (body && !body.locked) void drain(body.getReader())
}
