import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Database } from 'db/database'
import { joinOrStartEmbedded } from 'db/open'
import { sql } from 'drizzle-orm'
import { medianAndP95, percentile } from './figures'
import { withDatabase } from './make-budgets'
import { benchServer, project } from './server'

// Replays of thousands of stored controls by the built app: time, memory, and other users’ pages meanwhile.
// `npm run bench -- replay --controls 300` is a short version; time targets are scaled to it.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: { controls: { type: 'string', default: '5000' } },
})
const CONTROLS = Number(given.controls)
const PAGE = '/nav-controls'
/** Targets for 5,000 controls on two cores, in seconds; for the floors of one fund; for pages and memory meanwhile. */
const TARGETS = { oneRule: 60, allRules: 300, floors: 20, slowerMs: 50, memoryMb: 512 }
const ofControls = (seconds: number) => (seconds * CONTROLS) / 5_000

/** Everything a replay reads of a control. */
const COPIES = [
  sql`insert into nav_control_table (control_id, kind, source)
    select copied.id, kind, source from copied join nav_control_table old on old.control_id = copied.old`,
  sql`insert into nav_line (control_id, row, type, code, currency, value, name)
    select copied.id, row, type, code, currency, value, name from copied join nav_line old on old.control_id = copied.old`,
  sql`insert into balance_line (control_id, row, account_number, account_name, currency, debtor, creditor)
    select copied.id, row, account_number, account_name, currency, debtor, creditor from copied join balance_line old on old.control_id = copied.old`,
  sql`insert into inventory_line (control_id, row, instrument_code, instrument_name, type, subtype, quotation_currency, quantity, price, price_date,
    market_value, isin, price_factor, fx_rate, accrued_interest, nav_percent, maturity_date, issuer, issuer_kind, coupon,
    last_coupon_date, day_count)
    select copied.id, row, instrument_code, instrument_name, type, subtype, quotation_currency, quantity, price, price_date,
    market_value, isin, price_factor, fx_rate, accrued_interest, nav_percent, maturity_date, issuer, issuer_kind, coupon,
    last_coupon_date, day_count from copied join inventory_line old on old.control_id = copied.old`,
  sql`insert into nav_control_input (control_id, input)
    select copied.id, input from copied join nav_control_input old on old.control_id = copied.old`,
  sql`insert into rule_result (control_id, rule_id, sorting_order, name, severity, result, impact, comment, evidence, breach_count, explained)
    select copied.id, rule_id, sorting_order, name, severity, result, impact, comment, evidence, breach_count, explained from copied join rule_result old on old.control_id = copied.old`,
]

/** Copies the demo’s controls up to this number, as earlier uploads of the same NAVs. */
async function multiplied({ read, transaction }: Database): Promise<number> {
  const count = async () => {
    const [row] = await read.execute<{ n: number }>(sql`select count(*)::int as n from nav_control`)
    return Number(row?.n)
  }
  const first = await count()
  const [top] = await read.execute<{ id: string }>(sql`select max(id) as id from nav_control`)
  for (let of = 1; of * first < CONTROLS; of += 1)
    await transaction(async (tx) => {
      await tx.execute(sql`create temp table copied on commit drop as
        select id as old, nextval('object_id') as id from nav_control
        where id <= ${Number(top?.id)} order by id limit ${CONTROLS - of * first}`)
      await tx.execute(sql`insert into nav_control (id, fund_nav_id, round, upload_type, definition, reason_code, comment,
          user_id, submitted_at, previous_control_id, ok_count, nok_count, justified_count, not_applicable_count, engine_version)
        select copied.id, fund_nav_id, round, upload_type, definition, reason_code, comment, user_id,
          submitted_at - ${of} * interval '1 day', previous_control_id, ok_count, nok_count, justified_count,
          not_applicable_count, engine_version
        from copied join nav_control old on old.id = copied.old`)
      for (const copy of COPIES) await tx.execute(copy)
    })
  return count()
}

