import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { run } from './project.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

await run(async () => {
  await ensureInstalled(say)
  await ensureBuilt(say)
})
