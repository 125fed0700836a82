import { fileURLToPath } from 'node:url'

const ALONE = '?alone'

/**
 * Bundles a module and all its imports into one script, which declares its exports as `alone`.
 * @param {string} entry the module's path
 * @returns {Promise<{ code: string, files: string[] }>} the script, and the paths of its sources
 */
export async function aloneScript(entry) {
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: { '~': fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '') } },
    build: {
      write: false,
      target: 'es2022',
      minify: 'esbuild',
      reportCompressedSize: false,
      lib: { entry, formats: ['iife'], name: 'alone', fileName: 'alone' },
    },
  })
  const [chunk] = [built].flat().flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built`)
  return { code: chunk.code, files: chunk.moduleIds.filter((path) => path.startsWith('/')) }
}

/**
 * `import text from './some.ts?alone'`: the module as a self-contained script, to be handed out and run elsewhere.
 * @returns {import('vite').Plugin}
 */
export function aloneModules() {
  return {
    name: 'fundesk-alone-modules',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(ALONE)) return null
      const { code, files } = await aloneScript(id.slice(0, -ALONE.length))
      for (const path of files) this.addWatchFile(path)
      return `export default ${JSON.stringify(code)}`
    },
  }
}
