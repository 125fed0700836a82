import { chownSync, copyFileSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientOptions } from 'db/connection'
import { binariesFor } from 'db/embedded/binaries'
import { dataLocation } from 'db/embedded/data-location'
import { livingPostmaster, secretsIn } from 'db/embedded/postmaster'
import { run } from 'db/embedded/run'
import { addressesOf, type Embedded } from 'db/embedded/start'
import postgres from 'postgres'
import { checkout, throwawayFolder } from './throwaway'

/** Settings of a primary whose replicas use no replication slots. */
export const PRIMARY = { synchronous_commit: 'on', wal_keep_size: '1GB' }

const runQuery = async (address: string, question: string) => {
  const admin = postgres({ ...clientOptions(address), max: 1, onnotice: () => {} })
  try {
    return await admin.unsafe(question)
  } finally {
    await admin.end({ timeout: 1 })
  }
}

/**
 * A second PostgreSQL that follows the first by streaming replication, made from a base backup; stop() also removes its
 * data.
 */
export async function replicaOf(primary: Pick<Embedded, 'adminUrl' | 'folder'>) {
  const { folder, remove } = throwawayFolder()
  const of = (at: string) => dataLocation(checkout, { ...process.env, FUNDESK_DATA: at })
  const place = of(folder)
  const copied = /^(?!.*\/(postmaster\.(pid|opts)|pg_wal\/.*)$)/
  const admin = postgres({ ...clientOptions(primary.adminUrl), max: 1, onnotice: () => {} })
  await admin`select pg_backup_start('replica', fast => true)`
  cpSync(of(primary.folder).data, place.data, {
    recursive: true,
    // A file may vanish while others are copied: the journal covers that.
    filter: (path) => copied.test(path),
  })
  const [backup] = await admin`select labelfile from pg_backup_stop(wait_for_archive => false)`
  await admin.end({ timeout: 1 })
  writeFileSync(join(place.data, 'backup_label'), backup?.labelfile)
  const { path, user, password } = clientOptions(primary.adminUrl)
  const socket = String(path).replace(/\/\.s\.PGSQL\.\d+$/, '')
  writeFileSync(
    join(place.data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${socket} user=${user} password=${password}'\n`,
    { flag: 'a' },
  )
  writeFileSync(join(place.data, 'standby.signal'), '')
  mkdirSync(join(place.data, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
  if (place.runAs) owned(place.data, place.runAs)
  // It becomes a primary with the same accounts when promoted.
  copyFileSync(join(primary.folder, 'passwords.json'), join(folder, 'passwords.json'))
  const secrets = secretsIn(folder)
  const { postgres: program } = binariesFor(checkout, place)
  const settings = { ...PRIMARY, fsync: 'off', io_method: 'sync', shared_buffers: '64MB' }
  let server = run(program, place, settings)
  const addresses = addressesOf(join(place.folder, 'socket'), secrets)

  async function ready() {
    for (let tries = 1; ; tries += 1)
      try {
        return await runQuery(addresses.adminUrl, 'select 1')
      } catch (error) {
        if (tries === 400) throw error
        await new Promise((done) => setTimeout(done, 50))
      }
  }
  await ready()
  return {
    ...addresses,
    folder: place.folder,
    ready,
    postmaster: () => livingPostmaster(place.data)?.pid,
    ask: (question: string) => runQuery(addresses.adminUrl, question),
    /** Kills its processes at once, as a power failure does. */
    async kill() {
      const pid = livingPostmaster(place.data)?.pid
      if (pid) process.kill(pid, 'SIGQUIT')
      await server.ended
    },
    async start() {
      server = run(program, place, settings)
      await ready()
    },
    async stop() {
      await server.stop()
      remove()
    },
  }
}

export type StreamingReplica = Awaited<ReturnType<typeof replicaOf>>

function owned(path: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(path, uid, gid)
  for (const name of readdirSync(path, { recursive: true }) as string[]) chownSync(join(path, name), uid, gid)
}