async function longestFund({ read }: Database): Promise<string> {
  const [row] = await read.execute<{ code: string }>(sql`
    select fund.code from fund_nav nav join fund on fund.id = nav.fund_id
      join inventory_line line on line.control_id = nav.current_control_id
    group by fund.code, nav.id order by count(*) desc, fund.code limit 1`)
  return row?.code ?? ''
}

const server = await benchServer()
const load = () => `load ${loadavg()[0]?.toFixed(1)}`
try {
  const embedded = await joinOrStartEmbedded({
    checkout: project,
    env: { ...process.env, FUNDESK_DATA: server.data },
  })
  console.log(`${load()}; ${await withDatabase(embedded.ownerUrl, multiplied)} stored controls`)
  // The one with the longest inventory in its last control.
  const fund = await withDatabase(embedded.url, longestFund)
  const cookie = await server.logIn('admin')
  const reader = await server.logIn('accountant1')
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }

  async function paged(ms: number[]) {
    const start = performance.now()
    await (await fetch(server.address + PAGE, { headers: { Cookie: reader } })).text()
    ms.push(performance.now() - start)
  }
  const normal: number[] = []
  for (let at = 0; at < 40; at += 1) await paged(normal)
  console.log(`  ${PAGE} normally, median and p95 in ms: ${medianAndP95(normal.slice(10))}`)

  /** Memory of the app’s own processes in MB, without its database, by /proc. */
  function memory(pid = server.pid): number {
    const of = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
    const own = of('comm').startsWith('node')
      ? Number(/VmRSS:\s+(\d+)/.exec(of('status'))?.[1] ?? 0) / 1_024
      : 0
    const below = of(`task/${pid}/children`).trim().split(' ').filter(Boolean)
    return below.reduce((sum, child) => sum + memory(Number(child)), own)
  }
  const before = memory()
  console.log(`  memory before: ${before.toFixed(0)} MB`)

  async function ran(name: string, id: number, target: number) {
    const start = performance.now()
    const pages: number[] = []
    let [most, status, controls, seconds] = [0, 'RUNNING', 0, 0]
    while (status === 'RUNNING') {
      await paged(pages)
      most = Math.max(most, memory())
      await wait(200)
      const run = await (await fetch(`${server.address}/api/replay/${id}`, { headers })).json()
      ;[status, controls, seconds] = [run.status, run.total, (performance.now() - start) / 1_000]
    }
    const slower = percentile(pages, 0.5) - percentile(normal.slice(10), 0.5)
    const against = (value: number, wanted: number, unit: string) =>
      `${value.toFixed(value < 10 ? 1 : 0)} ${unit} (target ${wanted.toFixed(wanted < 10 ? 1 : 0)})`
    console.log(`${name}: ${status}, ${controls} controls, ${load()}`)
    console.log(`  time ${against(seconds, target, 's')}`)
    console.log(
      `  pages meanwhile ${medianAndP95(pages)}; median slower by ${against(slower, TARGETS.slowerMs, 'ms')}`,
    )
    console.log(
      `  memory of the run at most ${against(most - before, TARGETS.memoryMb, 'MB')}, of all processes ${most.toFixed(0)} MB`,
    )
  }
  async function replay(name: string, changes: object[], target: number) {
    const answer = await fetch(`${server.address}/api/replay`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ changes }),
    })
    await ran(name, (await answer.json()).id, target)
  }
  async function form(name: string, path: string, fields: Record<string, string>, target: number) {
    const answer = await fetch(server.address + path, {
      method: 'POST',
      headers,
      redirect: 'manual',
      body: new URLSearchParams({ ...fields, idempotencyKey: randomUUID() }),
    })
    await ran(name, Number(/\d+$/.exec(answer.headers.get('location') ?? '')?.[0]), target)
  }
  const oneRule = (tolerance: string, value: string) =>
    replay(`One rule, ${tolerance}`, [{ tolerance, value }], ofControls(TARGETS.oneRule))
  await oneRule('N14.tna', '2')
  await oneRule('I04.equity', '4')
  const one = { intent: 'detection', funds: fund }
  await form(`Floors of one fund, ${fund}`, '/replay/detection', one, TARGETS.floors)
  await replay('All 50 rules', [], ofControls(TARGETS.allRules))
} finally {
  await server.stop()
}
