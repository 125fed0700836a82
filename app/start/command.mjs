import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { project, run, StartError } from './project.mjs'

// A command's result goes to stdout; progress goes to stderr, so that they do not mix.
const say = (line) => process.stderr.write(`${line}\n`)

await run(async () => {
  process.env.NODE_ENV = 'production'
  const [name, ...args] = process.argv.slice(2)
  await ensureInstalled(say)
  await ensureBuilt(say)
  const folder = join(project, 'build/server/commands')
  const known = existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.js$/, '')) : []
  if (!known.includes(name))
    throw new StartError(`There is no command "${name ?? ''}". Commands: ${known.join(', ')}.`)
  const { default: command } = await import(pathToFileURL(join(folder, `${name}.js`)).href)
  process.exit((await command(args, { project, say })) ?? 0)
})
