import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { vacuum } from 'db/bulk'
import { joinOrStartEmbedded } from 'db/open'
import { entityProcess, entityProcessDate, task } from 'db/schema/processes'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { getTableName } from 'drizzle-orm'
import { medianAndP95 } from './figures'
import { withDatabase } from './make-budgets'
import { definitions, generation, workDone, years } from './make-processes'
import { benchServer, project } from './server'

// Processes of many entities over years, as users see them: over HTTP, against the complete built app.
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
  entities: Number(given.entities),
  processes: Number(given.processes),
  years: Number(given.years),
}
const CHANGED = [entityProcess, entityProcessDate, task, workflowInstance, workflowEvent]
const RUNS = Number(given.runs)

const COLUMNS = [
  'process',
  'entity',
  'process_due_date',
  'remaining_days',
  'completed_tasks',
  'team_status',
  'user_name',
  'event_date',
  'category_name',
  'process_status',
]
const FILTERS = [
  ...['LATE', 'IN+PROGRESS', 'TO+DO', 'DONE'].map((status) => `in.process_status=${status}`),
  'in.process_status=LATE&in.process_status=TO+DO',
  'in.team_status=LATE',
  'in.team_status=TO+DO',
  'filter.completed_tasks=3/3',
  'filter.remaining_days=<0',
  'filter.remaining_days=0..5',
  'filter.process_due_date=01/2026',
  'in.event_date=2026',
  'filter.entity=entity+12',
  'filter.process=process+7',
  'filter.user_name=olga',
  'in.category_name=Category+1',
  'filter.entity_event=monthly',
  'search=entity+33',
  'search=process',
  'search=xyzxyz',
  'in.process_status=LATE&filter.process=7&in.event_date=2026',
]
const GROUPS = [
  'process',
  'entity',
  'category_name',
  'entity_event',
  'user_name',
  'team_status',
  'process_status',
  'process_due_date',
  'process,process_status',
]
const VALUES = ['process', 'entity', 'process_due_date', 'process_status', 'remaining_days']

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
  // PostgreSQL would do this by itself some minutes later, during the measurements.
  await vacuum(database.ownerUrl, CHANGED.map(getTableName))
  const load = () => `load ${loadavg()[0]?.toFixed(1)}`
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  console.log(`after the generation: ${load()}`)
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
      if (run > 0) times.push(performance.now() - from) // the first run warms up
    }
    console.log(`${name.padEnd(56)}${medianAndP95(times)}`)
  }

  const first = await ask(`/api/dashboard/processes?size=${RUNS + 1}`)
  const rows = (await first.json()) as Row[]
  const idOf = (run: number) => rows[run % rows.length]?.entity_process_date_id ?? 0
  const tasks = (await (await ask(`/api/dashboard/tasks/${idOf(0)}`)).json()) as Task[]
  const count = Number(first.headers.get('x-total-count'))
  console.log(`\n${count} process dates, ${RUNS} runs over HTTP; milliseconds, median and p95; ${load()}`)
  await runs('first page of Processes', () => '/processes?page=1')
  await runs('a page in the middle', (run) => `/processes?page=${Math.ceil(count / 50) + run}`)
  await runs('the last page', () => '/processes?page=999999')
  for (const filter of FILTERS) await runs(filter, () => `/processes?${filter}`)
  await runs('filter.entity, another each time', (run) => `/processes?filter.entity=Bench entity ${run + 1}`)
  for (const column of COLUMNS) {
    await runs(`sort=${column}`, () => `/processes?sort=${column}`)
    await runs(`sort=-${column}, page 100`, () => `/processes?sort=-${column}&page=100`)
  }
  for (const groups of GROUPS) await runs(`group=${groups}`, () => `/processes?group=${groups}`)
  for (const column of VALUES) await runs(`values=${column}`, () => `/processes?values=${column}`)
  await runs('the tasks of an expanded row, with the list', (run) => `/processes?expanded=${idOf(run)}`)
  await runs('the tasks of a date by call', (run) => `/api/dashboard/tasks/${idOf(run)}`)
  await runs('the first call of the list', () => '/api/dashboard/processes')
  await runs('a task beside the list, whole page', () => `/processes/${idOf(0)}/tasks/${tasks[0]?.task_id}`)
  await runs('the calendar of a month', () => '/processes/calendar')
  console.log(`after all pages: ${load()}`)
} finally {
  await database.stop()
  await server.stop()
}
