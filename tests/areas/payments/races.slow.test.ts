import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { checkout } from 'tests/support/postgres/throwaway'
import { rounds } from 'tests/support/rounds'
import { testSite } from 'tests/support/site'
import { afterAll, expect, test } from 'vitest'
import { DomainError } from '~/platform/values/domain-error'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(testSite({ writeConnections: 10 }))
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
await runs.addAccounts()
const processes: ChildProcess[] = []
afterAll(() => {
  for (const child of processes) child.kill('SIGKILL')
})

/** As often as a release requires, or a single change. */
const TRIES = rounds(10, 200)
/** One in this many tries kills a process in the middle. */
const A_PROCESS = 10

/** Ends this site’s connections with open transactions, as a broken network does. */
const killInTheMiddle = () =>
  site.ownerSql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')
      and xact_start is not null`

/** A process that makes runs for treasurer2, and its output. */
function payingProcess() {
  const script = fileURLToPath(new URL('../../support/areas/payments/paying-process.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, site.url, String(site.actor('treasurer2').id), '2026-11-02'],
    { stdio: ['pipe', 'pipe', 'inherit'], cwd: checkout },
  )
  processes.push(child)
  const heard: string[] = []
  let notify = () => {}
  child.stdout?.on('data', (text) => {
    heard.push(...String(text).trim().split('\n'))
    notify()
  })
  async function says(word: string): Promise<void> {
    while (!heard.some((line) => line.startsWith(word)))
      await new Promise<void>((resolve) => {
        notify = resolve
      })
  }
  const closed = once(child, 'close')
  return { child, heard, says, closed }
}

/** Lets a process begin its run, and kills it after this many ms. */
async function killedRun(process: ReturnType<typeof payingProcess>, ids: number[], afterMs: number) {
  const { child, says, closed } = process
  child.stdin?.write(`${JSON.stringify(ids)}\n`)
  await says('begins')
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  child.kill('SIGKILL')
  await closed
}

/** The backend of a killed process ends once it notices; its locks end with it. */
const othersEnded = () =>
  expect
    .poll(
      () =>
        site.ownerSql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state in ('active', 'idle in transaction') and xact_start is not null`,
      { timeout: 30_000 },
    )
    .toEqual([])

test('with two treasurers on the same invoices, each ends in one run, even if connections and processes are killed', async () => {
  let killed = 0
  let inTheMiddle = 0
  let next = payingProcess()
  for (let at = 0; at < TRIES; at++) {
    const ids = await runs.approvedInvoices([{ gross: '10.00' }, { gross: '20.00' }, { gross: '30.00' }])
    const [a = 0, b = 0, c = 0] = ids
    const byProcess = at % A_PROCESS === A_PROCESS - 1
    const breaks = !byProcess && at % 3 === 0
    if (byProcess) {
      const process = next
      await process.says('ready')
      if (at + A_PROCESS < TRIES) next = payingProcess()
      const [made] = await Promise.allSettled([
        runs.make('treasurer1', [a, b]),
        killedRun(process, [c, b], (at * 7) % 60),
      ])
      if (!process.heard.some((line) => /^(made|refused)/.test(line))) inTheMiddle++
      if (made.status === 'rejected') expect(made.reason).toMatchObject({ code: 'conflict' })
      await othersEnded()
    } else {
      const tries = Promise.allSettled([runs.make('treasurer1', [a, b]), runs.make('treasurer2', [c, b])])
      if (breaks) {
        await killInTheMiddle()
        killed++
      }
      for (const each of await tries)
        if (each.status === 'rejected' && each.reason instanceof DomainError)
          expect(each.reason.code).toBe('conflict')
    }
    const rows = await site.ownerSql<{ invoice_id: string; n: number }[]>`
      select invoice_id, count(*)::int as n from payment where invoice_id in ${site.ownerSql(ids)}
        and state not in ('taken out', 'rejected') group by invoice_id`
    expect(rows.filter(({ n }) => n > 1)).toEqual([])
    // A run is complete or does not exist.
    const made = await site.ownerSql<{ n: number }[]>`
      select count(*)::int as n from payment where invoice_id in ${site.ownerSql(ids)} group by run_id`
    expect(made.every(({ n }) => n === 2)).toBe(true)
    expect(made.length).toBeLessThanOrEqual(1)
    // Whichever process is killed, the other’s run exists, or its own does.
    if (!breaks) expect(made).toHaveLength(1)
  }
  expect(killed).toBeGreaterThan(TRIES / 4)
  expect(processes).toHaveLength(TRIES / A_PROCESS)
  expect(inTheMiddle).toBeGreaterThan(0)
  expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
}, 900_000)
