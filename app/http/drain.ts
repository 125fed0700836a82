type Reader = ReadableStreamDefaultReader<Uint8Array>

interface Patience {
  /** Beyond so many bytes the line is cut; 256 MB unless told. */
  bytes?: number
  /** So long may the sender pause, in milliseconds; 10 s unless told. */
  stallMs?: number
}

/**
 * Reads the rest of a body that nobody wants and throws it away: browsers read an answer only after they sent
 * everything, and a request left half read blocks its connection. Never rejects.
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
    // The sender is gone or silent: nobody is left to read an answer.
    await reader.cancel().catch(() => {})
  }
}

/** The next chunk, or null at the end. @throws when the line broke, or brought nothing for so long */
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

/** The same for a request that is answered before anybody read of its body. Returns at once. */
export function drainBody({ body }: Request): void {
  if (body && !body.locked) void drain(body.getReader())
}
