import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import seedCommand from '~/commands/seed'
import { commandLine } from '../support/commands/command-line'

const line = await opened(commandLine())

const stored = async () => Number((await line.ownerSql`select count(*) from invoice_row`)[0]?.count)

test('invoices are added, with number and time reported, and table statistics are updated', async () => {
  const { code, out, err } = await line.run(seedCommand, ['--invoices', '150'])
  expect(err).toEqual([])
  expect(out).toEqual([expect.stringMatching(/^150 invoices were added in \d+\.\d s\.$/)])
  expect(code).toBe(0)
  expect(await stored()).toBe(150)
  const [analysed] = await line.ownerSql`
    select count(*)::int as columns from pg_stats where tablename = 'invoice_row'`
  expect(analysed?.columns).toBeGreaterThan(10)
})

test('a second call adds as many more', async () => {
  expect((await line.run(seedCommand, ['--invoices=50'])).code).toBe(0)
  expect(await stored()).toBe(200)
})

test('wrong usage prints the usage, and nothing is added', async () => {
  for (const args of [
    [],
    ['--invoices'],
    ['--invoices', '0'],
    ['--invoices', '1e3'],
    ['150'],
    ['--drafts', '1'],
  ]) {
    const { code, err } = await line.run(seedCommand, args)
    expect(err).toEqual(['Use: npm run seed -- --invoices NUMBER (1 to 5000000)'])
    expect(code).toBe(2)
  }
  expect(await stored()).toBe(200)
})
