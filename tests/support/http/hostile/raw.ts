import { connect } from 'node:net'

/** Sends raw bytes and returns the response, until the connection closes or is silent for two seconds. */
export function raw(port: number, bytes: string | Buffer, { hangUp = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      // The sender disconnects a moment later, in the middle: that moment is what is tested.
      if (hangUp) setTimeout(() => socket.destroy(), 20)
    })
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('data', (part) => {
      answer += part.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
