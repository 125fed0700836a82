import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { minify } from 'oxc-minify'
import { defineConfig, type PluginOption } from 'vite'
import { aloneModules } from './app/start/alone.mjs'
import { browserChunks, routesInSharedFiles } from './app/start/browser-chunks'
import remixOptions from './remix.config.js'

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The server bundle has several entries: the process, Remix's handler, the workers of controls, exports, documents, bank files, and cases and reports, and the commands.
 * One build makes them all, so that a class (DomainError, say) exists once, whoever throws it and whoever catches it.
 */
function serverEntries(): PluginOption {
  return {
    name: 'fundesk-server-entries',
    enforce: 'post',
    config(_, { command, isSsrBuild }) {
      if (command !== 'build' || !isSsrBuild) return
      const input: Record<string, string> = {
        index: 'virtual:remix/server-build',
        main: inProject('app/http/server/main.ts'),
      }
      const worker = inProject('app/areas/navs/worker/worker.ts')
      if (existsSync(worker)) input.worker = worker
      input['replay-worker'] = inProject('app/areas/replay/worker/worker.ts')
      input['export-worker'] = inProject('app/platform/exports/worker/worker.ts')
      input['file-worker'] = inProject('app/platform/files/worker/worker.ts')
      input['bank-file-worker'] = inProject('app/areas/payments/worker/worker.ts')
      input['oversight-worker'] = inProject('app/areas/oversight/worker/worker.ts')
      const commands = inProject('app/commands')
      for (const file of existsSync(commands) ? readdirSync(commands) : []) {
        const name = /^([\w-]+)\.ts$/.exec(file)?.[1]
        // What commands share lies beside them; a command is a file with a default export.
        if (name && /^export default /m.test(readFileSync(`${commands}/${file}`, 'utf8')))
          input[`commands/${name}`] = `${commands}/${file}`
      }
      return {
        build: {
          rollupOptions: {
            input,
            output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
          },
        },
      }
    },
  }
}

/** React Aria brings its words in 34 languages; the site speaks one. */
function englishOnly(): PluginOption {
  return {
    name: 'fundesk-english-only',
    enforce: 'pre',
    load(id) {
      const [, language] =
        /\/react-(?:aria|stately|aria-components)\/.*\/([a-z]{2}-[A-Z]{2})\.m?js$/.exec(id) ?? []
      return language !== undefined && language !== 'en-US' ? 'export default {}' : null
    },
  }
}

/**
 * What Remix and its router decide while they run, and is settled for this site by remix.config.js or by what its pages use. Decided by the
 * build, the ways not taken are left out of what every page loads.
 */
const SETTLED: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  '@remix-run/react/dist/esm/browser.js': [
    [/window\.__remixContext\.future\.v3_singleFetch/g, 'true'],
    [/window\.__remixContext\.isSpaMode/g, 'false'],
    [/router\.createRoutesForHMR = createClientRoutesWithHMRRevalidationOptOut;/, ''],
  ],
  '@remix-run/react/dist/esm/components.js': [
    [/\bfuture\.v3_singleFetch/g, 'true'],
    [/isFogOfWarEnabled\(future, isSpaMode\)/g, 'false'],
    [/isPageLinkDescriptor\(link\)/g, 'false'],
    // No link loads its page ahead through Remix, which gives every link four hooks for it.
    [/usePrefetchBehavior\(prefetch, props\)/g, '[false, null, null]'],
    [/shouldPrefetch && !isAbsolute/g, 'false'],
    // Data comes with its page, never after it.
    [/typeof __remixContext === "object" && __remixContext\.a/g, 'false'],
  ],
  '@remix-run/react/dist/esm/fog-of-war.js': [[/future\.v3_lazyRouteDiscovery === true/g, 'false']],
  '@remix-run/router/dist/router.js': [
    [/if \(patchRoutesOnNavigationImpl\)|if \(isFogOfWar\)/g, 'if (false)'],
    [/!patchRoutesOnNavigationImpl/g, 'true'],
    [/(?<!function )isDeferred(?:Result|Data)\(\w+(?:\[\w+\])?\)/g, 'false'],
  ],
  'react-router-dom/dist/index.js': [
    // A page takes the place of the one before it at once.
    [/if \(!viewTransitionOpts \|\| isViewTransitionUnavailable\)/, 'if (true)'],
    [/if \((?:renderDfd && pendingState && [^)]+|!?vtContext\.isTransitioning && [^)]+)\)/g, 'if (false)'],
  ],
  '@remix-run/react/dist/esm/routes.js': [
    [/\bfuture\.v3_singleFetch/g, 'true'],
    [/typeof singleFetch === "function"/g, 'true'],
    // Actions are the server's, and the built site replaces no code while it runs.
    [/if \(!routeModule\.clientAction\)/g, 'if (true)'],
    [/if \(mod\.clientAction\)/g, 'if (false)'],
    [/if \(needsRevalidation\)/g, 'if (false)'],
    // Every page is rendered by the server before scripts take it over.
    [/route\.id === "root" \? RemixRootDefaultHydrateFallback : undefined/g, 'undefined'],
  ],
}

