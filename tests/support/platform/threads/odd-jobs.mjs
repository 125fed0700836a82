// Entry of the misbehaving worker; see app/areas/navs/worker/from-source.mjs.
import { register } from 'tsx/esm/api'

register()
await import('./odd-jobs.ts')
