import cluster from 'node:cluster'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { refuseTakenPort } from './port.mjs'
import { project, run } from './project.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
const built = (file) => import(pathToFileURL(`${project}/build/server/${file}`).href)

// Of 2 GB and more, V8 lets a heap become four times what is alive in it before it collects, and twice where it is less.
setFlagsFromString('--heap-growing-percent=100')
// What is made for a request ends with it. V8 takes it for long-lived, as much of it is made at the start for good, and
// then finds it dead only when it collects the whole heap.
setFlagsFromString('--no-allocation-site-pretenuring')

await run(async () => {
  process.env.NODE_ENV = 'production'
  // Workers run what their parent built.
  if (cluster.isPrimary) {
    await refuseTakenPort(process.env)
    await ensureInstalled(say)
    await ensureBuilt(say)
  }
  // In this process, so that a signal reaches the server itself.
  const { main } = await built('main.js')
  await main({ project, say, build: () => built('index.js') })
})
