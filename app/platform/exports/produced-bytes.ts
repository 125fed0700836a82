import { PassThrough, type Writable } from 'node:stream'

const WAITING = 64 * 1024

/**
 * The bytes that something writes to a stream, as they are asked for. `produce` is to wait for the stream (drain) and
 * to end it; what it throws ends the reading. Nobody waits for it once reading has been given up.
 */
export async function* producedBytes(produce: (sink: Writable) => Promise<void>): AsyncGenerator<Uint8Array> {
  const sink = new PassThrough({ highWaterMark: WAITING })
  produce(sink).catch((error: Error) => sink.destroy(error))
  try {
    yield* sink
  } finally {
    sink.destroy()
  }
}
