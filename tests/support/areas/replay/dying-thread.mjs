// Entry of a replay thread that dies at its first job while the file named by REPLAY_TRAP exists.
import { existsSync, rmSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

const trap = process.env.REPLAY_TRAP
if (trap)
  parentPort.once('message', () => {
    if (!existsSync(trap)) return
    if (!process.env.REPLAY_TRAP_STAYS) rmSync(trap)
    process.exit(3)
  })
// The thread of the build starts in a tenth of the time.
if (process.env.BUILT_THREADS) await import('../../../../build/server/replay-worker.js')
else {
  const { register } = await import('tsx/esm/api')
  register()
  await import('../../../../app/areas/replay/worker/worker.ts')
}
