import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { joinOrStartEmbedded } from 'db/open'
import { type BenchServer, benchServer, project } from './server'

export interface InvoiceBench {
  server: BenchServer
  /** URL of the server’s database. */
  url: string
  /** Starts one more instance on the same database, with one process. */
  another(): Promise<BenchServer>
  stop(): Promise<void>
}

/**
 * The built app on its own data, with the demo data and this many generated invoices.
 * @param settings in addition to those of every bench
 */
export async function invoiceBench(
  invoices: number,
  settings: Record<string, string> = {},
): Promise<InvoiceBench> {
  const server = await benchServer(settings)
  const database = await joinOrStartEmbedded({
    checkout: project,
    env: { ...process.env, FUNDESK_DATA: server.data },
  })
  const stop = async () => {
    await database.stop()
    await server.stop()
  }
  try {
    await seed(server, invoices)
  } catch (error) {
    await stop()
    throw error
  }
  const stored = async (name: string) => (await readFile(join(server.data, name), 'utf8')).trim()
  const another = async () =>
    benchServer({
      WORKERS: '1',
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      AUDIT_KEY: await stored('audit-key'),
      SIGNING_KEY: await stored('signing-key'),
      SESSION_SECRET: await stored('session-secret'),
    })
  return { server, url: database.url, another, stop }
}

async function seed({ data }: BenchServer, invoices: number): Promise<void> {
  const child = spawn(process.execPath, ['app/start/command.mjs', 'seed', '--invoices', String(invoices)], {
    cwd: project,
    env: { ...process.env, FUNDESK_DATA: data },
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`The invoices could not be added: ${code}`)
}
