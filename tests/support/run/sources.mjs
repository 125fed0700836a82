import { register } from 'node:module'
import { register as registerTypeScript } from 'tsx/esm/api'

// Node itself loads the application in tests, TypeScript included: Vite would take five times as long for its thousand
// modules, and again for each process.
const REGISTERED = Symbol.for('fundesk: sources are loaded by Node')

// Vitest imports this file anew for each test file: a second loader would pass everything through both.
if (!globalThis[REGISTERED]) {
  globalThis[REGISTERED] = true
  registerTypeScript()
  register('./vite-imports.mjs', import.meta.url)
}
