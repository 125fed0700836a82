import { bankAccount } from 'db/schema/bank-accounts'
import { inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { camtXml, entryXml, statementXml } from 'tests/support/areas/payments/bank-messages'
import { PAYER, runsOn } from 'tests/support/areas/payments/runs-on'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { bankHabits } from '~/areas/payments/bank-inbox/habits.server'
import { bankEntryRows } from '~/areas/payments/bank-inbox/list.server'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
const inbox = inboxOf(site)
await runs.addAccounts()
site.setClock('2026-11-28T09:00:00Z')

/** A second EUR account of the entity. */
const SAVINGS = 'LU120010001234567891'
await site.transaction((tx) => {
  const at = new Date('2026-01-05T09:00:00Z')
  return tx.insert(bankAccount).values({
    legalEntityId: reference.settlingId,
    iso3Currency: 'EUR',
    iban: SAVINGS,
    bic: 'BGLLLULL',
    creationDate: at,
    updateDate: at,
  })
})

interface Booked {
  on?: 'savings'
  direction: 'DBIT' | 'CRDT'
  amount: string
  text?: string
  /** The account of the other party. */
  theirs?: string
}

const xmlOf = ({ on, direction, amount, text = 'LIQUIDITY', theirs }: Booked) => {
  const side = direction === 'DBIT' ? 'Cdtr' : 'Dbtr'
  const party = theirs
    ? `<TxDtls><RltdPties><${side}Acct><Id><IBAN>${theirs}</IBAN></Id></${side}Acct></RltdPties></TxDtls>`
    : null
  const entry = entryXml({
    amount: `<Amt Ccy="EUR">${amount}</Amt>`,
    direction,
    details: party,
    text: `<AddtlNtryInf>${text}</AddtlNtryInf>`,
  })
  return on === 'savings' ? statementXml(entry, 'camt.053', `<IBAN>${SAVINGS}</IBAN>`) : statementXml(entry)
}

let files = 0
async function booked(...entries: Booked[]) {
  files += 1
  const xml = camtXml(entries.map(xmlOf).join(''), { id: `T${files}` })
  const { answerId } = await runs.answer('treasurer1', `t-${files}.xml`, xml)
  return inbox.entries(answerId)
}
const proposalOf = async (id: number) => {
  const context = contextOf({ read: site.read, today: '2026-11-28' })
  const [row] = await bankEntryRows(context, [id])
  return [row?.decision, row?.proposal]
}

test('both sides of a transfer are proposed together, in one file or two, and settled as one', async () => {
  const [out] = await booked({ direction: 'DBIT', amount: '250.00', theirs: SAVINGS })
  expect(await proposalOf(out?.id ?? 0)).toEqual(['No proposal', ''])
  const [back] = await booked({ on: 'savings', direction: 'CRDT', amount: '250.00' })
  expect(await proposalOf(out?.id ?? 0)).toEqual([
    'All details agree',
    'Internal transfer to LU12 0010 0012 3456 7891',
  ])
  expect(await proposalOf(back?.id ?? 0)).toEqual([
    'All details agree',
    'Internal transfer from LU28 0019 4006 4475 0000',
  ])
  await inbox.explain('treasurer2', back?.id ?? 0, { kind: 'accept' })
  for (const id of [out?.id ?? 0, back?.id ?? 0]) {
    expect(await inbox.entry(id)).toMatchObject({ explainedAs: 'internal transfer' })
    expect(await site.stateOf(id)).toBe('EXPLAINED (SYSTEM)')
  }
  expect((await inbox.entry(out?.id ?? 0)).pairedWith).toBe(back?.id)
  expect((await inbox.entry(back?.id ?? 0)).pairedWith).toBe(out?.id)
  expect(await inbox.postings(out?.id ?? 0)).toEqual(['internal transfer -250.00'])
  expect(await inbox.postings(back?.id ?? 0)).toEqual(['internal transfer 250.00'])
  const [last] = await historyOf(site.read, out?.id ?? 0)
  expect(last?.log).toMatch(new RegExp(`^The other side of bank entry ${back?.id}, which .+ explained`))
  expect(await inbox.unbalanced()).toEqual([])
})

test('a side that fits several, one of another party, and one of other days are not proposed', async () => {
  const several = await booked(
    { direction: 'DBIT', amount: '11.00' },
    { on: 'savings', direction: 'CRDT', amount: '11.00', text: 'ONE' },
    { on: 'savings', direction: 'CRDT', amount: '11.00', text: 'TWO' },
  )
  const stranger = await booked(
    { direction: 'DBIT', amount: '12.00', theirs: 'DE89370400440532013000' },
    { on: 'savings', direction: 'CRDT', amount: '12.00' },
  )
  for (const { id } of [...several, ...stranger]) expect(await proposalOf(id)).toEqual(['No proposal', ''])
})

test('a transfer is chosen by hand too, and refused where the entries are not its two sides', async () => {
  const [out, one, two, other] = await booked(
    { direction: 'DBIT', amount: '13.00' },
    { on: 'savings', direction: 'CRDT', amount: '13.00', text: 'ONE' },
    { on: 'savings', direction: 'CRDT', amount: '13.00', text: 'TWO' },
    { on: 'savings', direction: 'CRDT', amount: '14.00' },
  )
  const choose = (entryId: number) => inbox.explain('treasurer1', out?.id ?? 0, { kind: 'transfer', entryId })
  await expect(choose(other?.id ?? 0)).rejects.toThrow('is not the other side of this one')
  await inbox.explain('treasurer1', two?.id ?? 0, { kind: 'income' })
  await expect(choose(two?.id ?? 0)).rejects.toThrow('is explained already')
  await choose(one?.id ?? 0)
  expect(await inbox.entry(one?.id ?? 0)).toMatchObject({ explainedAs: 'internal transfer' })
})

test('what people booked as charges or income is proposed again, and only people accept it', async () => {
  const [fees] = await booked({ direction: 'DBIT', amount: '41.00', text: 'SAFEKEEPING OCT 2026' })
  expect(await proposalOf(fees?.id ?? 0)).toEqual(['No proposal', ''])
  await inbox.explain('treasurer1', fees?.id ?? 0, { kind: 'charges' })
  const [next] = await booked({ direction: 'DBIT', amount: '42.00', text: 'SAFEKEEPING NOV 2026' })
  expect(await proposalOf(next?.id ?? 0)).toEqual([
    'All details agree',
    'Bank charges, as once before, last on 27/11/2026',
  ])
  const [interest] = await booked({ direction: 'CRDT', amount: '5.00', text: 'CREDIT INTEREST 10/2026' })
  await inbox.explain('treasurer1', interest?.id ?? 0, { kind: 'income' })
  const [more] = await booked({ direction: 'CRDT', amount: '6.00', text: 'CREDIT INTEREST 11/2026' })
  expect(await proposalOf(more?.id ?? 0)).toEqual([
    'All details agree',
    'Income, as once before, last on 27/11/2026',
  ])
  await inbox.explain('treasurer2', more?.id ?? 0, { kind: 'accept' })
  expect(await inbox.postings(more?.id ?? 0)).toEqual(['income 6.00'])
  const [other] = await booked({ direction: 'DBIT', amount: '43.00', text: 'RENT' })
  expect(await proposalOf(other?.id ?? 0)).toEqual(['No proposal', ''])
  const habits = (await bankHabits(site.read)).filter(({ word }) => ['SAFEKEEPING', 'CREDIT'].includes(word))
  const common = { account: PAYER.iban, counterparty: '', last: '2026-11-27' }
  expect(habits).toMatchObject([
    { ...common, word: 'CREDIT', booked_as: 'income', times: 2, waiting: 0 },
    { ...common, word: 'SAFEKEEPING', booked_as: 'charges', times: 1, waiting: 1 },
  ])
})
