import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { joinOrStartEmbedded } from 'db/open'
import { type BenchServer, benchServer, project } from './server'

export interface InvoiceBench {
  server: BenchServer
  /** Of the server's database. */
  url: string
  /** One more instance over it, of one process. */
  another(): Promise<BenchServer>
  stop(): Promise<void>
}

/**
 * The built app on data of its own, with the demo data and so many made-up invoices beside it.
 * @param settings beside those of every bench
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
  const kept = async (name: string) => (await readFile(join(server.data, name), 'utf8')).trim()
  const another = async () =>
    benchServer({
      WORKERS: '1',
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      AUDIT_KEY: await kept('audit-key'),
      SIGNING_KEY: await kept('signing-key'),
      SESSION_SECRET: await kept('session-secret'),
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
