import { spawn } from 'node:child_process'
import { joinOrStartEmbedded } from 'db/open'
import { type BenchServer, benchServer, project } from './server'

export interface InvoiceBench {
  server: BenchServer
  /** Of the server's database. */
  url: string
  stop(): Promise<void>
}

/** The built app on data of its own, with the demo data and so many made-up invoices beside it. */
export async function invoiceBench(invoices: number): Promise<InvoiceBench> {
  const server = await benchServer()
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
  return { server, url: database.url, stop }
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
