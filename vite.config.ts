import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixOptions from './remix.config.js'

const here = new URL('.', import.meta.url).pathname

export default defineConfig({
  plugins: [remix(remixOptions)],
  resolve: { alias: { '~': `${here}app`, db: `${here}db` } },
  build: { target: 'es2022', sourcemap: false },
})
