import { connect, createServer, type Socket } from 'node:net'

export interface ProxyLine {
  /** The local address: http://127.0.0.1:port */
  address: string
  close(): void
}

/** A proxy to a server; `join` carries the bytes of each connection. When one end closes or fails, so does the other. */
export async function proxyTo(to: string, join: (near: Socket, far: Socket) => void): Promise<ProxyLine> {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    join(near, far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port')
  return {
    address: `http://127.0.0.1:${address.port}`,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
