import { connect, type Socket } from 'node:net'
import { ScannerLimit, type VirusScan } from './virus-scan'

/** Where a clamd listens. */
export type ClamdAddress = { path: string } | { host: string; port: number }

const DEFAULT_PORT = 3310
/** How long connecting to the scanner may take, in milliseconds: it is nearby. */
const CONNECT_MS = 10_000
/** The longest answer that is accepted; a threat's name is short. */
const MAX_ANSWER_LENGTH = 4_096

/** The address in "tcp://host:port" or "unix:/path"; null when it is neither. */
export function clamdAddress(text: string): ClamdAddress | null {
  const [, path] = /^unix:(?:\/\/)?(\/.+)$/.exec(text) ?? []
  if (path) return { path }
  if (!/^tcp:\/\//i.test(text) || !URL.canParse(text)) return null
  const { hostname, port, pathname, search, hash, username, password } = new URL(text)
  const more = search || hash || username || password
  if (hostname === '' || !['', '/'].includes(pathname) || more) return null
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? DEFAULT_PORT : Number(port) }
}

/**
 * Scans with a clamd (clamd(8): INSTREAM in a session), with one connection per file. Sends the file as fast as clamd
 * takes it.
 * @param silenceMs how long the scanner may be silent and take nothing, in milliseconds; clamd itself gives up a file
 * after two minutes
 */
export function clamdScan(address: ClamdAddress, silenceMs = 150_000): VirusScan {
  return async (pieces) => {
    const socket = connect(address, () => socket.setTimeout(silenceMs))
    socket.setTimeout(Math.min(CONNECT_MS, silenceMs), () =>
      socket.destroy(new Error('clamd said nothing for too long')),
    )
    try {
      const answers = answersOf(socket)
      socket.write('zIDSESSION\0zVERSION\0zINSTREAM\0')
      const sending = sendPieces(socket, pieces).catch((error: Error) => {
        if (socket.writable) socket.destroy(error)
        return error
      })
      const [by, answer] = await Promise.all([answers(1), answers(2)]).catch(async (error: Error) => {
        throw [error, await sending].some(isHangUp)
          ? new ScannerLimit('clamd hung up in the middle of the file')
          : error
      })
      const threat = threatIn(answer)
      const failure = await sending
      if (failure) throw failure
      return { by, threat }
    } finally {
      socket.destroy()
    }
  }
}

/** A scanner over its limit says so and hangs up; a client that is still writing may miss that message. */
const isHangUp = (error: unknown) => {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  return syscall === 'write' || code === 'ECONNRESET'
}

/** Sends a file in chunks, each preceded by its length, and an empty one at the end. */
async function sendPieces(socket: Socket, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  const length = (bytes: number) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(bytes)
    return head
  }
  for await (const piece of pieces) {
    if (piece.byteLength === 0) continue
    await write(length(piece.byteLength))
    await write(piece)
  }
  await write(Buffer.concat([length(0), Buffer.from('zEND\0')]))
}

/** The answers of a session by the number of their command: "2: stream: OK". */
function answersOf(socket: Socket): (command: number) => Promise<string> {
  const answers = new Map<number, string>()
  const waiting = new Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>()
  let failure: Error | null = null
  let rest = ''
  const fail = (error: Error) => {
    failure ??= error
    for (const { reject } of waiting.values()) reject(failure)
  }
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const parts = (rest + text).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const [, command, answer] = /^(\d+): (.*)$/s.exec(part) ?? []
      if (answer === undefined)
        return void socket.destroy(new Error(`clamd answered ${JSON.stringify(part.slice(0, 200))}`))
      answers.set(Number(command), answer)
      waiting.get(Number(command))?.resolve(answer)
    }
    if (rest.length > MAX_ANSWER_LENGTH)
      socket.destroy(new Error('clamd answered more than answers are long'))
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('clamd hung up without an answer')))
  return (command) =>
    new Promise((resolve, reject) => {
      const answer = answers.get(command)
      if (answer !== undefined) resolve(answer)
      else if (failure) reject(failure)
      else waiting.set(command, { resolve, reject })
    })
}

/** @throws for an answer that is not a verdict */
function threatIn(answer: string): string | null {
  if (answer === 'stream: OK') return null
  const [, threat] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (threat) return threat
  if (/size limit exceeded/i.test(answer)) throw new ScannerLimit(answer)
  throw new Error(`clamd answered ${JSON.stringify(answer)}`)
}
