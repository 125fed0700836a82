import { readFileSync } from 'node:fs'
import { opened } from 'tests/support/opened'
import { type HttpSite, httpSite } from 'tests/support/routes/http-site'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import { ruleResultsOf } from '~/areas/navs/control/rule-results.server'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(httpSite())

let count = 0
type Fund = Awaited<ReturnType<HttpSite['addFund']>>

/** A control with two warnings: 12 on a suspense account, and a bond with a wrong ISIN. */
const warned = (fund: Fund) =>
  site.control('accountant1', fund, (books) => {
    const suspense = rowIn(tableIn(books, 'Balance'), { accountNumber: '9010' })
    suspense.debtor = { number: '12' }
    const income = fund.model.balance.find(({ accountNumber }) => accountNumber === '7010')
    rowIn(tableIn(books, 'Balance'), { accountNumber: '7010' }).creditor = {
      number: String(Number(income?.creditor) + 12),
    }
    const [line] = tableIn(books, 'Inventory').rows
    if (line) line.isin = { text: 'XX0000000000' }
  })

const open = async (controlId: number) =>
  (await ruleResultsOf(site.read, controlId)).filter(({ result }) => result === 'NOK')

/** The seen values of the form, as a browser sends them. */
const seenIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/name="(seen-\d+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )

async function post(path: string, fields: Record<string, string>) {
  const { html } = await site.page('accountant1', path)
  const idempotencyKey = /name="idempotencyKey" value="([^"]*)"/.exec(html)?.[1] ?? ''
  return site.ask('accountant1', path, {
    method: 'POST',
    body: new URLSearchParams({ ...seenIn(html), ...fields, idempotencyKey }),
  })
}

test('Submit lists warnings without a comment; one form explains them, and they stay not OK', async () => {
  const fund = await site.addFund({ fundCode: `EXP${++count}` })
  const { controlId } = await warned(fund)
  const rules = await open(controlId)
  expect(rules.map(({ ruleId, severity }) => `${ruleId} ${severity}`)).toEqual(['B04 W', 'I05 W'])
  const [b04 = 0, i05 = 0] = rules.map(({ id }) => id)
  await expect(site.step('accountant1', fund.navId, 'submit')).rejects.toThrow(
    '2 warnings need an explanation: B04 Suspense accounts, I05 ISIN.',
  )
  const panel = `/nav-controls/${fund.navId}`
  const path = `${panel}/controls/${controlId}/explain`
  const before = (await site.page('accountant1', panel)).html
  expect(before).toContain(`href="${path}`)
  expect(before).toContain('2 rules to resolve before Submit')
  expect(before).toContain('Explain all 2…')

  const nothing = await post(path, { [`comment-${b04}`]: ' ', [`comment-${i05}`]: '' })
  expect(nothing.status).toBe(422)
  expect(await nothing.text()).toContain('Enter why at least one of the rules stays not OK.')
  // A too long comment is refused, and the other one is not stored either.
  const long = await post(path, { [`comment-${b04}`]: 'x'.repeat(4001), [`comment-${i05}`]: 'Fine' })
  expect(long.status).toBe(422)
  expect(await long.text()).toContain('Fine')
  expect((await open(controlId)).some(({ explained }) => explained)).toBe(false)

  expect(
    (await post(path, { [`comment-${b04}`]: 'Paid on Monday', [`comment-${i05}`]: 'New code asked for' }))
      .status,
  ).toBe(302)
  expect((await open(controlId)).map(({ comment, explained }) => [comment, explained])).toEqual([
    ['Paid on Monday', true],
    ['New code asked for', true],
  ])
  expect((await historyOf(site.read, fund.navId)).filter(({ name }) => name === 'comment rule')).toHaveLength(
    2,
  )
  const after = (await site.page('accountant1', panel)).html
  expect(after).toMatch(/\d+ OK · 2 not OK · \d+ not applicable/)
  expect(after).not.toContain('to resolve')
  expect(after).toContain('2 rules not OK')
  await site.step('accountant1', fund.navId, 'submit')
  expect(await site.stateOf(fund.navId)).toBe('SUBMITTED (TEAM LEADER)')
})

