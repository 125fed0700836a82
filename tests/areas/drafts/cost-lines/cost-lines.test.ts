import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { describe, expect, test } from 'vitest'
import {
  type CostLineFields,
  deleteCostLine,
  saveCostLine,
} from '~/areas/drafts/cost-lines/cost-lines.server'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import { costLinesOf, draftById } from '~/areas/drafts/read-draft.server'
import { Big, sum } from '~/platform/values/decimal'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

const line = (fields: Partial<CostLineFields> = {}): CostLineFields => ({
  feesType: 'AUDIT',
  grossAmount: '117.00',
  taxes: '17.00',
  comment: '',
  ...fields,
})
const save = (draftId: number, fields: CostLineFields, id: number | null = null, key: string | null = null) =>
  site.transaction((tx) =>
    saveCostLine(contextOf({ tx, actor: site.actor('finance1'), now: site.clock(), key }), {
      draftId,
      id,
      revision: null,
      fields,
    }),
  )
const drop = (id: number, key: string | null = null) =>
  site.transaction((tx) =>
    deleteCostLine(contextOf({ tx, actor: site.actor('finance1'), now: site.clock(), key }), {
      id,
      revision: null,
    }),
  )
const setAmounts = (draftId: number, grossAmount: string | null, taxes: string | null) =>
  site.transaction((tx) =>
    updateDraft(contextOf({ tx, actor: site.actor('finance1'), now: site.clock() }), {
      draftId,
      revision: null,
      fields: { grossAmount, taxes },
    }),
  )
const newDraft = () => its.newDraft('finance1', completeFields(reference))

test('yen have no decimals, in a draft and in its lines', async () => {
  const draftId = await its.newDraft('finance1', {
    ...completeFields(reference),
    currency: 'JPY',
    grossAmount: '1170.00',
  })
  await expect(setAmounts(draftId, '1170.50', '170.00')).rejects.toMatchObject({
    options: { fields: { grossAmount: expect.stringContaining('JPY has no decimals') } },
  })
  await expect(save(draftId, line({ taxes: '17.25' }))).rejects.toMatchObject({
    options: { fields: { taxes: expect.stringContaining('JPY has no decimals') } },
  })
  expect((await draftById(site.read, draftId)).grossAmount).toBe('1170.00')
})

test('lines make up the totals, each change is recorded, and deleting the last restores the amounts entered before', async () => {
  const draftId = await newDraft()
  const first = await save(draftId, line({ comment: 'Annual audit' }))
  const second = await save(draftId, line({ feesType: 'TAX', grossAmount: '50.1', taxes: '0' }))
  expect(await draftById(site.read, draftId)).toMatchObject({
    grossAmount: '167.10',
    taxes: '17.00',
    netAmount: '150.10',
    revision: 3,
  })
  await save(draftId, line({ grossAmount: '100.00' }), first.id)
  // Saving the same again changes nothing.
  expect(await save(draftId, line({ grossAmount: '100.00' }), first.id)).toEqual({
    id: first.id,
    revision: 4,
  })
  await drop(second.id)
  expect(await drop(first.id)).toEqual({ draftId, revision: 6 })
  expect(await draftById(site.read, draftId)).toMatchObject({ grossAmount: '1170.00', netAmount: '1000.00' })
  const acts = (await historyOf(site.read, draftId)).filter(({ name }) => name === 'allocate')
  expect(acts.map(({ log }) => log).reverse()).toEqual([
    'Cost lines: none → AUDIT 117.00 less 17.00 taxes (Annual audit)',
    'Cost lines: AUDIT 117.00 less 17.00 taxes (Annual audit) → AUDIT 117.00 less 17.00 taxes (Annual audit); TAX 50.10',
    'Cost lines: AUDIT 117.00 less 17.00 taxes (Annual audit); TAX 50.10 → AUDIT 100.00 less 17.00 taxes; TAX 50.10',
    'Cost lines: AUDIT 100.00 less 17.00 taxes; TAX 50.10 → AUDIT 100.00 less 17.00 taxes',
    'Cost lines: AUDIT 100.00 less 17.00 taxes → none',
  ])
})

test('without amounts before the first line, none remain after the last', async () => {
  const draftId = await newDraft()
  await setAmounts(draftId, null, null)
  const { id } = await save(draftId, line())
  expect(await draftById(site.read, draftId)).toMatchObject({ grossAmount: '117.00' })
  await drop(id)
  expect(await draftById(site.read, draftId)).toMatchObject({
    grossAmount: null,
    taxes: null,
    netAmount: null,
  })
})

