/** Bytes as an answer's body: they are asked for as fast as they are taken, and no more of them once the reader left. */
export function streamOf(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // The adapter reads on after the browser left; this ends the reading.
        if (signal.aborted) await iterator.return?.()
        const next = signal.aborted ? undefined : await iterator.next()
        if (next && !next.done) return controller.enqueue(next.value)
        controller.close()
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
