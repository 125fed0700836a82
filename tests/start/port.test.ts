import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

/** Starts a checkout that has nothing but the start scripts. */
function start(port: number, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-port-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(fileURLToPath(new URL('../../app/start', import.meta.url)), join(folder, 'app/start'), {
    recursive: true,
  })
  const { DATABASE_URL: _, HOST: __, ...others } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['app/start/start.mjs', ...options], {
    cwd: folder,
    env: { ...others, PORT: String(port) },
    encoding: 'utf8',
  })
  return { status, stdout, stderr, files: readdirSync(folder) }
}

test('an occupied port is refused in one sentence, before anything is installed, built or loaded', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen({ port: 0, host: '127.0.0.1' }, resolve))
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const refused = {
    status: 1,
    stdout: '',
    stderr: `Port ${port} is in use. Stop the program that uses it, or set PORT to another one.\n`,
    files: ['app'],
  }
  expect(start(port)).toEqual(refused)
  expect(start(port, '--empty')).toEqual(refused)
})

test('a misspelt option starts nothing, least of all with the demo data', () => {
  for (const options of [['--emtpy'], ['--empty', 'please']])
    expect(start(0, ...options)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Use: npm start, or npm start -- --empty for a site without the demo data.\n',
      files: ['app'],
    })
})
