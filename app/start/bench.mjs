import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { child, project, run, StartError } from './project.mjs'

const say = (line) => process.stderr.write(`${line}\n`)

// `npm run bench -- controls`: prints figures for the built app; never a test that fails on a slow machine.
await run(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const file = join(project, 'tests/bench', `${name}.ts`)
  if (!/^[\w-]+$/.test(name) || !existsSync(file))
    throw new StartError(
      `There is no benchmark "${name}". Benchmarks are the files of tests/bench: "npm run bench -- controls".`,
    )
  await ensureInstalled(say, { tests: true })
  await ensureBuilt(say)
  await child(process.execPath, ['--import', 'tsx', file, ...args], {
    failure: `The benchmark ${name} failed`,
  })
})
