import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface BenchServer {
  address: string
  /** The id of its first process. */
  pid: number
  /** Its data folder (FUNDESK_DATA). */
  data: string
  /** The text of its /metrics. */
  figures(): Promise<string>
  /** Logs in and returns the session’s cookie. */
  logIn(user: string): Promise<string>
  stop(): Promise<void>
}

export const project = fileURLToPath(new URL('../..', import.meta.url))
const METRICS_TOKEN = 'of the measurements, thrown away with them'
const READY = /Fundesk is ready: (\S+)/

/**
 * The built app as `npm start` runs it, with its own process and data folder, and the demo data.
 * @param settings in addition to those of every bench, for an instance on another’s database
 */
export async function benchServer(settings: Record<string, string> = {}): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'fundesk-bench-'))
  // As root, the database runs as another user, who needs access.
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  const server = spawn(process.execPath, ['app/start/start.mjs'], {
    cwd: project,
    env: {
      ...process.env,
      FUNDESK_DATA: data,
      LOG_LEVEL: 'error',
      PORT: process.env.PORT ?? '',
      CALLS_PER_MINUTE: '999999',
      FILES_PER_MINUTE: '999999',
      METRICS_TOKEN,
      // The token is a sign of a site for real users.
      ...(settings.DATABASE_URL ? {} : { SITE: 'embedded', DEMO: 'yes' }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (part) => {
      output += part
      const ready = READY.exec(output)
      if (ready?.[1]) resolve(ready[1])
    })
    server.on('exit', (code) => reject(new Error(`the app ended with ${code}:\n${output}`)))
  })
  return {
    address,
    pid: server.pid ?? 0,
    data,
    async figures() {
      const answer = await fetch(`${address}/metrics`, {
        headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
      })
      return answer.text()
    },
    async logIn(user) {
      const answer = await fetch(`${address}/login`, {
        method: 'POST',
        body: new URLSearchParams({ username: user, password: 'fundesk-demo' }),
        redirect: 'manual',
      })
      const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('session='))
      if (!cookie) throw new Error(`${user} could not log in: ${answer.status}`)
      return cookie.split(';')[0] ?? ''
    },
    async stop() {
      server.kill('SIGTERM')
      await new Promise((resolve) => server.on('exit', resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
