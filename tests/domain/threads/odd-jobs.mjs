// Entry of the misbehaving worker; see app/domain/navs/worker/from-source.mjs.
import { register } from 'tsx/esm/api'

register()
await import('./odd-jobs.ts')