test('the last comment on the same rule of the fund is offered, and used if nothing is entered', async () => {
  const fund = await site.addFund({ fundCode: `EXP${++count}` })
  const earlier = await warned(fund)
  for (const said of ['First reason', 'Second reason']) {
    const [rule] = await open(earlier.controlId)
    const path = `/nav-controls/${fund.navId}/controls/${earlier.controlId}/explain`
    expect((await post(path, { [`comment-${rule?.id}`]: said })).status).toBe(302)
  }
  const { controlId } = await warned(fund)
  const [b04, i05] = await open(controlId)
  const path = `/nav-controls/${fund.navId}/controls/${controlId}/explain`
  const { html } = await site.page('accountant1', path)
  expect(html).toContain(`name="again-${b04?.id}"`)
  expect(html).toContain('value="Second reason"')
  expect(html).not.toContain(`name="again-${i05?.id}"`)
  const fields = { [`comment-${b04?.id}`]: '', [`again-${b04?.id}`]: 'Second reason' }
  expect((await post(path, fields)).status).toBe(302)
  expect((await open(controlId)).map(({ comment }) => comment)).toEqual(['Second reason', expect.any(String)])

  // A replaced control is read-only, on the page and for forms sent anyway.
  const replaced = `/nav-controls/${fund.navId}/controls/${earlier.controlId}/explain`
  expect((await site.page('accountant1', replaced)).html).toContain('A newer control has run')
  const [old] = await open(earlier.controlId)
  const refused = await site.ask('accountant1', replaced, {
    method: 'POST',
    body: new URLSearchParams({ [`comment-${old?.id}`]: 'Late', idempotencyKey: crypto.randomUUID() }),
  })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('A newer control has run')
  const forbidden = await site.ask('auditor1', path, { method: 'POST', body: new URLSearchParams(fields) })
  expect(forbidden.status).toBe(403)
})

test('an old form neither removes nor replaces comments saved by others meanwhile', async () => {
  const fund = await site.addFund({ fundCode: `EXP${++count}` })
  const { controlId } = await warned(fund)
  const [b04 = 0, i05 = 0] = (await open(controlId)).map(({ id }) => id)
  const path = `/nav-controls/${fund.navId}/controls/${controlId}/explain`
  const comments = async () => (await open(controlId)).map(({ comment, explained }) => explained && comment)
  // As the first form shows them: neither has a comment.
  const waited = { [`seen-${b04}`]: '', [`seen-${i05}`]: '' }
  expect((await post(path, { ...waited, [`comment-${b04}`]: 'By a colleague' })).status).toBe(302)
  // The same form, sent later by another person, who left that field empty.
  const own = { [`comment-${b04}`]: '', [`comment-${i05}`]: 'New code asked for' }
  expect((await post(path, { ...waited, ...own })).status).toBe(302)
  expect(await comments()).toEqual(['By a colleague', 'New code asked for'])

  const before = await site.rowCounts()
  const both = { [`comment-${b04}`]: 'My own words', [`comment-${i05}`]: 'Another code' }
  const refused = await post(path, { ...waited, ...both, [`seen-${i05}`]: 'New code asked for' })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(html).toContain('B04 Suspense accounts was explained meanwhile')
  expect(html).toContain('My own words')
  expect(await comments()).toEqual(['By a colleague', 'New code asked for'])
  expect(await site.rowCounts()).toEqual(before)

  // Removed on purpose: the field was cleared.
  const emptied = { [`seen-${b04}`]: 'By a colleague', [`comment-${b04}`]: '' }
  expect((await post(path, emptied)).status).toBe(302)
  expect(await comments()).toEqual([false, 'New code asked for'])
})

test('a comment from before explanations existed counts, through the migration or when saved again', async () => {
  const fund = await site.addFund({ fundCode: `EXP${++count}` })
  const { controlId } = await warned(fund)
  const [b04 = 0] = (await open(controlId)).map(({ id }) => id)
  const path = `/nav-controls/${fund.navId}/controls/${controlId}/explain`
  expect((await post(path, { [`comment-${b04}`]: 'Paid on Monday' })).status).toBe(302)
  await site.ownerSql`update rule_result set explained = false where id = ${b04}`
  await site.ownerSql.unsafe(readFileSync('db/migrations/0018_explained_before.sql', 'utf8'))
  expect((await open(controlId)).map(({ explained }) => explained)).toEqual([true, false])

  await site.ownerSql`update rule_result set explained = false where id = ${b04}`
  const rule = `/nav-controls/${fund.navId}/controls/${controlId}/rules/${b04}`
  const again = await site.send('accountant1', rule, {
    result: 'NOK',
    comment: 'Paid on Monday',
    idempotencyKey: crypto.randomUUID(),
  })
  expect(again.status).toBe(302)
  expect((await open(controlId))[0]).toMatchObject({ comment: 'Paid on Monday', explained: true })
})
