// Entry of the worker threads where TypeScript runs from source (tests, development): Node 20 starts a worker's entry
// before any loader is active, so the loader is registered here. Production starts the built file.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
