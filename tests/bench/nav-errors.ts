import { parseArgs } from 'node:util'
import { vacuum } from 'db/bulk'
import { connectDatabase } from 'db/database'
import { joinOrStartEmbedded } from 'db/open'
import { percentile, spread } from './figures'
import { type OversightSize, overseen } from './make-oversight'
import { benchServer, project } from './server'

// An NAV error with thousands of deals, and an oversight report of many funds, over HTTP: the upload, Quantify, the page of
// the case, the report, and the pages of others meanwhile.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: {
    deals: { type: 'string', default: '5000' },
    funds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '5' },
  },
})
const [DEALS, RUNS] = [Number(given.deals), Number(given.runs)]
const SIZE: OversightSize = { funds: Number(given.funds), months: ['2026-07', '2026-08', '2026-09'] }
const HOLDERS = 1_500
const OTHERS = ['/nav-controls', '/work']

interface Figure {
  date: string
  classCode: string
  published: string
}

const server = await benchServer()
const embedded = await joinOrStartEmbedded({
  checkout: project,
  env: { ...process.env, FUNDESK_DATA: server.data },
})
try {
  const cookies = {
    accountant: await server.logIn('accountant1'),
    leader: await server.logIn('teamleader1'),
    other: await server.logIn('manager1'),
  }

  async function ask(cookie: string, path: string, init: RequestInit = {}) {
    const answer = await fetch(server.address + path, { ...init, headers: { cookie, ...init.headers } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
    return text
  }
  const call = async (path: string, body?: object) =>
    JSON.parse(
      await ask(
        cookies.accountant,
        `/api/${path}`,
        body && {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        },
      ),
    )
  async function timed<Answer>(work: () => Promise<Answer>): Promise<[Answer, number]> {
    const from = performance.now()
    const answer = await work()
    return [answer, performance.now() - from]
  }

  /** Pages of another user, one after the other, until something is done. */
  async function others(until: () => boolean): Promise<number[]> {
    const times: number[] = []
    while (!until()) for (const page of OTHERS) times.push((await timed(() => ask(cookies.other, page)))[1])
    return times
  }
  /** What is done once, and how long the pages of another user take meanwhile. */
  async function beside<Answer>(work: () => Promise<Answer>): Promise<{ took: number; pages: number[] }> {
    let isDone = false
    const meanwhile = others(() => isDone)
    const [, took] = await timed(work)
    isDone = true
    return { took, pages: await meanwhile }
  }
  let rounds = 0
  const alone = await others(() => {
    rounds += 1
    return rounds > 20
  })
  function compared(pages: readonly number[]): string {
    const [one, many] = [percentile(alone, 0.95), percentile(pages, 0.95)]
    return `pages of others: alone ${spread(alone)}; meanwhile ${spread(pages)}; p95 ${(many / one).toFixed(1)} times (target: 2)`
  }

  /** A case over all dates of a fund that were sent, with every NAV two percent too high. */
  async function makeCase(fundCode: string, dates: readonly string[]) {
    const [firstDate, lastDate] = [dates[0], dates.at(-1)]
    const page = await ask(cookies.accountant, '/nav-errors/new')
    const today = /name="discoveredOn"[^>]*max="([\d-]+)"/.exec(page)?.[1] ?? ''
    const { id } = await call('nav-errors', {
      fundCode,
      kind: 'NAV',
      causes: [{ cause: 'PRICE', causedBy: 'administrator' }],
      discoveredOn: today,
      discoveredBy: 'Benchmark',
      description: 'Benchmark',
      firstDate,
      lastDate,
    })
    const { missing } = await call(`nav-errors/${id}`)
    const wanted = (missing as { what: string; date: string; classCode: string }[]).filter(
      ({ what }) => what === 'corrected NAV per share',
    )
    const enter = (figures: object[]) =>
      call(`nav-errors/${id}/corrections`, { figures, books: 'case', comment: 'Benchmark' })
    const { figures } = (await enter(
      wanted.map(({ date, classCode }) => ({ date, classCode, navPerShare: '100' })),
    )) as { figures: Figure[] }
    await enter(
      figures.map(({ date, classCode, published }) => ({
        date,
        classCode,
        navPerShare: (Number(published) / 1.02).toFixed(4),
      })),
    )
    await call(`nav-errors/${id}/payers`, { payers: [{ name: 'Administrator SA', percent: '100' }] })
    return { id: id as number, figures }
  }

  const navs = (await call('dashboard/nav?size=200')).fundNavDetailsList as {
    fundcode: string
    navdate: string
    currentstatus: string
  }[]
  const byFund = new Map<string, string[]>()
  for (const { fundcode, navdate } of navs.filter(({ currentstatus }) => currentstatus.startsWith('SENT')))
    byFund.set(fundcode, [...(byFund.get(fundcode) ?? []), navdate.slice(0, 10)])
  const [fundCode = '', dates = []] = [...byFund].sort((a, b) => b[1].length - a[1].length)[0] ?? []
  const { id, figures } = await makeCase(fundCode, dates.sort())

  const lines = Array.from({ length: DEALS }, (_, at) => {
    const { date, classCode } = figures[at % figures.length] ?? { date: '', classCode: '' }
    const side = at % 3 === 0 ? 'R' : 'S'
    return [fundCode, date, classCode, `H${at % HOLDERS}`, side, String(1 + (at % 997)), '10'].join(';')
  })
  const heads = 'Fund code;NAV date;Class code;Holder reference;Side;Shares;Shares at end'
  const form = new FormData()
  form.append('files', new Blob([[heads, ...lines].join('\n')]), 'deals.csv')
  const [, uploaded] = await timed(() =>
    ask(cookies.accountant, `/api/nav-errors/${id}/deals`, { method: 'POST', body: form }),
  )

  const quantified: number[] = []
  const shown: number[] = []
  const pages: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    shown.push((await timed(() => ask(cookies.accountant, `/nav-errors/${id}`)))[1])
    const { steps } = (await call(`nav-errors/${id}`)) as { steps: { id: number; name: string }[] }
    const step = steps.find(({ name }) => name === 'quantify')
    const done = await beside(() => call(`nav-errors/${id}/steps/${step?.id ?? 0}`, { comment: 'Benchmark' }))
    quantified.push(done.took)
    pages.push(...done.pages)
    // Another figure brings the case back, so that it is quantified again.
    const [first] = figures
    if (first)
      await call(`nav-errors/${id}/corrections`, {
        figures: [{ ...first, navPerShare: (Number(first.published) / (1.02 + run / 1000)).toFixed(4) }],
        books: 'case',
        comment: 'Benchmark',
      })
  }
  console.log(`NAV error of ${fundCode}: ${figures.length} NAVs per share, ${DEALS} deals, ${RUNS} runs`)
  console.log(`  upload of the deals: ${Math.round(uploaded)} ms`)
  console.log(`  Quantify: ${spread(quantified)} (target: 5000 ms)`)
  console.log(`  page of the open case: ${spread(shown)}`)
  console.log(`  ${compared(pages)}`)

  const database = connectDatabase({ url: embedded.ownerUrl, writeMs: 600_000 })
  const made = await overseen(database, SIZE)
  await database.close()
  await vacuum(embedded.ownerUrl, [
    'fund_nav',
    'nav_control',
    'rule_result',
    'inventory_line',
    'workflow_event',
  ])
  const period = `from=${SIZE.months[0]}&to=${SIZE.months.at(-1)}`
  const report = await beside(() => ask(cookies.leader, `/api/oversight?${period}`))
  console.log(`Oversight report of ${SIZE.funds} funds and ${SIZE.months.length} months: ${made}`)
  console.log(`  ${Math.round(report.took)} ms (target: 20000 ms)`)
  console.log(`  ${compared(report.pages)}`)
} finally {
  await embedded.stop()
  await server.stop()
}
