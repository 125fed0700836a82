// Entry of a thread of replays that is lost at its first job while the file named by REPLAY_TRAP is there.
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
