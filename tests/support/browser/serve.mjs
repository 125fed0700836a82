import { fileURLToPath, pathToFileURL } from 'node:url'

// The built application as "npm start" runs it, without installing or building.
const project = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const built = (file) => import(pathToFileURL(`${project}/build/server/${file}`).href)
const { main } = await built('main.js')
const aheadMs = Number(process.env.TEST_CLOCK_AHEAD_MS ?? 0)
await main({
  project,
  say: () => {},
  build: () => built('index.js'),
  clock: () => new Date(Date.now() + aheadMs),
})
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume()
