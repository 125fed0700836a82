import { register } from 'tsx/esm/api'

// A worker thread of a test: TypeScript is understood from here on.
register()
await import('../../../../app/areas/navs/worker/worker.ts')
