import { parseArgs } from 'node:util'
import { joinOrStartEmbedded } from 'db/open'
import { medianAndP95 } from './figures'
import { withDatabase } from './make-budgets'
import { definitions, generation, workDone, years } from './make-processes'
import { benchServer, project } from './server'

// Processes of many entities over years, as people meet them: over HTTP, with all that the built app does.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: {
    entities: { type: 'string', default: '500' },
    processes: { type: 'string', default: '20' },
    years: { type: 'string', default: '3' },
    runs: { type: 'string', default: '20' },
  },
})
const WANTED = {
  ...{ entities: Number(given.entities), processes: Number(given.processes), years: Number(given.years) },
}
const RUNS = Number(given.runs)

interface Row {
  entity_process_date_id: number
}
interface Task {
  task_id: number
}

const server = await benchServer()
const database = await joinOrStartEmbedded({
  checkout: project,
  env: { ...process.env, FUNDESK_DATA: server.data },
})
try {
  const once = await withDatabase(database.url, async (database) => {
    await definitions(database, WANTED)
    const made = await years(database, WANTED.years)
    const nothing = await generation(database)
    await workDone(database)
    return { made, nothing }
  })
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  for (const { made, ms } of once.made)
    console.log(`one generation run: ${made.dates} dates and ${made.tasks} tasks made in ${seconds(ms)}`)
  const { made, ms } = once.nothing
  console.log(`run again, with nothing left to make (${made.dates + made.tasks}): ${seconds(ms)}`)

  const cookie = await server.logIn('operations1')
  async function ask(path: string): Promise<Response> {
    const answer = await fetch(server.address + path, { headers: { cookie } })
    if (!answer.ok)
      throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    return answer
  }
  async function runs(name: string, pathOf: (run: number) => string): Promise<void> {
    const times: number[] = []
    for (let run = 0; run <= RUNS; run++) {
      const from = performance.now()
      await (await ask(pathOf(run))).text()
      if (run > 0) times.push(performance.now() - from) // the first one warms up
    }
    console.log(`${name.padEnd(56)}${medianAndP95(times)}`)
  }

  const first = await ask(`/api/dashboard/processes?size=${RUNS + 1}`)
  const rows = (await first.json()) as Row[]
  const idOf = (run: number) => rows[run % rows.length]?.entity_process_date_id ?? 0
  const tasks = (await (await ask(`/api/dashboard/tasks/${idOf(0)}`)).json()) as Task[]
  console.log(
    `\n${first.headers.get('x-total-count')} process dates, ${RUNS} runs over HTTP; milliseconds, median and p95`,
  )
  await runs('first page of Processes', () => '/processes?page=1')
  await runs('a page in the middle', (run) => `/processes?page=${1_000 + run}`)
  await runs('filtered by an entity', (run) => `/processes?filter.entity=Bench entity ${run + 1}`)
  await runs('filtered by status: late', () => '/processes?filter.process_status=LATE')
  await runs('filtered by a month of due dates', () => '/processes?filter.process_due_date=01/2026')
  await runs('sorted by entity', () => '/processes?sort=entity')
  await runs('sorted by the due date', () => '/processes?sort=process_due_date')
  await runs('sorted by status', () => '/processes?sort=-process_status')
  await runs('grouped by process', () => '/processes?group=process')
  await runs('the tasks of an expanded row, with the list', (run) => `/processes?expanded=${idOf(run)}`)
  await runs('the tasks of a date by call', (run) => `/api/dashboard/tasks/${idOf(run)}`)
  await runs('a task beside the list, whole page', () => `/processes/${idOf(0)}/tasks/${tasks[0]?.task_id}`)
} finally {
  await database.stop()
  await server.stop()
}
