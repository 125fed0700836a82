import { parseArgs } from 'node:util'
import { percentile, spread } from './figures'
import { benchServer } from './server'

// An NAV error with thousands of deals over HTTP: the upload, Quantify, the page of the case, and the pages of others
// meanwhile.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: { deals: { type: 'string', default: '5000' }, runs: { type: 'string', default: '5' } },
})
const DEALS = Number(given.deals)
const RUNS = Number(given.runs)
const HOLDERS = 1_500

interface Figure {
  date: string
  classCode: string
  published: string
}

const server = await benchServer()
try {
  const cookies = {
    accountant: await server.logIn('accountant1'),
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

  /** A case over all dates of a fund that were sent, with every NAV two percent too high. */
  async function makeCase(fundCode: string, today: string, firstDate: string, lastDate: string) {
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

  const page = await ask(cookies.accountant, '/nav-errors/new')
  const today = /name="discoveredOn"[^>]*max="([\d-]+)"/.exec(page)?.[1] ?? ''
  const navs = (await call('dashboard/nav?size=200&filter.status=SENT')).fundNavDetailsList as {
    fundcode: string
    navdate: string
  }[]
  const byFund = new Map<string, string[]>()
  for (const { fundcode, navdate } of navs)
    byFund.set(fundcode, [...(byFund.get(fundcode) ?? []), navdate.slice(0, 10)])
  const [fundCode = '', dates = []] = [...byFund].sort((a, b) => b[1].length - a[1].length)[0] ?? []
  const [firstDate = '', lastDate = ''] = [[...dates].sort()[0], [...dates].sort().at(-1)]
  const { id, figures } = await makeCase(fundCode, today, firstDate, lastDate)

  const lines = Array.from({ length: DEALS }, (_, at) => {
    const { date, classCode } = figures[at % figures.length] ?? { date: '', classCode: '' }
    const side = at % 3 === 0 ? 'R' : 'S'
    return [fundCode, date, classCode, `H${at % HOLDERS}`, side, String(1 + (at % 997)), '10'].join(';')
  })
  const heads = 'Fund code;NAV date;Class code;Holder reference;Side;Shares;Shares at end'
  const file = new Blob([[heads, ...lines].join('\n')])
  const form = new FormData()
  form.append('files', file, 'deals.csv')
  const [, uploaded] = await timed(() =>
    ask(cookies.accountant, `/api/nav-errors/${id}/deals`, { method: 'POST', body: form }),
  )

  /** Pages of another user, one after the other, until something is done. */
  async function others(until: () => boolean): Promise<number[]> {
    const times: number[] = []
    while (!until()) times.push((await timed(() => ask(cookies.other, '/nav-controls')))[1])
    return times
  }
  let asked = 0
  const alone = await others(() => {
    asked += 1
    return asked > 20
  })

  const quantified: number[] = []
  const shown: number[] = []
  const beside: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const { steps } = (await call(`nav-errors/${id}`)) as { steps: { id: number; name: string }[] }
    const step = steps.find(({ name }) => name === 'quantify')
    let isDone = false
    const meanwhile = others(() => isDone)
    const [, time] = await timed(() =>
      call(`nav-errors/${id}/steps/${step?.id ?? 0}`, { comment: 'Benchmark' }),
    )
    quantified.push(time)
    shown.push((await timed(() => ask(cookies.accountant, `/nav-errors/${id}`)))[1])
    isDone = true
    beside.push(...(await meanwhile))
    // Another figure brings the case back, so that it is quantified again.
    const [first] = figures
    if (first)
      await call(`nav-errors/${id}/corrections`, {
        figures: [{ ...first, navPerShare: (Number(first.published) / (1.02 + run / 1000)).toFixed(4) }],
        books: 'case',
        comment: 'Benchmark',
      })
  }
  const [one, many] = [percentile(alone, 0.5), percentile(beside, 0.5)]
  console.log(`NAV error of ${fundCode}: ${figures.length} NAVs per share, ${DEALS} deals, ${RUNS} runs`)
  console.log(`  upload of the deals: ${Math.round(uploaded)} ms`)
  console.log(`  Quantify: ${spread(quantified)} (target: 5000 ms)`)
  console.log(`  page of the case: ${spread(shown)}`)
  console.log(
    `  pages of others: alone ${spread(alone)}; meanwhile ${spread(beside)}; ${(many / one).toFixed(1)} times (target: 2)`,
  )
} finally {
  await server.stop()
}
