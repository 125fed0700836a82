import { parseArgs } from 'node:util'
import { vacuum } from 'db/bulk'
import { connectDatabase } from 'db/database'
import { joinOrStartEmbedded } from 'db/open'
import { sql } from 'drizzle-orm'
import { medianAndP95 } from './figures'
import { benchServer, project } from './server'

// The audit trail with a million events, as auditors use it: over HTTP, against the complete built app.
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((each) => each !== '--'),
  options: { events: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '15' } },
})
const [EVENTS, RUNS] = [Number(given.events), Number(given.runs)]
const PER_OBJECT = 10

const ASKED: [name: string, address: string][] = [
  ['first page', 'page=1'],
  ['oldest first', 'sort=at'],
  ['one month', 'filter.at=06/2025'],
  ['one person', 'filter.who_name=finance1'],
  ['one person in one month', 'filter.who_name=finance1&filter.at=06/2025'],
  ['a name as it was then', 'filter.who_name=Somebody 7'],
  ['a name from the list', 'in.who_name=Somebody 77'],
  ['the list of names', 'values=who_name'],
  ['one kind', 'filter.object_kind=draft'],
  ['one object', 'filter.object_id=50002000'],
  ['by kind, with counts', 'group=object_kind'],
  ['a name', 'filter.name=approve'],
  ['a text in comments', 'filter.log=supplier 77'],
  ['a text anywhere', 'search=supplier 77'],
  ['a text that nobody wrote', 'search=nowhere'],
  ['the same, half a million events back', `search=nowhere&before=${EVENTS / 2}`],
]

const server = await benchServer()
const embedded = await joinOrStartEmbedded({
  checkout: project,
  env: { ...process.env, FUNDESK_DATA: server.data },
})
try {
  const database = connectDatabase({ url: embedded.url, writeMs: 600_000 })
  const start = performance.now()
  // Their hashes form no chain; nothing verifies them here.
  await database.transaction((tx) =>
    tx.execute(sql`
      insert into workflow_event (object_kind, object_id, seq, round, type, name, at, user_id, who_name, from_queue,
        from_status, queue, status, class, log, data, previous_hash, hash)
      select (array['nav', 'draft', 'invoice', 'invoice', 'budget', 'task'])[1 + o % 6], 50000000 + o, s, 1,
        (array['step', 'act', 'system'])[1 + s % 3], (array['submit', 'edit draft', 'approve', 'return'])[1 + s % 4],
        timestamptz '2022-01-01' + (o * ${PER_OBJECT} + s) * interval '2 minutes',
        case when s % 5 = 0 then null else 1 + o % 15 end, case when s % 5 = 0 then 'SYSTEM' else 'Somebody ' || o % 10000 end,
        'ACCOUNTING', 'IN ENTRY', 'TEAM LEADER', 'TO CHECK', 'pending',
        'Comment ' || o || ' about supplier ' || md5(o::text) || ' and some further words that people write',
        jsonb_build_object('was', '{"grossAmount":"' || o || '.10","currency":"EUR"}',
          'is', '{"grossAmount":"' || s || '.10","currency":"USD"}', 'revision', s),
        md5(o::text) || md5(s::text), md5(s::text) || md5(o::text)
      from generate_series(0, ${Math.ceil(EVENTS / PER_OBJECT) - 1}::int) o, generate_series(1, ${PER_OBJECT}::int) s
      order by o, s`),
  )
  await database.close()
  await vacuum(embedded.ownerUrl, ['workflow_event'])
  console.log(`${EVENTS} events in ${((performance.now() - start) / 1_000).toFixed(0)} s`)
  const cookie = await server.logIn('auditor1')
  async function open(address: string): Promise<number> {
    const from = performance.now()
    const answer = await fetch(`${server.address}/admin/audit?${encodeURI(address)}`, {
      headers: { cookie, accept: 'text/html' },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 300)}`)
    return performance.now() - from
  }
  console.log(`${RUNS} runs over HTTP; milliseconds, median and p95`)
  for (const [name, address] of ASKED) {
    await open(address) // warms up
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) times.push(await open(address))
    console.log(`${name.padEnd(40)}${medianAndP95(times)}`)
  }
} finally {
  await embedded.stop()
  await server.stop()
}
