import { addMatrix } from 'tests/support/areas/authorisation-matrix/add-matrix'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { approvePendingChange, refusePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { lookupTables, refusal } from '../../support/platform/tables/verbs'

const site = await opened(testSite())
const matrix = await addMatrix(site)
const tables = await lookupTables(site)
await tables.create('currencies', { code: 'EUR', name: 'Euro' })
await tables.create('currencies', { code: 'CHF', name: 'Swiss franc' })

const RULES = 'authorisation-rules'
const rule = (row: Record<string, unknown> = {}) => ({
  legalEntityId: matrix.bare,
  currency: 'EUR',
  amountFrom: '0',
  amountTo: '1000',
  rule: 'A',
  validFrom: '2026-01-01',
  validTo: '',
  ...row,
})
const waiting = () => pendingChanges(site.read)
const decide =
  (decision: typeof approvePendingChange, who: 'teamleader1' | 'accountant1' | 'admin') => async () => {
    const [change] = await waiting()
    await site.as(who, (context) => decision(context, change?.id ?? 0))
  }
const approve = decide(approvePendingChange, 'teamleader1')
const refuse = decide(refusePendingChange, 'teamleader1')
const ofBare = async () =>
  (await tables.load(RULES)).filter(({ legalEntityId }) => legalEntityId === matrix.bare)

test('a new rule is pending until a team leader approves it', async () => {
  const done = await tables.create(RULES, rule())
  expect(done.note).toBe('it takes effect when a member of TEAM LEADER approves it')
  expect(await ofBare()).toEqual([])
  const [change] = await waiting()
  expect(change).toMatchObject({
    description: 'Authorisation rule of Bare Company SA, EUR from 0.00, valid from 01/01/2026',
    before: null,
    after: { legalEntity: 'Bare Company SA', amountTo: '1000', rule: 'A', validTo: null },
  })
  for (const who of ['accountant1', 'admin'] as const) {
    const { code, message } = await refusal(decide(approvePendingChange, who)())
    const own = 'Only members of TEAM LEADER who may update Drafted Expenses can decide this change.'
    expect([code, message]).toEqual(['forbidden', own])
  }
  await approve()
  expect(await ofBare()).toMatchObject([{ amountFrom: '0', amountTo: '1000', rule: 'A', validTo: null }])
  expect(await waiting()).toEqual([])
})

test('the requester does not approve it, even as a team leader', async () => {
  const leader = site.actor('teamleader1')
  await tables.create(RULES, rule({ currency: 'CHF' }), tables.by(leader))
  expect((await refusal(approve())).message).toBe('You requested this change: another person must decide it.')
  const [change] = await waiting()
  await site.transaction((tx) =>
    refusePendingChange(
      contextOf({ tx, actor: { ...leader, id: site.actor('teamleader2').id }, now: site.clock() }),
      change?.id ?? 0,
    ),
  )
  expect(await waiting()).toEqual([])
})

test('a pending change leaves the row alone; a newer request replaces it; a refused one has no effect', async () => {
  const [row] = await ofBare()
  const key = row?.key ?? ''
  const first = await tables.update(RULES, key, { amountTo: '2000' })
  expect([first.what, first.row.amountTo]).toEqual(['changed', '1000'])
  const again = await tables.update(RULES, key, { amountTo: '2000' })
  expect(again.note).toMatch(/^this was already requested/)
  await tables.update(RULES, key, { amountTo: '3000', rule: 'A+A' })
  expect(await waiting()).toMatchObject([
    { before: { amountTo: '1000' }, after: { amountTo: '3000', rule: 'A+A' } },
  ])
  await approve()
  expect(await ofBare()).toMatchObject([{ key, amountTo: '3000', rule: 'A+A' }])
  await tables.delete(RULES, key)
  await refuse()
  expect(await ofBare()).toHaveLength(1)
})

test('an end before its start and an overlap are refused with messages for their field', async () => {
  const faults = async (row: Record<string, unknown>) =>
    (await refusal(tables.create(RULES, rule(row)))).options.fields
  expect(await faults({ currency: 'CHF', validTo: '2025-12-31' })).toEqual({
    validTo: '31/12/2025 is before valid from 01/01/2026.',
  })
  expect(await faults({ currency: 'CHF', amountFrom: '5', amountTo: '4.99' })).toEqual({
    amountTo: '4.99 is below amount from 5.00.',
  })
  expect(await faults({ amountFrom: '3000', amountTo: '', validFrom: '2027-05-01' })).toEqual({
    amountFrom:
      'Overlaps with the rule from 0.00 to 3,000.00 EUR, valid from 01/01/2026: two rules of one entity and currency cannot cover the same amount on the same day.',
  })
  expect(await faults({})).toEqual({ validFrom: 'Already exists: change that one.' })
  const first = (await tables.load(RULES)).find(({ amountTo }) => amountTo === '5000')
  // Only the end of a stored row can be changed.
  const wider = await refusal(tables.update(RULES, first?.key ?? '', { amountTo: '6000' }))
  expect(Object.keys(wider.options.fields ?? {})).toEqual(['amountTo'])
  for (const [row, field] of [
    [{ rule: 'B' }, 'rule'],
    [{ amountFrom: '-1' }, 'amountFrom'],
    [{ amountFrom: '0.001' }, 'amountFrom'],
    [{ amountTo: '10000000000000000' }, 'amountTo'],
    [{ currency: 'XXX' }, 'currency'],
    [{ legalEntityId: 999_999 }, 'legalEntityId'],
    [{ validFrom: '' }, 'validFrom'],
  ] as const)
    expect([row, Object.keys((await faults(row)) ?? {})]).toEqual([row, [field]])
})

test('requests account for pending ones: the end of one rule makes room for the next, approved in this order', async () => {
  const [row] = await ofBare()
  await tables.update(RULES, row?.key ?? '', { validTo: '2026-12-31' })
  await tables.create(RULES, rule({ validFrom: '2027-01-01', amountTo: '' }))
  const [end, next] = await waiting()
  const by = (id = 0) => site.as('teamleader1', (context) => approvePendingChange(context, id))
  const early = await refusal(by(next?.id))
  expect(early.message).toMatch(/overlaps with the rule .* Decide that change first, or refuse this one\.$/)
  await by(end?.id)
  await by(next?.id)
  expect(await ofBare()).toHaveLength(2)
})

test('a signatory is pending too, has one class at a time, and is deleted once a team leader approves', async () => {
  const about = { validatorId: matrix.bea, signatoryClass: 'A' }
  const { options } = await refusal(tables.create('signatories', { ...about, validFrom: '2026-09-01' }))
  expect(options.fields).toEqual({
    validFrom: 'Overlaps with class B, valid from 01/01/2026: a person has one class at a time.',
  })
  const [row] = (await tables.load('signatories')).filter(({ validatorId }) => validatorId === matrix.bea)
  await tables.delete('signatories', row?.key ?? '')
  const [change] = await waiting()
  expect([change?.description, change?.after]).toEqual([
    'Signatory Bea Daßler of Forêt & Søn Management S.à r.l., valid from 01/01/2026',
    { deleted: true },
  ])
  // Treated as if deleted.
  await tables.create('signatories', { ...about, validFrom: '2026-09-01' })
  await approve()
  await approve()
  const now = (await tables.load('signatories')).filter(({ validatorId }) => validatorId === matrix.bea)
  expect(now).toMatchObject([{ signatoryClass: 'A', validFrom: '2026-09-01', validTo: null }])
})

test('persons with a place in the matrix cannot be deleted', async () => {
  expect((await refusal(tables.delete('client-validators', String(matrix.anna)))).message).toMatch(
    /used by 1 signatory/,
  )
  expect((await refusal(tables.delete('legal-entities', String(matrix.bare)))).message).toMatch(
    /2 authorisation rules/,
  )
  expect((await refusal(tables.delete('currencies', 'EUR'))).message).toMatch(/authorisation rules/)
})

test('every event of these changes is in an intact chain', async () => {
  expect(await verifyAudit(site.read, 'unused')).toMatchObject({ broken: null })
  const events = await site.ownerSql`select distinct queue from workflow_event where name like 'change %'`
  expect(events).toEqual([{ queue: 'TEAM LEADER' }])
})
