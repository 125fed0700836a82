import { FILE_ADVICE, type FileWorkers } from '~/domain/documents/worker/file-workers'
import { openExports } from '~/domain/exports/worker/open-exports'
import type { ControlWorkers } from '~/domain/navs/worker/control-workers'
import { workerPool } from '~/domain/threads/pool'

/** The real threads of a site, from their sources. */
export function openThreads() {
  const entry = (area: string) => new URL(`../app/domain/${area}/worker/from-source.mjs`, import.meta.url)
  const workers: ControlWorkers = workerPool({ url: entry('navs') })
  const files: FileWorkers = workerPool({ url: entry('documents'), advice: FILE_ADVICE })
  const exports = openExports({ url: entry('exports') })
  return {
    threads: { workers, files, exports },
    async closeThreads() {
      await exports.close()
      await workers.close()
      await files.close()
    },
  }
}
