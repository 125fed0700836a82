import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FILE_ADVICE, type FileWorkers } from '~/domain/documents/worker/file-workers'
import { openExports } from '~/domain/exports/worker/open-exports'
import type { ControlWorkers } from '~/domain/navs/worker/control-workers'
import { workerPool } from '~/domain/threads/pool'
import { openUploads } from '~/http/uploads'

/** Of a site without a virus scanner. */
export const openTestUploads = () =>
  openUploads({ folder: join(tmpdir(), 'fundesk-test-uploads'), scan: null })

/** The real threads of a site, from their sources, and what receives its uploads. */
export function openThreads() {
  const entry = (area: string) => new URL(`../app/domain/${area}/worker/from-source.mjs`, import.meta.url)
  const workers: ControlWorkers = workerPool({ url: entry('navs') })
  const files: FileWorkers = workerPool({ url: entry('documents'), advice: FILE_ADVICE })
  const exports = openExports({ url: entry('exports') })
  return {
    threads: { workers, files, exports, uploads: openTestUploads() },
    async closeThreads() {
      await exports.close()
      await workers.close()
      await files.close()
    },
  }
}
