import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { inTurn } from '~/start/turn.mjs'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'fundesk-turn-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A process that takes its turn, prints "in", stays for a while and prints "out". */
function worker(place: string, stayMs: number): ChildProcess {
  const turn = fileURLToPath(new URL('../../app/start/turn.mjs', import.meta.url))
  const script = `
    import { inTurn } from ${JSON.stringify(turn)}
    await inTurn(${JSON.stringify(place)}, 'work', async () => {
      console.log('in')
      await new Promise((resolve) => setTimeout(resolve, ${stayMs}))
      console.log('out')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.on('close', () => resolve()))

test('of several processes, one works at a time', async () => {
  const place = folder()
  const output: string[] = []
  const workers = [1, 2, 3, 4].map(() => worker(place, 150))
  for (const child of workers)
    child.stdout?.on('data', (text) => output.push(...String(text).trim().split('\n')))
  await Promise.all(workers.map(ended))
  expect(output.join(' ')).toBe('in out in out in out in out')
  expect(readdirSync(place)).toEqual([])
})

test('the turn of a killed process passes on at once', async () => {
  const place = folder()
  const killed = worker(place, 60_000)
  await new Promise((resolve) => killed.stdout?.once('data', resolve))
  killed.kill('SIGKILL')
  await ended(killed)
  expect(readdirSync(place)).toHaveLength(1)
  expect(await inTurn(place, 'work', async () => 'done')).toBe('done')
  expect(readdirSync(place)).toEqual([])
})

test('a turn lasts while a child of a killed process still works', async () => {
  const place = folder()
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 500)'], { stdio: 'ignore' })
  const dead = { pid: 2 ** 22 + 1, started: '1' }
  const ticket = { host: hostname(), processes: [dead, { pid: child.pid, started: startOf(child.pid) }] }
  writeFileSync(join(place, 'work.1.x.ticket'), JSON.stringify(ticket))
  let gone = false
  child.on('close', () => {
    gone = true
  })
  expect(await inTurn(place, 'work', async () => gone)).toBe(true)
})

test('a process number that was reused does not hold the turn', async () => {
  const place = folder()
  const ticket = { host: hostname(), processes: [{ pid: process.pid, started: 'long ago' }] }
  writeFileSync(join(place, 'work.1.x.ticket'), JSON.stringify(ticket))
  expect(await inTurn(place, 'work', async () => 'done')).toBe('done')
})

test('other work is not waited for, and a failure releases the turn', async () => {
  const place = folder()
  await inTurn(place, 'install', async () => {
    await expect(inTurn(place, 'build', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(readdirSync(place)).toHaveLength(1)
  })
  expect(readdirSync(place)).toEqual([])
})

function startOf(pid: number | undefined): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}
