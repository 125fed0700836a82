// Entry of the misbehaving worker; see app/platform/threads/from-source.mjs.
import { register } from 'tsx/esm/api'

register()
await import('./odd-jobs.ts')
