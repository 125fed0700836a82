import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { clientOptions } from 'db/connection'
import postgres from 'postgres'
import { percentile, spread } from './figures'
import { invoiceBench } from './million-invoices'

// The processor time of a request by kind and of a refusal, and how a site answers many users who wait a second between
// two clicks: as many as it can serve, twice and four times as many, with the machine to itself and beside a busy process.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: {
    invoices: { type: 'string', default: '20000' },
    users: { type: 'string', default: '' },
    times: { type: 'string', default: '1,2,4' },
    busy: { type: 'string', default: '0,1' },
    think: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    pages: { type: 'string', default: '60' },
    whole: { type: 'string', default: '20' },
    instances: { type: 'string', default: '1' },
  },
})
const THINK_MS = Number(given.think)
const LOAD_MS = Number(given.seconds) * 1_000
/**
 * Percent of lists and panels opened as whole documents: by link, bookmark, reload, or without scripts. The others are
 * clicks within the app, for which a browser requests only the data that changes.
 */
const WHOLE = Number(given.whole)
/** Unmeasured pages first: each worker compiles its frequent code, as on a running site. */
const WARM_UP = 60
const REFUSED_MS = 1_500
const READERS = 4
const REFUSAL_TRIES = 5
/** Requests under way at a time while it is measured how many a site answers: fewer than its places. */
const AT_ONCE = 12

const ROLES = ['accountant', 'finance', 'manager', 'operations', 'treasurer']
/** Users of each role: a person clicks once at a time, and senders take turns. */
const PEOPLE = 30

/** How many processes beside it calculate all the time, in turn. */
const BUSY = given.busy.split(',').map(Number)
/** More than one run as one process each, and share the processors. */
const INSTANCES = Number(given.instances)

