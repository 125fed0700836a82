// Entry of the worker threads where TypeScript runs from its source (tests, development): Node 20 starts a worker's
// entry before any loader is in place, so the loader is registered here. The address names whose worker it is
// (`?areas/navs`). Production starts the built files.
import { register } from 'tsx/esm/api'

register()
await import(`../../${new URL(import.meta.url).search.slice(1)}/worker/worker.ts`)
