import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** When the line breaks: each is another thing that the server may know of the request. */
export const MOMENTS = [
  'before the request',
  'within the request',
  'before the answer',
  'within the answer',
] as const
export type Moment = (typeof MOMENTS)[number]

export interface BreakingLine {
  /** Its near end, as browsers address it. */
  address: string
  /** From now on every POST to a path like this breaks. */
  cut(path: RegExp, moment: Moment): void
  mend(): void
}

/** A line to a server that can be cut; closed with the test. */
export async function breakingLine(to: string): Promise<BreakingLine> {
  const { hostname, port } = new URL(to)
  let rule: { path: RegExp; moment: Moment } | null = null
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    /** The moment at which this connection breaks. */
    let breaks: Moment | null = null
    const cutOff = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', cutOff)
      socket.on('close', () => {
        open.delete(socket)
        cutOff()
      })
    }
    near.on('data', (part) => {
      const [, path] = /^POST (\S+) /.exec(part.subarray(0, 2_000).toString('latin1')) ?? []
      if (path !== undefined && rule?.path.test(path)) breaks = rule.moment
      if (breaks === 'before the request') return cutOff()
      if (breaks !== 'within the request') return void far.write(part)
      far.write(part.subarray(0, part.length / 2), cutOff)
    })
    far.on('data', (part) => {
      if (breaks === 'before the answer') return cutOff()
      if (breaks !== 'within the answer') return void near.write(part)
      // Within what the head announces: half a head is not what a network loses.
      const body = part.indexOf('\r\n\r\n') + 4
      near.write(part.subarray(0, body + (part.length - body) / 2), cutOff)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port')
  return {
    address: `http://127.0.0.1:${address.port}`,
    cut(path, moment) {
      rule = { path, moment }
    },
    mend() {
      rule = null
    },
  }
}
