import { openReadConnections } from 'db/read-connections'
import { drizzleOver } from 'db/session'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001' })
await site.control('accountant1', fund)

const connections = openReadConnections({
  url: site.url,
  most: 3,
  connectMs: 5_000,
  pauseMs: 50,
  readMs: 10_000,
  asideMs: 10_000,
})
await opened({ close: () => connections.end(1_000) })

/** The statements that requests send. */
const sent: string[] = []
const read = drizzleOver((text, params, values) => {
  sent.push(`${text} ${JSON.stringify(params)}`)
  return connections.read(text, params, values)
})
Object.assign(site.services, { database: { ...site.services.database, read } })

async function statementsOf(path: string, init?: Parameters<typeof site.ask>[2]): Promise<string[]> {
  sent.splice(0)
  const answer = await site.ask('accountant1', path, init)
  expect(answer.ok, await answer.text()).toBe(true)
  return [...sent]
}

const from = (table: string) => (statement: string) => statement.includes(` from "${table}"`)
const ofNav = (statement: string) => statement.endsWith(` [${fund.navId}]`)

test('My work reads the versions of the workflows once for its list, its figures and the top bar', async () => {
  expect((await statementsOf('/work')).filter(from('workflow_definition'))).toHaveLength(1)
})

test.each(['', '/checks', '/reports', '/over-time'])(
  'a NAV’s panel and its tab “%s” read the NAV and its place once, the list below and the top bar the versions',
  async (tab) => {
    const statements = await statementsOf(`/nav-controls/${fund.navId}${tab}`)
    const repeated = statements.filter((each, at) => statements.indexOf(each) !== at)
    expect(repeated.filter(from('fund_nav'))).toEqual([])
    expect(statements.filter(from('workflow_instance')).filter(ofNav)).toHaveLength(1)
    expect(statements.filter(from('workflow_definition'))).toHaveLength(1)
  },
)

test('an upload reads the file formats once, for its limits and for its files', async () => {
  const { files, comment, reasonCode } = await site.uploadOf(fund.model, fund.set)
  const body = new FormData()
  body.append('comment', comment)
  body.append('reason', reasonCode)
  for (const { fileName, bytes } of files) body.append('files', new Blob([new Uint8Array(bytes)]), fileName)
  const statements = await statementsOf('/api/uploadfilesFIA/3', { method: 'POST', body })
  expect(statements.filter(from('file_format'))).toHaveLength(1)
})
