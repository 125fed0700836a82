import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  findOffice,
  type Office,
  type OfficeLimits,
  officeToPdf,
} from '~/platform/files/office/office-to-pdf'
import { bytesOf } from '../../support/areas/documents/object-at'

// A shell script instead of LibreOffice: this tests how a program is contained, not the conversion.
const folder = await mkdtemp(join(tmpdir(), 'office-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A program with LibreOffice’s name that does this; `$out` and `$source` are its folder and document. */
async function program(lines: string): Promise<Office> {
  const command = join(folder, `soffice${Math.random()}`)
  await writeFile(
    command,
    `#!/bin/sh\nwhile [ $# -gt 1 ]; do [ "$1" = --outdir ] && out=$2; shift; done\nsource=$1\n${lines}\n`,
  )
  await chmod(command, 0o755)
  return { command, isolation: [] }
}

const convert = async (lines: string, limits?: OfficeLimits) =>
  officeToPdf(await program(lines), limits)({ extension: 'docx', bytes: bytesOf('a document') })
const leftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('fundesk-office-'))

test('the document gets a neutral name and a new profile without macros, and nothing remains', async () => {
  const before = await leftovers()
  const made = await convert(
    'cat "$source" "$out/profile/user/registrymodifications.xcu" > "$out/document.pdf"; echo "$source" >> "$out/document.pdf"',
  )
  const text = Buffer.from(made).toString()
  expect(text).toMatch(/^a document<\?xml/)
  expect(text).toMatch(/DisableMacrosExecution.*<value>true/)
  expect(text).toMatch(/\/document\.docx\n$/)
  expect(await leftovers()).toEqual(before)
})

/** Whether a process exists; a killed one that was not reaped does not count. */
function isRunning(pid: string): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('at the deadline everything it started is killed', async () => {
  const pids = join(folder, 'pids')
  const started = convert(`sleep 60 & echo $! > ${pids}; echo $$ >> ${pids}; sleep 60`, { deadlineMs: 400 })
  await expect(started).rejects.toMatchObject({
    code: 'refused',
    message: /longer than 1 seconds and was stopped/,
  })
  const all = (await readFile(pids, 'utf8')).trim().split('\n')
  expect(all).toHaveLength(2)
  await expect.poll(() => all.filter(isRunning)).toEqual([])
})

test('a program that fails, or produces too much, is reported', async () => {
  await expect(convert('exit 1')).rejects.toMatchObject({ message: /could not read it/ })
  await expect(
    convert('head -c 3000000 /dev/zero > "$out/document.pdf"', { resultMb: 1 }),
  ).rejects.toMatchObject({
    code: 'refused',
  })
  const gone = officeToPdf({ command: join(folder, 'nowhere'), isolation: [] })
  await expect(gone({ extension: 'docx', bytes: bytesOf('x') })).rejects.toMatchObject({ code: 'refused' })
})

test('conversions run one at a time, with a limited queue', async () => {
  const log = join(folder, 'log')
  const office = await program(
    `echo in >> ${log}; sleep 0.2; echo out >> ${log}; echo x > "$out/document.pdf"`,
  )
  const to = officeToPdf(office, { queueLimit: 2 })
  const all = Array.from({ length: 5 }, () => to({ extension: 'docx', bytes: bytesOf('x') }))
  const ends = await Promise.allSettled(all)
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual(['in', 'out', 'in', 'out', 'in', 'out'])
})

test('it is found in the path, and used only if it can be cut off from the network', async ({ skip }) => {
  expect(findOffice('off', process.env.PATH ?? '')).toBeNull()
  expect(findOffice(null, folder)).toBeNull()
  expect(findOffice(join(folder, 'nowhere'), '')).toBeNull()
  const { command } = await program('true')
  const found = findOffice(command, '')
  if (found === null) return skip('Here nothing can be cut off from the network: LibreOffice is not used')
  // Its namespace has only the loopback device, and that is down.
  const devices = await convertIn({ command, isolation: found.isolation })
  expect(devices.trim().split('\n').length).toBe(1)
})

async function convertIn(office: Office): Promise<string> {
  const { command } = await program('tail -n +3 /proc/net/dev > "$out/document.pdf"')
  const made = await officeToPdf({ ...office, command })({ extension: 'docx', bytes: bytesOf('x') })
  return Buffer.from(made).toString()
}
