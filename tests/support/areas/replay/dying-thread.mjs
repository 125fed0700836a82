// Entry of a replay thread that dies at its first job while the file named by REPLAY_TRAP exists.
import { existsSync, rmSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const trap = process.env.REPLAY_TRAP
if (trap)
  parentPort.once('message', () => {
    if (!existsSync(trap)) return
    if (!process.env.REPLAY_TRAP_STAYS) rmSync(trap)
    process.exit(3)
  })
await import('../../../../app/areas/replay/worker/worker.ts')
