import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SIGNING_KEY } from 'tests/support/demo/demo-site'
import { checkout } from 'tests/support/postgres/throwaway'

const METRICS_TOKEN = 'of the browser tests, thrown away with them'

/** The headers of a request by the monitor of these servers. */
export const asMonitor = { Authorization: `Bearer ${METRICS_TOKEN}` }

export interface Server {
  /** "http://127.0.0.1:4711" */
  origin: string
  /** Error lines of the log. */
  errors: string[]
  /** All lines of the log so far. */
  logged: Record<string, unknown>[]
  stop(): Promise<void>
  /** Kills it. */
  kill(): Promise<void>
  /** Null while it is running. */
  exitCode(): number | null
}

/**
 * Runs the built application on a free port, with this database.
 * @param settings environment variables in addition to those of every test
 * @param release the folder of another version, already built
 */
export async function startServer(
  database: { url: string; ownerUrl: string },
  settings: Record<string, string> = {},
  release = checkout,
): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'fundesk-server-'))
  const child = spawn(process.execPath, [join(release, 'tests/support/browser/serve.mjs')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      FUNDESK_DATA: data,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      SESSION_SECRET: 'of the browser tests, thrown away with them',
      AUDIT_KEY: 'of the browser tests, thrown away with them',
      SIGNING_KEY,
      METRICS_TOKEN,
      HOST: '127.0.0.1',
      PORT: '0',
      WORKERS: '1',
      LOG_LEVEL: 'info',
      CALLS_PER_MINUTE: '999999',
      FILES_PER_MINUTE: '999999',
      ...settings,
    },
    // It ends when this process does, in any way.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.once('exit', () => rmSync(data, { recursive: true, force: true }))
  const errors: string[] = []
  const logged: Server['logged'] = []
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The application ended at once, with code ${code}.`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The last line of a killed process may be incomplete.
      if (!line.endsWith('}')) return
      const entry = JSON.parse(line) as { level: string; msg?: string; port?: number }
      logged.push({ ...entry })
      if (entry.msg === 'listening' && entry.port) resolve(entry.port)
      if (entry.level === 'error' || entry.level === 'fatal') errors.push(line)
    })
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    errors,
    logged,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    exitCode: () => child.exitCode,
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