describe('refused', () => {
  test('an unknown fees type, a line of another draft, too many digits, a draft in another queue', async () => {
    const [draftId, other] = [await newDraft(), await newDraft()]
    const { id } = await save(draftId, line())
    await expect(save(draftId, line({ feesType: 'NOTHING' }))).rejects.toMatchObject({
      options: { fields: { feesType: expect.any(String) } },
    })
    await expect(save(other, line(), id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(drop(999_999)).rejects.toMatchObject({ code: 'not-found' })
    await save(draftId, line({ grossAmount: '9999999999999999.99', taxes: '0' }), id)
    await expect(save(draftId, line({ grossAmount: '0.01', taxes: '0' }))).rejects.toMatchObject({
      options: { fields: { grossAmount: expect.stringContaining('18 digits') } },
    })
    await drop(id)
    await its.draftStep('finance1', draftId, 'send to check')
    await expect(save(draftId, line())).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('the draft’s amounts while it has lines', async () => {
    const draftId = await newDraft()
    await save(draftId, line())
    await expect(setAmounts(draftId, '1.00', null)).rejects.toMatchObject({
      options: { fields: { grossAmount: expect.stringContaining('come from the cost lines') } },
    })
    // A form with these fields disabled does not send them.
    await setAmounts(draftId, null, null)
    expect(await draftById(site.read, draftId)).toMatchObject({ grossAmount: '117.00', taxes: '17.00' })
  })
})

test('a key adds one line, and deletes it once', async () => {
  const draftId = await newDraft()
  const key = randomUUID()
  const [first, second] = await Promise.all([
    save(draftId, line(), null, key),
    save(draftId, line(), null, key),
  ])
  expect(second).toEqual(first)
  const gone = randomUUID()
  expect(await drop(first.id, gone)).toEqual(await drop(first.id, gone))
  expect(await costLinesOf(site.read, draftId)).toEqual([])
})

test('two people adding lines at once lose none', async () => {
  const draftId = await newDraft()
  await Promise.all(
    Array.from({ length: 6 }, (_, at) => save(draftId, line({ grossAmount: `${at + 1}.11` }))),
  )
  expect(await costLinesOf(site.read, draftId)).toHaveLength(6)
  expect(await draftById(site.read, draftId)).toMatchObject({ grossAmount: '21.66', revision: 7 })
})

const cents = fc
  .integer({ min: -1_000_000_00, max: 1_000_000_00 })
  .map((each) => new Big(each).div(100).toFixed(2))
const command = fc.oneof(
  fc.record({ do: fc.constant('add' as const), gross: cents, taxes: cents }),
  fc.record({ do: fc.constant('change' as const), at: fc.nat(9), gross: cents, taxes: cents }),
  fc.record({ do: fc.constant('drop' as const), at: fc.nat(9) }),
  fc.record({ do: fc.constant('edit' as const), gross: fc.option(cents), taxes: fc.option(cents) }),
)

test('after any edits, gross is the sum of the lines and net is gross less taxes, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12 }), async (commands) => {
      const draftId = await newDraft()
      for (const each of commands) {
        const lines = await costLinesOf(site.read, draftId)
        const some = 'at' in each ? lines[each.at % (lines.length || 1)] : undefined
        if (each.do === 'add') await save(draftId, line({ grossAmount: each.gross, taxes: each.taxes }))
        if (each.do === 'change' && some)
          await save(draftId, line({ grossAmount: each.gross, taxes: each.taxes }), some.id)
        if (each.do === 'drop' && some) await drop(some.id)
        if (each.do === 'edit' && lines.length === 0) await setAmounts(draftId, each.gross, each.taxes)

        const after = await costLinesOf(site.read, draftId)
        const { grossAmount, taxes, netAmount } = await draftById(site.read, draftId)
        if (after.length > 0) {
          expect(grossAmount).toBe(sum(after.map((one) => one.grossAmount)).toFixed(2))
          expect(taxes).toBe(sum(after.map((one) => one.taxes)).toFixed(2))
          expect(netAmount).toBe(sum(after.map((one) => one.netAmount)).toFixed(2))
        }
        const empty = grossAmount === null && taxes === null
        expect(netAmount).toBe(empty ? null : new Big(grossAmount ?? 0).minus(taxes ?? 0).toFixed(2))
      }
    }),
    { numRuns: 25 },
  )
}, 60_000)
