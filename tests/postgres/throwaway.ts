import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Embedded, startEmbedded } from 'db/embedded/start'

export const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** Nothing here survives the run, so nothing needs to reach the disk. */
const quick = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  io_method: 'sync',
  shared_buffers: '64MB',
}

/** A data folder of its own under the system's temporary folder. */
export function throwawayFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-test-'))
  if (process.getuid?.() === 0) chmodSync(folder, 0o711)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * A server of its own, for tests that stop it or kill its processes. stop() also removes its data.
 * A test that kills processes and counts what was stored needs `synchronous_commit: 'on'`.
 */
export async function throwawayServer(settings: Record<string, string> = {}): Promise<Embedded> {
  const { folder, remove } = throwawayFolder()
  const env = { ...process.env, FUNDESK_DATA: folder }
  const server = await startEmbedded({ checkout, env, settings: { ...quick, ...settings } })
  return {
    ...server,
    async stop() {
      await server.stop()
      remove()
    },
  }
}
