// Entry of the worker threads where TypeScript runs from its source (tests, development): Node 20 starts a worker's
// entry before any loader is in place, so the loader is registered here. Production starts build/worker.js.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
