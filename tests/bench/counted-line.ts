import { connect, createServer, type Socket } from 'node:net'

export interface CountedLine {
  /** The address of the line's near end: http://127.0.0.1:port */
  address: string
  /** Bytes that passed since the last call, both ways, heads of requests and answers included. */
  passed(): number
  close(): void
}

/** A line to a server that counts what passes over it. */
export async function countedLine(to: string): Promise<CountedLine> {
  const { hostname, port } = new URL(to)
  let bytes = 0
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.setNoDelay(true)
      from.on('data', (part) => {
        bytes += part.length
      })
      from.on('error', () => other.destroy())
      from.on('close', () => open.delete(from))
      from.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port')
  return {
    address: `http://127.0.0.1:${address.port}`,
    passed() {
      const counted = bytes
      bytes = 0
      return counted
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
