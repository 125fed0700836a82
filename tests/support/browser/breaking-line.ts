import { onTestFinished } from 'vitest'
import { proxyTo } from '../http/proxy'

/** When the connection breaks: what the server knows of the request differs. */
export const MOMENTS = [
  'before the request',
  'within the request',
  'before the answer',
  'within the answer',
] as const
export type Moment = (typeof MOMENTS)[number]

export interface BreakingLine {
  /** The local end, for browsers. */
  address: string
  /** From now on every POST to a matching path breaks. */
  cut(path: RegExp, moment: Moment): void
  mend(): void
}

/** A connection to a server that can be cut; closed with the test. */
export async function breakingLine(to: string): Promise<BreakingLine> {
  let rule: { path: RegExp; moment: Moment } | null = null
  const proxy = await proxyTo(to, (near, far) => {
    /** When this connection breaks. */
    let breaks: Moment | null = null
    const cutOff = () => {
      near.destroy()
      far.destroy()
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
      // Within the announced body: networks do not lose half a header.
      const body = part.indexOf('\r\n\r\n') + 4
      near.write(part.subarray(0, body + (part.length - body) / 2), cutOff)
    })
  })
  onTestFinished(proxy.close)
  return {
    address: proxy.address,
    cut(path, moment) {
      rule = { path, moment }
    },
    mend() {
      rule = null
    },
  }
}
