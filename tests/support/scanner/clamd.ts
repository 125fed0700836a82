import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClamdAddress } from '~/platform/files/clamd'

/** The harmless test virus that every scanner detects; in pieces, so that this file is not detected. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join(
  '',
)

/** The size limit of this clamd for one file. */
export const MAX_BYTES = 2 * 1024 * 1024

export interface RunningClamd {
  addresses: ClamdAddress[]
  stop(): Promise<void>
}

const PLACES = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']

/** Debian’s clamd, if installed. */
export const installedClamd = PLACES.map((folder) => join(folder, 'clamd')).find((path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
})

/** A real clamd whose only signature is EICAR, on a local socket and port. */
export async function startClamd(program: string): Promise<RunningClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'fundesk-clamd-'))
  // As root it switches to another user, who needs access.
  await chmod(folder, 0o755)
  const signatures = join(folder, 'signatures')
  await mkdir(signatures)
  const name = Buffer.from('EICAR-STANDARD-ANTIVIRUS').toString('hex')
  await writeFile(join(signatures, 'eicar.ndb'), `Eicar-Test-Signature:0:*:${name}\n`)
  const path = join(folder, 'clamd.sock')
  const port = await freePort()
  const settings = [
    'Foreground yes',
    `DatabaseDirectory ${signatures}`,
    `LocalSocket ${path}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    `StreamMaxLength ${MAX_BYTES}`,
    ...(process.getuid?.() === 0 ? ['User root'] : []),
  ]
  const file = join(folder, 'clamd.conf')
  await writeFile(file, `${settings.join('\n')}\n`)
  const clamd = spawn(program, ['--config-file', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = async () => {
    await ended(clamd)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await ready(clamd)
  } catch (error) {
    await stop()
    throw error
  }
  return { addresses: [{ path }, { host: '127.0.0.1', port }], stop }
}

/** It prints this once it has loaded its signatures and listens. */
function ready(clamd: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const hear = (part: Buffer) => {
      output += part
      if (output.includes('Self checking every')) resolve()
    }
    clamd.stdout?.on('data', hear)
    clamd.stderr?.on('data', hear)
    clamd.on('error', reject)
    clamd.on('exit', (code) => reject(new Error(`clamd ended with ${code}: ${output}`)))
  })
}

async function ended(clamd: ChildProcess): Promise<void> {
  if (clamd.exitCode !== null || clamd.signalCode !== null) return
  const gone = new Promise((resolve) => clamd.once('exit', resolve))
  clamd.kill('SIGKILL')
  await gone
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** The behaviour of a clamd double; it speaks INSTREAM in a session as in clamd(8). */
type Manner = 'scans' | 'silent' | 'hangs up' | 'babbles' | 'fails' | 'in pieces'

export interface DoubleClamd {
  address: { host: string; port: number }
  behave(manner: Manner): void
  stop(): Promise<void>
}

/** Answers as clamd does, or as badly as configured. */
export async function startDouble(): Promise<DoubleClamd> {
  let manner: Manner = 'scans'
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    serve(socket, manner)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: { host: '127.0.0.1', port },
    behave(wanted) {
      manner = wanted
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const COMMANDS = Buffer.from('zIDSESSION\0zVERSION\0zINSTREAM\0')

function serve(socket: Socket, manner: Manner): void {
  let came: Buffer = Buffer.alloc(0)
  const answer = (text: string) => {
    if (manner !== 'in pieces') return socket.write(`${text}\0`)
    for (const letter of `${text}\0`) socket.write(letter)
  }
  socket.on('data', (part) => {
    came = Buffer.concat([came, part])
    if (manner === 'silent') return
    if (manner === 'babbles') return void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n\0')
    if (manner === 'hangs up' && came.length > COMMANDS.length) return void socket.destroy()
    const file = fileIn(came.subarray(COMMANDS.length))
    if (file === null) return
    answer('1: Double 1.0/1/Sun Nov 22 08:00:00 2026')
    if (file.length > MAX_BYTES) answer('2: INSTREAM size limit exceeded. ERROR')
    else if (manner === 'fails') answer("2: stream: Can't allocate memory ERROR")
    else
      answer(
        file.includes('EICAR-STANDARD-ANTIVIRUS') ? '2: stream: Eicar-Test-Signature FOUND' : '2: stream: OK',
      )
  })
}

/** The chunks of a file joined; null until the empty final one arrives. */
function fileIn(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
