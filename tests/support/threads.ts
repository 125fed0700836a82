import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import type { OversightWorkers } from '~/areas/oversight/worker/jobs'
import { BANK_FILE_THREADS } from '~/areas/payments/bank-files/read-in-thread'
import type { BankFileReaders } from '~/areas/payments/worker/jobs'
import type { ReplayWorkers } from '~/areas/replay/worker/jobs'
import { openUploads } from '~/http/uploads/spool'
import { openExports } from '~/platform/exports/worker/open-exports'
import { FILE_ADVICE } from '~/platform/files/upload-rules'
import type { FileWorkers } from '~/platform/files/worker/jobs'
import { workerPool } from '~/platform/threads/pool'

/** For a site without a virus scanner. */
export const openTestUploads = () =>
  openUploads({ folder: join(tmpdir(), 'fundesk-test-uploads'), scan: null })

/** `npm test` has just built the threads, which then start in a tenth of the time; otherwise tests run them from source. */
const isBuilt = process.env.BUILT_THREADS !== undefined

const threadEntry = (engine: string, built: string) =>
  new URL(
    `../../${isBuilt ? `build/server/${built}.js` : `app/${engine}/worker/from-source.mjs`}`,
    import.meta.url,
  )

/** The entries of the threads of a site. */
export const THREADS = {
  workers: threadEntry('areas/navs', 'worker'),
  files: threadEntry('platform/files', 'file-worker'),
  replays: threadEntry('areas/replay', 'replay-worker'),
  bankFiles: threadEntry('areas/payments', 'bank-file-worker'),
  exports: threadEntry('platform/exports', 'export-worker'),
  oversight: threadEntry('areas/oversight', 'oversight-worker'),
}

let started: ReturnType<typeof startThreads> | undefined

/**
 * The real threads of a site, and the receiver of its uploads. Test files of one process share the threads, which end with
 * the process.
 */
export function openThreads() {
  started ??= startThreads()
  return { ...started, uploads: openTestUploads() }
}

function startThreads() {
  const workers: ControlWorkers = workerPool({ url: THREADS.workers })
  const files: FileWorkers = workerPool({ url: THREADS.files, advice: FILE_ADVICE })
  const replays: ReplayWorkers = workerPool({
    url: THREADS.replays,
    deadlineMs: 120_000,
    queueLimit: 1_000,
  })
  const bankFiles: BankFileReaders = workerPool({
    url: THREADS.bankFiles,
    ...BANK_FILE_THREADS,
  })
  const exports = openExports({ url: THREADS.exports })
  return { workers, replays, files, bankFiles, exports }
}

let oversight: OversightWorkers | undefined

/** The threads that work cases of wrong NAVs and oversight reports out. */
export function openOversightThreads(): OversightWorkers {
  oversight ??= workerPool({ url: THREADS.oversight, deadlineMs: 60_000 })
  return oversight
}
