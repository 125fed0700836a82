import { fileURLToPath } from 'node:url'
import { build, type PluginOption } from 'vite'

const ALONE = '?alone'

/**
 * `import text from './some.ts?alone'`: a module with all that it imports as the text of one script, which declares its
 * exports as `alone`. For what is handed out to run elsewhere.
 */
export function aloneModules(): PluginOption {
  return {
    name: 'fundesk-alone-modules',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(ALONE)) return null
      const entry = id.slice(0, -ALONE.length)
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        resolve: { alias: { '~': fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '') } },
        build: {
          ...{ write: false, target: 'es2022', minify: 'esbuild', reportCompressedSize: false },
          lib: { entry, formats: ['iife'], name: 'alone', fileName: 'alone' },
        },
      })
      const [{ output } = { output: [] }] = Array.isArray(built) ? built : 'output' in built ? [built] : []
      const chunk = output[0]
      if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built`)
      for (const path of chunk.moduleIds) if (path.startsWith('/')) this.addWatchFile(path)
      return `export default ${JSON.stringify(chunk.code)}`
    },
  }
}
