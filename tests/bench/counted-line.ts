import { type ProxyLine, proxyTo } from 'tests/support/http/proxy'

export interface CountedLine extends ProxyLine {
  /** Bytes that passed since the last call, both ways, heads of requests and answers included. */
  passed(): number
}

/** A line to a server that counts what passes over it. */
export async function countedLine(to: string): Promise<CountedLine> {
  let bytes = 0
  const count = (part: Buffer) => {
    bytes += part.length
  }
  const proxy = await proxyTo(to, (near, far) => {
    near.on('data', count).pipe(far)
    far.on('data', count).pipe(near)
  })
  return {
    ...proxy,
    passed() {
      const counted = bytes
      bytes = 0
      return counted
    },
  }
}
