import cluster from 'node:cluster'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { refusePortInUse } from './port.mjs'
import { project, run, StartError } from './project.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
const built = (file) => import(pathToFileURL(`${project}/build/server/${file}`).href)

// From 2 GB, V8 lets a heap grow to four times its live size before it collects; below that, to twice.
setFlagsFromString('--heap-growing-percent=100')
// Objects made for a request die with it. V8 treats them as long-lived, because many made at start-up are, and then
// frees them only when it collects the whole heap.
setFlagsFromString('--no-allocation-site-pretenuring')

await run(async () => {
  process.env.NODE_ENV = 'production'
  const [option, ...more] = process.argv.slice(2)
  if (option === '--empty' && more.length === 0) process.env.DEMO = 'no'
  else if (option !== undefined)
    throw new StartError('Use: npm start, or npm start -- --empty for a site without the demo data.')
  // Workers run the code that their parent built.
  if (cluster.isPrimary) {
    await refusePortInUse(process.env)
    await ensureInstalled(say)
    await ensureBuilt(say)
  }
  // In this process, so that a signal reaches the server itself.
  const { main } = await built('main.js')
  await main({ project, say, build: () => built('index.js') })
})
