import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentile, spread } from './figures'
import { invoiceBench } from './million-invoices'

// What a page costs the processor, and how a site answers to many users who think a second between two clicks.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: {
    invoices: { type: 'string', default: '20000' },
    users: { type: 'string', default: '50,200' },
    think: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    pages: { type: 'string', default: '60' },
  },
})
const THINK_MS = Number(given.think)
const LOAD_MS = Number(given.seconds) * 1_000

const bench = await invoiceBench(Number(given.invoices))
const { server } = bench
const cookies = new Map<string, string>()
try {
  for (const user of ['accountant1', 'finance1', 'manager1', 'operations1', 'treasurer1'])
    cookies.set(user, await server.logIn(user))

  async function ask(user: string, path: string, init: RequestInit = {}) {
    const headers = { cookie: cookies.get(user) ?? '', ...init.headers }
    const answer = await fetch(server.address + path, { ...init, headers })
    return { status: answer.status, text: await answer.text() }
  }
  async function json(user: string, path: string, body?: object) {
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const { status, text } = await ask(user, `/api/${path}`, { ...sent, headers })
    if (status >= 400) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }

  const navs = await json('accountant1', 'dashboard/nav?size=40')
  const navIds: number[] = navs.fundNavDetailsList.map((nav: { fundnavid: number }) => nav.fundnavid)
  const invoices: { id: number }[] = await json('finance1', 'transactions?size=40')
  const drafts: { id: number }[] = await json('finance1', 'drafttransactions?size=20')
  const processes: { entity_process_date_id: number }[] = await json(
    'operations1',
    'dashboard/processes?size=40',
  )
  const taskLists = await Promise.all(
    processes.map((row) => json('operations1', `dashboard/tasks/${row.entity_process_date_id}`)),
  )
  const taskIds: number[] = taskLists.flat().map(({ task_id }: { task_id: number }) => task_id)
  const any = <Of>(of: readonly Of[]) => of[Math.floor(Math.random() * of.length)] as Of

  /** Starts, ends and reopens the tasks of operations, which go round and round. */
  async function step(): Promise<boolean> {
    const objectId = any(taskIds)
    const { nextWorkflowStep, currentWorkflowStep } = await json(
      'operations1',
      `workflows/instances/${objectId}`,
    )
    const next = nextWorkflowStep.find(
      ({ commentRequired }: { commentRequired: boolean }) => !commentRequired,
    )
    if (!next) return false
    const { status } = await ask('operations1', '/api/task/instance/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        objectId,
        workflowId: next.workflowId,
        currentEventId: currentWorkflowStep?.eventId,
      }),
    })
    // Two users at one task: the second is refused, as it should be.
    return status === 200 || status === 409
  }

  const KINDS: Record<string, { share: number; go: () => Promise<boolean> }> = {
    list: {
      share: 40,
      go: () =>
        page(
          any([
            ['accountant1', '/nav-controls'],
            ['accountant1', '/nav-controls?page=3&sort=navdate'],
            ['manager1', '/production'],
            ['finance1', '/drafts'],
            ['finance1', '/invoices'],
            ['treasurer1', '/invoices?in.event_status=TO+APPROVE'],
            ['finance1', '/invoices?group=currency'],
            ['finance1', '/budgets'],
            ['operations1', '/processes'],
          ]),
        ),
    },
    panel: {
      share: 27,
      go: () =>
        page(
          any([
            ['accountant1', `/nav-controls/${any(navIds)}`],
            ['manager1', `/production/${any(navIds)}/checks`],
            ['finance1', `/invoices/${any(invoices).id}`],
            ['finance1', `/drafts/${any(drafts).id}`],
          ]),
        ),
    },
    call: {
      share: 30,
      go: () =>
        page(
          any([
            ['accountant1', '/api/dashboard/nav?size=25'],
            ['finance1', '/api/transactions?size=25'],
            ['manager1', '/api/production?size=25'],
            ['accountant1', `/api/dashboard/nav/${any(navIds)}`],
          ]),
        ),
    },
    step: { share: 3, go: step },
  }
  async function page([user = '', path = '']: string[]): Promise<boolean> {
    const { status, text } = await ask(user, path, { headers: { accept: 'text/html, application/json' } })
    if (status !== 503 && status !== 429 && status >= 400)
      throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
    return status === 200
  }

  async function processor(): Promise<number> {
    const { text } = await ask('accountant1', '/metrics')
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1_000
  }
  console.log(`load of the machine before: ${loadavg().map((each) => each.toFixed(1))}`)

  // One after the other: what each costs the app's own process.
  const COSTS: [name: string, user: string, path: string][] = [
    ['a list page', 'finance1', '/invoices'],
    ['a list page', 'accountant1', '/nav-controls'],
    ['a NAV over its list', 'accountant1', `/nav-controls/${navIds[20]}`],
    ['a NAV opened from it (.data)', 'accountant1', `/nav-controls/${navIds[20]}.data`],
    ['an invoice over its list', 'finance1', `/invoices/${invoices[5]?.id}`],
    ['a call of a list', 'finance1', '/api/transactions?size=25'],
  ]
  const runs = Number(given.pages)
  for (const [name, user, path] of COSTS) {
    for (let run = 0; run < 15; run += 1) await page([user, path])
    const [before, start] = [await processor(), performance.now()]
    for (let run = 0; run < runs; run += 1) await page([user, path])
    const [cpu, ms] = [(await processor()) - before, performance.now() - start]
    console.log(
      `${name.padEnd(30)}${path.padEnd(34)}processor ${(cpu / runs).toFixed(1)} ms, answered in ${(ms / runs).toFixed(1)} ms`,
    )
  }

  for (const users of (given.users ?? '').split(',').map(Number)) {
    const times = new Map<string, number[]>(Object.keys(KINDS).map((name) => [name, []]))
    const health: number[] = []
    let refused = 0
    const until = performance.now() + LOAD_MS
    const kinds = Object.entries(KINDS).flatMap(([name, { share }]) => Array<string>(share).fill(name))
    const cpuBefore = await processor()
    const user = async () => {
      await wait(Math.random() * THINK_MS)
      while (performance.now() < until) {
        const name = any(kinds)
        const start = performance.now()
        const done = await KINDS[name]?.go()
        if (done) times.get(name)?.push(performance.now() - start)
        else refused += 1
        await wait(THINK_MS * (0.5 + Math.random()))
      }
    }
    const healthy = async () => {
      while (performance.now() < until) {
        const start = performance.now()
        await fetch(`${server.address}/healthz`)
        health.push(performance.now() - start)
        await wait(50)
      }
    }
    await Promise.all([...Array.from({ length: users }, user), healthy()])
    const all = [...times.values()].flat()
    const busy = ((await processor()) - cpuBefore) / LOAD_MS
    console.log(
      `\n${users} users who think ${THINK_MS} ms: ${((all.length / LOAD_MS) * 1_000).toFixed(1)} requests a second, ${refused} refused; ${busy.toFixed(2)} processors; load ${loadavg()[0]?.toFixed(1)}`,
    )
    console.log(`  all (${all.length}): ${spread(all)}`)
    for (const [name, each] of times) console.log(`  ${name} (${each.length}): ${spread(each)}`)
    console.log(`  /healthz p99 ${Math.round(percentile(health, 0.99))} ms`)
  }
} finally {
  await bench.stop()
}