const bench = await invoiceBench(Number(given.invoices), INSTANCES > 1 ? { WORKERS: '1' } : {})
const { server } = bench
/** The site’s instances; requests take turns, as through a proxy. */
const servers = [server]
let turn = 0
let shed = 0
/** Milliseconds of good answers, by kind. */
let times = new Map<string, number[]>()
/** Each of its connections is used, as those of many browsers would be. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, scheduling: 'fifo' })
const cookies = new Map<string, string>()
/** As in a browser: it says that the stylesheet is cached. */
const styles = new Map<string, string>()
try {
  await addPeople()
  for (const role of ROLES)
    for (let person = 1; person <= PEOPLE; person += 1)
      cookies.set(`${role}1-${person}`, await server.logIn(`${role}1-${person}`))

  /** Copies of the first demo user of each role, with the same password, rights and queues. */
  async function addPeople() {
    const sql = postgres({ ...clientOptions(bench.url), max: 1 })
    for (const role of ROLES) {
      const like = `${role}1`
      await sql`
        insert into app_user (user_name, first_name, last_name, role, homepage, password_hash, password_set_at, created_at)
        select user_name || '-' || n, first_name, last_name || ' ' || n, role, homepage, password_hash, password_set_at, created_at
        from app_user, generate_series(1, ${PEOPLE}) n where user_name = ${like}`
      await sql`
        insert into authorisation (user_id, function_id, may_add, may_update, may_delete)
        select copy.id, held.function_id, held.may_add, held.may_update, held.may_delete
        from app_user copy, app_user original join authorisation held on held.user_id = original.id
        where original.user_name = ${like} and copy.user_name like ${`${like}-%`}`
      await sql`
        insert into user_queue (user_id, queue)
        select copy.id, held.queue from app_user copy, app_user original join user_queue held on held.user_id = original.id
        where original.user_name = ${like} and copy.user_name like ${`${like}-%`}`
    }
    await sql.end()
  }

  interface Sent {
    method?: string
    headers?: Record<string, string>
    body?: string
  }

  /** With fetch the users would take more of the processors than the refusals that they get. */
  function send(url: string, { method = 'GET', headers, body }: Sent) {
    return new Promise<{ status: number; text: string; cookies: string[] }>((resolve, reject) => {
      const sent = request(url, { method, headers, agent }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
            cookies: answer.headers['set-cookie'] ?? [],
          }),
        )
      })
      sent.on('error', reject).end(body)
    })
  }

  async function ask(kind: string, role: string, path: string, sent: Sent = {}) {
    const user = `${role}1-${1 + Math.floor(PEOPLE * Math.random())}`
    const cookie = [cookies.get(user), styles.get(user)].filter(Boolean).join('; ')
    turn += 1
    const { address } = servers[turn % servers.length] ?? server
    const start = performance.now()
    const answer = await send(address + path, { ...sent, headers: { cookie, ...sent.headers } })
    const { status, text } = answer
    const cookieSet = answer.cookies.find((each) => each.startsWith('styles='))
    if (cookieSet) styles.set(user, cookieSet.split(';')[0] ?? '')
    if (status === 503 || status === 429) shed += 1
    // Two users on one task: the second is refused, as it should be.
    if (status === 200 || status === 409) times.get(kind)?.push(performance.now() - start)
    return { status, text }
  }
  async function json(user: string, path: string, body?: object) {
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const { status, text } = await ask('', user, `/api/${path}`, { ...sent, headers })
    if (status >= 400) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }

  const navs = await json('accountant', 'dashboard/nav?size=40')
  const navIds: number[] = navs.fundNavDetailsList.map((nav: { fundnavid: number }) => nav.fundnavid)
  const invoices: { id: number }[] = await json('finance', 'transactions?size=40')
  const drafts: { id: number }[] = await json('finance', 'drafttransactions?size=20')
  const processes: { entity_process_date_id: number }[] = await json(
    'operations',
    'dashboard/processes?size=40',
  )
  // One after the other: many at once are refused by a site that has just started.
  const taskIds: number[] = []
  for (const row of processes)
    for (const { task_id } of await json('operations', `dashboard/tasks/${row.entity_process_date_id}`))
      taskIds.push(task_id)
  const any = <Of>(of: readonly Of[]) => of[Math.floor(Math.random() * of.length)] as Of

  /** Starts, finishes and reopens the tasks of operations, over and over. */
  async function step(): Promise<number> {
    const objectId = any(taskIds)
    const instance = await ask('call', 'operations', `/api/workflows/instances/${objectId}`)
    if (instance.status !== 200) return instance.status
    const { nextWorkflowStep, currentWorkflowStep } = JSON.parse(instance.text)
    const next = nextWorkflowStep.find(
      ({ commentRequired }: { commentRequired: boolean }) => !commentRequired,
    )
    if (!next) return instance.status
    const { status } = await ask('step', 'operations', '/api/task/instance/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        objectId,
        workflowId: next.workflowId,
        currentEventId: currentWorkflowStep?.eventId,
      }),
    })
    return status
  }

  const KINDS: Record<string, { share: number; go: () => Promise<number> }> = {
    list: {
      share: 40,
      go: () =>
        shown(
          'list',
          any([
            ['accountant', '/nav-controls', 'areas/navs/routes/list'],
            ['accountant', '/nav-controls?page=3&sort=navdate', 'areas/navs/routes/list'],
            ['manager', '/production', 'areas/production/routes/list'],
            ['finance', '/drafts', 'areas/drafts/routes/list'],
            ['finance', '/invoices', 'areas/invoices/routes/list'],
            ['treasurer', '/invoices?in.event_status=TO+APPROVE', 'areas/invoices/routes/list'],
            ['finance', '/invoices?group=currency', 'areas/invoices/routes/list'],
            ['finance', '/budgets', 'areas/budgets/routes/list'],
            ['operations', '/processes', 'areas/processes/routes/list'],
          ]),
        ),
    },
    panel: {
      share: 27,
      go: () =>
        shown(
          'panel',
          any([
            ['accountant', `/nav-controls/${any(navIds)}`, 'nav-controls/panel,nav-controls/validation'],
            ['manager', `/production/${any(navIds)}/checks`, 'production/panel,production/checks'],
            ['finance', `/invoices/${any(invoices).id}`, 'invoices/invoice-detail'],
            ['finance', `/drafts/${any(drafts).id}`, 'areas/drafts/routes/draft'],
          ]),
        ),
    },
    call: {
      share: 30,
      go: () =>
        page(
          'call',
          any([
            ['accountant', '/api/dashboard/nav?size=25'],
            ['finance', '/api/transactions?size=25'],
            ['manager', '/api/production?size=25'],
            ['accountant', `/api/dashboard/nav/${any(navIds)}`],
          ]),
        ),
    },
    step: { share: 3, go: step },
  }
  /** A list or a panel, as a whole document or as a click within the app. */
  function shown(kind: string, [user = '', path = '', routes = '']: string[]): Promise<number> {
    return page(kind, [user, Math.random() * 100 < WHOLE ? path : clicked(path, routes)])
  }
  function clicked(path: string, routes: string): string {
    const [at, query = ''] = path.split('?')
    return `${at}.data?${query}${query && '&'}_routes=${encodeURIComponent(routes)}`
  }
  async function page(kind: string, [user = '', path = '']: string[]): Promise<number> {
    const { status, text } = await ask(kind, user, path, {
      headers: { accept: 'text/html, application/json' },
    })
    if (status !== 503 && status !== 429 && status >= 400)
      throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
    return status
  }

  /** Of all processes of the app, in milliseconds. */
  async function processor(): Promise<number> {
    const pages = await Promise.all(servers.map((server) => server.figures()))
    const seconds = pages.map((text) => Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]))
    return seconds.reduce((all, each) => all + each, 0) * 1_000
  }
  console.log(`load of the machine before: ${loadavg().map((each) => each.toFixed(1))}`)

  // One at a time: processor time per page.
  const [nav, invoice] = [`/nav-controls/${navIds[20]}`, `/invoices/${invoices[5]?.id}`]
  const COSTS: { what: string; target: number; pages: string[][] }[] = [
    {
      what: 'a list',
      target: 12,
      pages: [
        ['finance', '/invoices', 'areas/invoices/routes/list'],
        ['accountant', '/nav-controls', 'areas/navs/routes/list'],
      ],
    },
    {
      what: 'a panel',
      target: 20,
      pages: [
        ['accountant', nav, 'nav-controls/panel,nav-controls/validation'],
        ['finance', invoice, 'invoices/invoice-detail'],
      ],
    },
    { what: 'a call of a list', target: 5, pages: [['finance', '/api/transactions?size=25']] },
  ]
  const runs = Number(given.pages)
  /** Milliseconds of processor for one of these pages, on average; prints each. */
  async function cost(what: string, pages: string[][]): Promise<number> {
    let all = 0
    for (const [user = '', path = ''] of pages) {
      for (let run = 0; run < WARM_UP; run += 1) await page('', [user, path])
      const [before, start] = [await processor(), performance.now()]
      for (let run = 0; run < runs; run += 1) await page('', [user, path])
      const [cpu, ms] = [((await processor()) - before) / runs, (performance.now() - start) / runs]
      console.log(
        `${what.padEnd(18)}${decodeURIComponent(path).padEnd(76)} processor ${cpu.toFixed(1)} ms, answered in ${ms.toFixed(1)} ms`,
      )
      all += cpu / pages.length
    }
    return all
  }
  for (const { what, target, pages } of COSTS) {
    const clicks = pages.flatMap(([user = '', path = '', routes]) =>
      routes ? [[user, clicked(path, routes)]] : [],
    )
    const share = clicks.length > 0 ? WHOLE : 100
    const whole = await cost(share < 100 ? `${what}, whole` : what, pages)
    const mixed = (whole * share + (await cost(`${what}, clicked`, clicks)) * (100 - share)) / 100
    const note = share < 100 ? `, ${share} % of them whole` : ''
    console.log(`  ${what} on average${note}: processor ${mixed.toFixed(1)} ms, target ${target} ms`)
  }

  const refusal = await refusalCost()
  console.log(
    refusal === null
      ? 'a refusal         not measured: the machine is too slow'
      : `a refusal         processor ${refusal.toFixed(2)} ms, target 0.5 ms`,
  )

  /**
   * Milliseconds of processor for a refused page, with one process: forms that arrive slowly are as many requests of
   * their sender as may be at work and wait, and every page beside them is refused. Null where they never were.
   */
  async function refusalCost(): Promise<number | null> {
    const one = await bench.another()
    const headers = { cookie: cookies.get('manager1-1') ?? '', accept: 'text/html' }
    const page = async () => (await send(`${one.address}/nav-controls`, { headers })).status
    const slowForm = () => {
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      const sent = request(`${one.address}/nav-controls/1`, { method: 'POST', headers: form })
      sent.on('error', () => {}).on('response', (answer) => answer.resume())
      sent.write('comment=')
      return sent
    }
    const cpu = async () => Number(/^process_cpu_seconds_total (\S+)/m.exec(await one.figures())?.[1]) * 1_000
    /** How many pages were refused: at once, or after they had waited in vain; null where one was not. */
    async function refused(): Promise<number | null> {
      const until = performance.now() + REFUSED_MS
      let count = 0
      let all = true
      const reader = async () => {
        while (all && performance.now() < until) {
          const status = await page()
          all = status === 429 || status === 503
          count += 1
        }
      }
      await Promise.all(Array.from({ length: READERS }, reader))
      return all ? count : null
    }
    /** Milliseconds of processor for the refused pages, if any, the forms and reading the figures. */
    async function measured(withPages: boolean) {
      const slow = Array.from({ length: 80 }, slowForm)
      // A form keeps its place for a second, and others take it.
      const more = setInterval(() => slow.push(...Array.from({ length: 5 }, slowForm)), 50)
      await wait(200)
      const before = await cpu()
      const count = withPages ? await refused() : await wait(REFUSED_MS, null)
      const spent = (await cpu()) - before
      clearInterval(more)
      for (const sent of slow) sent.destroy()
      // Until none of them waits.
      await wait(6_000)
      return { count, spent }
    }
    try {
      for (let run = 0; run < WARM_UP; run += 1) await page()
      await measured(true)
      for (let tries = 0; tries < REFUSAL_TRIES; tries += 1) {
        const [none, some] = [await measured(false), await measured(true)]
        if (some.count !== null) return (some.spent - none.spent) / some.count
      }
      return null
    } finally {
      await one.stop()
    }
  }

  while (servers.length < INSTANCES) servers.push(await bench.another())
  if (INSTANCES > 1)
    for (const { go } of Object.values(KINDS))
      for (let run = 0; run < WARM_UP * INSTANCES; run += 1) await go()
  const kinds = Object.entries(KINDS).flatMap(([name, { share }]) => Array<string>(share).fill(name))

  interface Measured {
    good: number
    p95: number
  }

  /** What this many users get; those who think no time ask again as soon as they are answered. */
  async function load(users: number, what: string, thinkMs = THINK_MS): Promise<Measured> {
    times = new Map(Object.keys(KINDS).map((name) => [name, []]))
    const health: number[] = []
    shed = 0
    const until = performance.now() + LOAD_MS
    const cpuBefore = await processor()
    const user = async () => {
      await wait(Math.random() * thinkMs)
      while (performance.now() < until) {
        const status = await KINDS[any(kinds)]?.go()
        await wait(thinkMs * (0.5 + Math.random()) || (status === 200 ? 0 : 100))
      }
    }
    const healthy = async () => {
      while (performance.now() < until) {
        const start = performance.now()
        await send(`${server.address}/healthz`, {})
        health.push(performance.now() - start)
        await wait(50)
      }
    }
    await Promise.all([...Array.from({ length: users }, user), healthy()])
    const all = [...times.values()].flat()
    const good = (all.length / LOAD_MS) * 1_000
    const busy = ((await processor()) - cpuBefore) / LOAD_MS
    console.log(
      `\n${what}: ${good.toFixed(1)} good answers a second, ${(good / busy).toFixed(1)} for each second of ${busy.toFixed(2)} processors; ${((1_000 * shed) / LOAD_MS).toFixed(1)} refused a second; load ${loadavg()[0]?.toFixed(1)}`,
    )
    console.log(`  all (${all.length}): ${spread(all)}`)
    for (const [name, each] of times) console.log(`  ${name} (${each.length}): ${spread(each)}`)
    console.log(`  /healthz p99 ${Math.round(percentile(health, 0.99))} ms`)
    return { good, p95: percentile(all, 0.95) }
  }

  /** How many users a site has: those given, or as many as it can serve, times as many. */
  async function numbersOfUsers(beside: string): Promise<{ users: number; name: string }[]> {
    if (given.users !== '')
      return given.users.split(',').map((users) => ({ users: Number(users), name: `${users} users` }))
    const { good } = await load(AT_ONCE * servers.length, `What it can serve${beside}`, 0)
    const once = (good * THINK_MS) / 1_000
    return given.times.split(',').map((factor) => {
      const users = Math.round(once * Number(factor))
      return { users, name: `${factor}x, ${users} users` }
    })
  }

  for (const count of BUSY) {
    const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);']))
    const beside = count > 0 ? ` beside ${count} busy` : ''
    const many = servers.length > 1 ? `, ${servers.length} instances` : ''
    const found: Measured[] = []
    for (const { users, name } of await numbersOfUsers(beside))
      found.push(await load(users, `${name} who think ${THINK_MS} ms${many}${beside}`))
    const best = Math.max(...found.map(({ good }) => good))
    const shares = found.map(({ good }) => `${Math.round((100 * good) / best)} %`)
    const p95s = found.map(({ p95 }) => (p95 / 1_000).toFixed(1))
    console.log(
      `\nGood answers${beside}, of the best: ${shares.join(', ')}, target 90 %; p95 ${p95s.join(', ')} s, target 1.5 s`,
    )
    for (const process of busy) process.kill()
  }
} finally {
  agent.destroy()
  await Promise.all(servers.slice(1).map((each) => each.stop()))
  await bench.stop()
}
