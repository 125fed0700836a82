import { register } from 'node:module'
import { register as registerTypeScript } from 'tsx/esm/api'

// Node itself loads the application in tests, TypeScript included: Vite would take five times as long for its thousand
// modules, and again for each process.
registerTypeScript()
register('./vite-imports.mjs', import.meta.url)
