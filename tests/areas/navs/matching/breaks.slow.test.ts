import { both, missingAtManager, priceBreak } from 'tests/support/areas/navs/breaks'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { SiteFund, UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { tickChecks } from '~/areas/navs/checks.server'
import { type BreakEdit, breakOwners, editBreak, navBreaks } from '~/areas/navs/matching/breaks.server'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { historyOf } from '~/platform/workflow/history.server'

let count = 0
const site = await opened(httpSite())

const rowsOf = async (navId: number) => navBreaks(site.read, await navFacts(site.read, navId))
const edit = (user: UserName, navId: number, given: Partial<BreakEdit> & { breakId: number }) =>
  site.as(user, (context) =>
    editBreak(context, {
      fundNavId: navId,
      owner: null,
      state: 'OPEN',
      comment: '',
      revision: null,
      ...given,
    }),
  )
const summaries = async (navId: number) =>
  (await rowsOf(navId)).map(({ kind, state, age, owner, comment }) =>
    [kind, state, `${age} days`, owner ?? 'nobody', comment].join(' · '),
  )

/** A fund with three controlled NAVs. */
async function threeNavs(): Promise<SiteFund> {
  const fund = await site.addFund({
    fundCode: `BRK${++count}`,
    clientValidation: false,
    navDates: ['2026-08-31', '2026-09-30', '2026-10-30'],
  })
  for (const { model } of fund.navs) await site.control('accountant1', { model, set: fund.set })
  return fund
}

/** A fund with one NAV controlled and matched, with a price break. */
async function withBreak() {
  const fund = await site.addFund({ fundCode: `BRK${++count}`, clientValidation: false })
  await site.control('accountant1', fund)
  await site.matching('accountant1', fund, priceBreak(0))
  const [row] = await rowsOf(fund.navId)
  if (!row) throw new Error('no break')
  return { ...fund, row }
}

test('breaks carry over from NAV to NAV with their comments, and age while the run is unbroken', async () => {
  const { navs } = await threeNavs()
  const [august, september, october] = navs
  if (!august || !september || !october) throw new Error('three NAVs')
  await site.matching('accountant1', august, both(priceBreak(0), missingAtManager(3)))
  expect(await summaries(august.navId)).toEqual(
    expect.arrayContaining([
      'PRICE BREAK · OPEN · 0 days · nobody · ',
      'MISSING AT MANAGER · OPEN · 0 days · nobody · ',
    ]),
  )
  const price = (await rowsOf(august.navId)).find(({ kind }) => kind === 'PRICE BREAK')
  const explanation = { owner: 'accountant2', state: 'EXPLAINED', comment: 'Stale feed' } as const
  await edit('accountant1', august.navId, { breakId: price?.id ?? 0, ...explanation })
  await site.matching('accountant1', september, priceBreak(0))
  expect(await summaries(september.navId)).toEqual([
    'PRICE BREAK · EXPLAINED · 30 days · accountant2 · Stale feed',
    'MISSING AT MANAGER · CLOSED · 30 days · nobody · ',
  ])
  await site.matching('accountant1', october, both(priceBreak(0), missingAtManager(3)))
  const rows = await summaries(october.navId)
  expect(rows).toHaveLength(2)
  expect(rows).toContain('PRICE BREAK · EXPLAINED · 60 days · accountant2 · Stale feed')
  expect(rows).toContain('MISSING AT MANAGER · OPEN · 0 days · nobody · ')
})

test('a NAV without a matching does not interrupt the run; a cancelled one does not count', async () => {
  const { navs } = await threeNavs()
  const [august, september, october] = navs
  if (!august || !september || !october) throw new Error('three NAVs')
  await site.matching('accountant1', august, priceBreak(0))
  await site.matching('accountant1', september)
  await site.step('teamleader1', september.navId, 'cancel', { comment: 'Not needed' })
  await site.matching('accountant1', october, priceBreak(0))
  expect(await summaries(october.navId)).toEqual(['PRICE BREAK · OPEN · 60 days · nobody · '])
})

test('a later matching of the same NAV closes the breaks it no longer has; earlier matchings do not change', async () => {
  const { navId, model, row } = await withBreak()
  await edit('accountant2', navId, { breakId: row.id, comment: 'Wrong file?' })
  await site.matching('accountant1', { navId, model })
  expect(await summaries(navId)).toEqual(['PRICE BREAK · CLOSED · 0 days · nobody · Wrong file?'])
  const stored = await site.ownerSql`
    select state from nav_break join nav_matching on nav_matching.id = matching_id
    where fund_nav_id = ${navId} order by nav_break.id`
  expect(stored.map(({ state }) => state)).toEqual(['OPEN', 'CLOSED'])
  await expect(edit('accountant1', navId, { breakId: row.id })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('A new matching has run'),
  })
  const [closed] = await rowsOf(navId)
  await expect(edit('accountant1', navId, { breakId: closed?.id ?? 0 })).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('closed and read-only'),
  })
})

