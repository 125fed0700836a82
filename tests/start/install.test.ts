import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** Creates what npm creates, and logs its arguments. */
const NPM = `
import { appendFileSync, mkdirSync } from 'node:fs'
const asked = process.argv.slice(2)
appendFileSync('asked', asked[0] + (asked.includes('--workspaces=false') ? ' without tests' : '') + '\\n')
mkdirSync(asked.includes('--workspaces=false') ? 'node_modules' : 'node_modules/fundesk-tests', { recursive: true })
`

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundesk-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(checkout, 'app/start'), join(folder, 'app/start'), { recursive: true })
  writeFileSync(join(folder, 'npm.js'), NPM)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  lock('one')
})

const lock = (content: string) =>
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ content, packages: {} }))

/** The npm commands that these users cause, one after another. */
async function npmRuns(...users: ('start' | 'test')[]): Promise<string[]> {
  const from = join(folder, 'app/start/install.mjs')
  for (const user of users)
    await promisify(execFile)(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { ensureInstalled } from ${JSON.stringify(from)}
         await ensureInstalled(() => {}, { tests: ${user === 'test'} })`,
      ],
      { env: { ...process.env, npm_execpath: join(folder, 'npm.js') } },
    )
  return readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')
}

test('a start omits what only tests need, and npm test adds it', async () => {
  expect(await npmRuns('start', 'start', 'test', 'test', 'start')).toEqual(['ci without tests', 'install'])
})

test('npm test installs everything, and a later start removes nothing, even with another lockfile', async () => {
  expect(await npmRuns('test', 'start')).toEqual(['ci'])
  lock('two')
  expect(await npmRuns('start', 'test')).toEqual(['ci', 'ci'])
})

test('if a user ran npm themselves, npm’s own record decides', async () => {
  mkdirSync(join(folder, 'node_modules/fundesk-tests'), { recursive: true })
  const native = { os: [process.platform], cpu: [process.arch] }
  const packages = { 'node_modules/fundesk-tests': { link: true, ...native } }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(join(folder, 'asked'), '')
  expect(await npmRuns('test', 'start')).toEqual([''])
  rmSync(join(folder, 'node_modules/.fundesk-installed'))
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{ "packages": {} }')
  expect(await npmRuns('start')).toEqual(['ci'])
})
