import { type ProxyLine, proxyTo } from 'tests/support/http/proxy'

export interface CountedLine extends ProxyLine {
  /** Bytes since the last call, both ways, including headers. */
  passed(): number
}

/** A proxy to a server that counts the bytes passing through. */
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
