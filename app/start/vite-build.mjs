import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { ensureFonts } from './fonts.mjs'

// Remix's own command builds the browser's files, then the server's. Two processes do it in parallel here: the server's
// waits for the names of the browser's only where it needs them (vite.config.ts).

const logLevel = 'warn'

if (process.env.FUNDESK_BUILD_BESIDE) {
  await build({ logLevel, build: { ssr: true } })
} else {
  await ensureFonts()
  const server = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, FUNDESK_BUILD_BESIDE: '1' },
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await build({ logLevel })
  server.send('the browser’s files are built')
  process.exitCode = (await ended) === 0 ? 0 : 1
  // Only the build reads them.
  for (const side of ['client', 'server'])
    rmSync(join(process.env.FUNDESK_BUILD_DIRECTORY, side, '.vite'), { recursive: true, force: true })
}
