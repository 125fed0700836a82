import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

test('an occupied port is refused in one sentence, before anything is installed, built or loaded', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen({ port: 0, host: '127.0.0.1' }, resolve))
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  // A checkout with nothing but the start scripts.
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-port-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(fileURLToPath(new URL('../../app/start', import.meta.url)), join(folder, 'app/start'), {
    recursive: true,
  })
  const { DATABASE_URL: _, HOST: __, ...others } = process.env
  const started = spawnSync(process.execPath, ['app/start/start.mjs'], {
    cwd: folder,
    env: { ...others, PORT: String(port) },
    encoding: 'utf8',
  })
  expect(started.stderr).toBe(
    `Port ${port} is in use. Stop the program that uses it, or set PORT to another one.\n`,
  )
  expect([started.status, started.stdout, readdirSync(folder)]).toEqual([1, '', ['app']])
})