function settledRemix(): PluginOption {
  return {
    name: 'fundesk-settled-remix',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const [, file = ''] = /\/node_modules\/([^?]+\.js)$/.exec(id) ?? []
      return (SETTLED[file] ?? []).reduce((settled, [question, answer]) => {
        if (!settled.match(question)) throw new Error(`${file} no longer asks for ${question}`)
        return settled.replace(question, answer)
      }, code)
    },
  }
}

/** Makes the browser's files smaller than esbuild does by 5 KB a page: as small as terser, in a sixtieth of its time. */
function smallFiles(): PluginOption {
  return {
    name: 'fundesk-small-files',
    apply: 'build',
    generateBundle: {
      // Vite lowers syntax and names what to load ahead in all other steps.
      order: 'post',
      async handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const compress = { target: 'es2022' }
          const { code, errors } = await minify(chunk.fileName, chunk.code, { module: true, compress })
          const [fault] = errors
          if (fault) throw new Error(`${chunk.fileName} cannot be made smaller: ${fault.message}`)
          chunk.code = code
        }
      },
    },
  }
}

/**
 * The server's manifest names the browser's files, which another process may still be building: all else of the server is
 * read meanwhile.
 */
function afterBrowserFiles(): PluginOption {
  // Remix reads this configuration several times.
  const built = process.env.FUNDESK_BUILD_BESIDE && process.connected ? messageOfParent() : Promise.resolve()
  return {
    name: 'fundesk-after-browser-files',
    enforce: 'pre',
    async load(id) {
      if (id.endsWith('virtual:remix/server-manifest')) await built
      return null
    },
  }
}

/** Resolves with its message; without the parent that would send it, this process has nothing to do. */
function messageOfParent(): Promise<void> {
  return new Promise((resolve) => {
    const gone = () => process.exit(1)
    process.once('disconnect', gone).once('message', () => {
      process.off('disconnect', gone)
      if (process.connected) process.disconnect()
      resolve()
    })
  })
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    englishOnly(),
    aloneModules(),
    afterBrowserFiles(),
    remix(remixOptions),
    serverEntries(),
    !isSsrBuild && routesInSharedFiles(),
    !isSsrBuild && settledRemix(),
    !isSsrBuild && smallFiles(),
  ],
  resolve: { alias: { '~': inProject('app'), db: inProject('db') } },
  build: {
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    cssMinify: 'esbuild',
    ...(!isSsrBuild && {
      minify: false,
      rollupOptions: {
        output: { manualChunks: browserChunks() },
        onwarn(warning, warn) {
          // Code of one may run before that of the other that it needs.
          if (warning.code === 'CIRCULAR_CHUNK') throw new Error(warning.message)
          warn(warning)
        },
      },
    }),
  },
}))