test('an edit is recorded in the chain of the NAV, voids nothing, makes no one a maker, and takes effect once', async () => {
  const { navId, row } = await withBreak()
  await site.step('accountant1', navId, 'submit')
  const explanation = { owner: 'accountant1', state: 'EXPLAINED', comment: ' Stale feed ' } as const
  await edit('teamleader1', navId, { breakId: row.id, revision: 0, ...explanation })
  await edit('accountant2', navId, { breakId: row.id, ...explanation, comment: 'Stale feed' })
  expect(await site.stateOf(navId)).toBe('SUBMITTED (TEAM LEADER)')
  const [event, submitted] = await historyOf(site.read, navId)
  expect(submitted?.name).toBe('submit')
  expect(event).toMatchObject({
    type: 'act',
    name: 'edit break',
    log: `PRICE BREAK ${row.instrumentName}: OPEN to EXPLAINED, owner accountant1. Stale feed`,
    data: {
      breakId: row.id,
      kind: 'PRICE BREAK',
      instrumentKey: row.instrumentKey,
      wasOwner: null,
      was: 'OPEN',
      wasComment: '',
      owner: 'accountant1',
      is: 'EXPLAINED',
      comment: 'Stale feed',
    },
  })
  const name = site.actor('teamleader1').fullName
  expect((await rowsOf(navId))[0]).toMatchObject({ revision: 1, changedByName: name })
  await site.step('teamleader1', navId, 'approve')
})

test('owners are members of ACCOUNTANT who can log in', async () => {
  expect((await breakOwners(site.read)).map(({ userName }) => userName)).toEqual([
    'accountant1',
    'accountant2',
    'teamleader1',
    'teamleader2',
  ])
})

test('edits without permission, of unknown breaks, incomplete or out of date are refused', async () => {
  const { navId, row } = await withBreak()
  const other = await withBreak()
  const of = { breakId: row.id }
  for (const user of ['manager1', 'auditor1', 'admin'] as const)
    await expect(edit(user, navId, of)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Breaks are edited by members of the queue ACCOUNTANT.',
    })
  await expect(edit('accountant1', other.navId, of)).rejects.toMatchObject({ code: 'not-found' })
  await expect(edit('accountant1', navId, { ...of, state: 'EXPLAINED' })).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { comment: 'EXPLAINED needs a comment' } },
  })
  for (const owner of ['manager1', 'nobody9'])
    await expect(edit('accountant1', navId, { ...of, owner })).rejects.toMatchObject({
      code: 'invalid',
      message: `"${owner}" cannot own a break. Choose a member of the queue ACCOUNTANT, or none.`,
    })
  await edit('accountant2', navId, { ...of, comment: 'Mine' })
  await expect(edit('accountant1', navId, { ...of, revision: 0, comment: 'No' })).rejects.toMatchObject({
    code: 'conflict',
    message:
      'Another user changed this break in the meantime: OPEN, owner none, “Mine”. Save again to replace that.',
  })
  await site.step('teamleader1', navId, 'cancel', { comment: 'Not needed' })
  await expect(edit('accountant1', navId, of)).rejects.toMatchObject({ code: 'refused' })
})

