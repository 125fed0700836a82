// Entry of the misbehaving thread; see app/platform/exports/worker/from-source.mjs.
import { register } from 'tsx/esm/api'

register()
await import('./odd-writers.ts')
