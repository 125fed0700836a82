import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { clientOptions } from 'db/connection'
import { connectDatabase } from 'db/database'
import { joinOrStartEmbedded } from 'db/open'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { verifyPack } from '~/areas/evidence/verifier/verify-pack'
import { openSigning } from '~/platform/workflow/signing.server'
import { medianAndP95 } from './figures'
import { benchServer, project } from './server'

// Packs of the demo as auditors build them, over HTTP, each figure next to its target; what an audit of a million records
// takes; and what recording and sealing add to a write. A few minutes.
const RUNS = 20
const WRITES = 300
const MONTH = '2026-10'
/** The pack of a NAV in milliseconds, and a month of this many funds in seconds and megabytes. */
const TARGET = { packMs: 2_000, funds: 50, seconds: 120, memoryMb: 400, verifySeconds: 60 }
const RECORDS = 1_000_000
const AT_ONCE = 100_000

const load = () => `load ${loadavg()[0]?.toFixed(1)}`
const verdict = (holds: boolean) => (holds ? 'holds' : 'DOES NOT HOLD')

const server = await benchServer()
const embedded = await joinOrStartEmbedded({
  checkout: project,
  env: { ...process.env, FUNDESK_DATA: server.data },
})
try {
  const Cookie = await server.logIn('auditor1')
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${server.address}/api/${path}`, {
      ...init,
      headers: { Cookie, ...init.headers },
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const json = async (path: string, init?: RequestInit) => (await ask(path, init)).json()
  const trusted = (await json('evidence/keys')).keys.map(
    ({ fingerprint }: { fingerprint: string }) => fingerprint,
  )

  const { fundNavDetailsList: navs } = (await json(`dashboard/nav?size=${RUNS}`)) as {
    fundNavDetailsList: { fundnavid: number }[]
  }
  const [took, checked, sizes]: number[][] = [[], [], []]
  const faults: string[] = []
  for (const { fundnavid: id } of navs) {
    const from = performance.now()
    const pack = new Uint8Array(await (await ask(`evidence/pack/nav/${id}`)).arrayBuffer())
    took?.push(performance.now() - from)
    sizes?.push(pack.length)
    const before = performance.now()
    // The first checkpoint comes up to a minute after the start.
    const findings = (await verifyPack(pack, trusted)).findings.filter(
      (each) => !each.includes('no checkpoint covers'),
    )
    if (findings.length > 0) faults.push(`NAV ${id}: ${findings.join('; ')}`)
    checked?.push(performance.now() - before)
  }
  const kb = Math.round((sizes ?? []).reduce((sum, size) => sum + size, 0) / navs.length / 1024)
  console.log(`${''.padEnd(40)} median    p95 ms`)
  const first = took?.shift() ?? 0
  console.log(
    `first pack after the start: ${first.toFixed()} ms (target ${TARGET.packMs} ms: ${verdict(first < TARGET.packMs)}), ${load()}`,
  )
  console.log(`slowest of the next: ${verdict(Math.max(...(took ?? [])) < TARGET.packMs)}, ${load()}`)
  console.log(`pack of a NAV, ${kb} KB on average`.padEnd(40), medianAndP95(took ?? []))
  console.log('its check'.padEnd(40), medianAndP95(checked ?? []))
  for (const fault of faults) console.log(`a check found: ${fault}`)

  const before = Math.max(...processes().map(residentMb))
  const made = await json('evidence/months', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify({ month: MONTH }),
  })
  const from = performance.now()
  let peak = 0
  for (let state = made; state.status === 'RUNNING'; state = await json(`evidence/months/${made.id}`)) {
    peak = Math.max(peak, ...processes().map(residentMb))
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const seconds = (performance.now() - from) / 1_000
  const { status, total, funds, size } = await json(`evidence/months/${made.id}`)
  console.log(
    `${MONTH} of ${funds.length} funds, ${total} NAVs, ${Math.round(size / 1024 / 1024)} MB: ${status} after ${seconds.toFixed(1)} s (${(seconds / total).toFixed(2)} s each); most memory of a process ${peak} MB, ${before} MB before it`,
  )
  const scaled = (seconds * TARGET.funds) / funds.length
  console.log(
    `scaled to ${TARGET.funds} funds: ${scaled.toFixed(1)} s (target ${TARGET.seconds} s: ${verdict(status === 'DONE' && scaled < TARGET.seconds)}), memory (target ${TARGET.memoryMb} MB: ${verdict(peak < TARGET.memoryMb)}), ${load()}`,
  )

  const key = readFileSync(join(server.data, 'signing-key'), 'utf8').trim()
  const loading = connectDatabase({ url: embedded.url, sign: openSigning(key).sign, writeMs: 600_000 })
  for (let number = 1; number <= RECORDS / AT_ONCE; number++)
    await loading.transaction((tx) =>
      tx.execute(
        sql`insert into nav_line select (jsonb_populate_record(line, jsonb_build_object('row', ${number * AT_ONCE}::int + row_number() over ()))).*
          from nav_line line cross join generate_series(1, ${AT_ONCE}::int)
          where control_id = (select min(control_id) from nav_line) limit ${AT_ONCE}`,
      ),
    )
  await loading.close()
  const began = performance.now()
  const verified = spawnSync(process.execPath, ['app/start/command.mjs', 'audit-verify'], {
    cwd: project,
    env: { ...process.env, FUNDESK_DATA: server.data },
    encoding: 'utf8',
  })
  const verifySeconds = (performance.now() - began) / 1_000
  console.log(verified.stdout + verified.stderr)
  console.log(
    `npm run audit:verify with ${RECORDS} records more than the demo, exit status ${verified.status}: ${verifySeconds.toFixed(1)} s (target ${TARGET.verifySeconds} s: ${verdict(verifySeconds < TARGET.verifySeconds)}), ${load()}`,
  )

  const admin = postgres({ ...clientOptions(embedded.ownerUrl), max: 1, onnotice: () => {} })
  for (const [name, sign, triggers] of [
    ['a write without recording', undefined, false],
    ['a write that is recorded', undefined, true],
    ['a write that is recorded and sealed', openSigning(key).sign, true],
  ] as const) {
    await admin.unsafe(`alter table cost_line ${triggers ? 'enable' : 'disable'} trigger user`)
    const database = connectDatabase({ url: embedded.url, ...(sign ? { sign } : {}) })
    const times: number[] = []
    for (let write = 0; write < WRITES; write++) {
      const before = performance.now()
      await database.transaction((tx) =>
        tx.execute(
          sql`update cost_line set gross_amount = gross_amount + 0.01 where id = (select min(id) from cost_line)`,
        ),
      )
      times.push(performance.now() - before)
    }
    await database.close()
    console.log(name.padEnd(40), medianAndP95(times))
  }
  await admin.end()
} finally {
  await embedded.stop()
  await server.stop()
}

/** The processes of the app, found by the data folder in their environment. */
function processes(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(server.data)
    } catch {
      return false
    }
  })
}

function residentMb(pid: string): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return 0
  }
}