test('the breaks of a sent round are read-only after Reopen, until a matching in the new round', async () => {
  const { navId, model, set, row } = await withBreak()
  await site.step('accountant1', navId, 'submit')
  await site.step('teamleader1', navId, 'approve')
  await site.step('manager1', navId, 'validate')
  await site.step('manager1', navId, 'send')
  await site.step('teamleader1', navId, 'reopen')
  await expect(edit('accountant1', navId, { breakId: row.id })).rejects.toMatchObject({
    code: 'refused',
    message: 'Round 1 was sent: its breaks are read-only. Upload a matching in round 2 to go on with them.',
  })
  await site.control('accountant1', { model, set })
  await site.matching('accountant1', { navId, model }, priceBreak(0))
  const [again] = await rowsOf(navId)
  await edit('accountant1', navId, { breakId: again?.id ?? 0, comment: 'Still there' })
})

test('check 10 is ticked automatically only if every open break has a comment', async () => {
  const { navId, row } = await withBreak()
  const tick = (comment: string, ofNav = navId) =>
    site.as('accountant1', (context) => tickChecks(context, ofNav, [{ rank: 10, comment }]))
  await expect(tick(' ')).rejects.toMatchObject({
    code: 'invalid',
    message:
      '1 break of the matching is open without a comment. Comment on them in the tab Reports, or enter here why the positions count as reconciled.',
  })
  const page = await site.page('accountant1', `/nav-controls/${navId}/checks?checks.expanded=10`)
  expect(page.html).toContain('1 break of the matching is open without a comment.')
  expect(page.html).toContain(`href="/nav-controls/${navId}/reports?breaks.in.state=OPEN"`)
  await edit('accountant2', navId, { breakId: row.id, comment: 'Asked the depositary' })
  await tick('')
  const other = await withBreak()
  await tick('Agreed by phone', other.navId)
})

test('the tab lists, filters and exports the breaks and saves the form of one', async () => {
  const { navId, row } = await withBreak()
  const tab = `/nav-controls/${navId}/reports`
  const shown = await site.page('accountant1', `${tab}?breaks.expanded=${row.id}`)
  expect(shown.html).toContain('Save break')
  expect((await site.page('auditor1', `${tab}?breaks.expanded=${row.id}`)).html).not.toContain('Save break')
  const fields = { breakId: String(row.id), revision: '0', state: 'EXPLAINED', owner: 'accountant2' }
  const newKey = () => ({ idempotencyKey: crypto.randomUUID() })
  const key = newKey()
  const empty = await site.send('accountant1', tab, { ...fields, ...key, comment: '' })
  expect([empty.status, empty.html.includes('EXPLAINED needs a comment')]).toEqual([422, true])
  const saved = await site.send('accountant1', tab, { ...fields, ...key, comment: 'Stale feed' })
  expect([saved.status, saved.to]).toEqual([302, tab])
  expect((await site.send('manager1', tab, { ...fields, ...newKey(), comment: 'x' })).status).toBe(403)
  expect((await site.page('auditor1', `${tab}?breaks.in.state=OPEN`)).html).toContain('No results where')
  const csv = await site.ask(
    'auditor1',
    `/production/${navId}/export/matching_breaks.csv?breaks.columns=kind,age,ownerName,state,comment`,
  )
  expect(await csv.text()).toBe(
    `Break,"Age, days",Owner,State,Comment\r\nPRICE BREAK,0,${site.actor('accountant2').fullName},EXPLAINED,Stale feed\r\n`,
  )
})
