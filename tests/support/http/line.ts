import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  head: string
  text: string
}

interface Sending {
  headers?: Record<string, string | number>
  /** Milliseconds between pieces. */
  pause?: number
  piece?: number
  chunked?: boolean
}

/** A connection that sends like a browser: the whole request first, and only then reads the answer. */
export class Line {
  #received = Buffer.alloc(0)
  #failure: Error | undefined
  #changed = () => {}

  private constructor(readonly socket: Socket) {
    socket.on('data', (data) => {
      this.#received = Buffer.concat([this.#received, data])
      this.#changed()
    })
    socket.on('error', (error) => {
      this.#failure = error
    })
    socket.on('close', () => this.#changed())
  }

  static async open(port: number): Promise<Line> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Line(socket)
  }

  /** Posts a body; returns the answer to the oldest unanswered request. */
  async post(
    path: string,
    body: Buffer,
    { headers = {}, pause = 0, piece = 64 * 1024, chunked = false }: Sending = {},
  ) {
    this.head(path, {
      ...headers,
      ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': body.length }),
    })
    for (let at = 0; at < body.length; at += piece) {
      const content = body.subarray(at, at + piece)
      const framed = Buffer.concat([
        Buffer.from(`${content.length.toString(16)}\r\n`),
        content,
        Buffer.from('\r\n'),
      ])
      await this.#send(chunked ? framed : content)
      // A slow sender: the pause is the purpose of its test.
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    if (chunked) await this.#send(Buffer.from('0\r\n\r\n'))
    return this.answer()
  }

  head(path: string, headers: Record<string, string | number>): void {
    const lines = Object.entries({ Host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    this.socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  }

  /** The next complete answer. @throws if the connection broke before */
  async answer(): Promise<Answer> {
    for (;;) {
      const end = this.#received.indexOf('\r\n0\r\n\r\n')
      if (end >= 0) {
        const [head = '', ...rest] = this.#received.subarray(0, end).toString().split('\r\n\r\n')
        this.#received = this.#received.subarray(end + 7)
        const text = rest.join('\r\n\r\n').replace(/^[0-9a-f]+\r\n/i, '')
        return { status: Number(head.split(' ')[1]), head, text }
      }
      if (this.socket.destroyed) throw this.#failure ?? new Error('The line closed without an answer')
      await new Promise<void>((resolve) => {
        this.#changed = resolve
      })
    }
  }

  async #send(bytes: Buffer): Promise<void> {
    if (this.#failure) throw this.#failure
    if (!this.socket.write(bytes)) await once(this.socket, 'drain')
  }
}
