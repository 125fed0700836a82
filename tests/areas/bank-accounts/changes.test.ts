import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { refusal } from 'tests/support/platform/tables/verbs'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { account, accountsOn, BIC, IBAN, OTHER_IBAN } from '../../support/areas/bank-accounts/accounts-on'

const site = await opened(testSite())
const reference = await expenseReference(site)
const accounts = await accountsOn(site, reference)

const WAITS = 'it takes effect when a member of TEAM LEADER approves it'
const SUPPLIER = 'Index Data House Ltd'

test('a new account is pending, in any notation, until a team leader approves it', async () => {
  const done = await accounts.create({
    iso3Currency: 'EUR',
    bic: ' bgll lull xxx',
    iban: 'IBAN lu28 0019 4006-4475 0000',
  })
  expect([done.label, done.note]).toEqual(['EUR LU28 0019 4006 4475 0000', WAITS])
  expect(await accounts.load()).toEqual([])
  expect(await accounts.waiting()).toMatchObject([
    {
      target: `${reference.supplierId}/EUR ${IBAN}`,
      description: `Bank account EUR LU28 0019 4006 4475 0000 of ${SUPPLIER}`,
      before: null,
      after: { iso3Currency: 'EUR', bic: BIC, iban: IBAN },
      requester: 'Ines Carvalho',
    },
  ])
  const decides = 'Only members of TEAM LEADER who may update Bank Accounts can decide this change.'
  for (const who of ['accountant1', 'finance2', 'treasurer1', 'admin'] as const) {
    const { code, message } = await refusal(accounts.decide(who))
    expect([who, code, message]).toEqual([who, 'forbidden', decides])
  }
  await accounts.decide('teamleader2')
  expect(await accounts.load()).toMatchObject([
    {
      iso3Currency: 'EUR',
      bic: BIC,
      iban: IBAN,
      entityId: reference.supplierId,
      waits: null,
      createdBy: 'Ines Carvalho',
      updatedBy: 'Ines Carvalho',
    },
  ])
})

test('requesters cannot decide, even as team leaders; a pending change has its old and new values', async () => {
  const [row] = await accounts.load()
  const key = row?.key ?? ''
  const done = await accounts.update(key, { iban: OTHER_IBAN }, 'teamleader1')
  expect([done.row.iban, done.note]).toEqual([IBAN, WAITS])
  const own = 'You requested this change: another person must decide it.'
  expect((await refusal(accounts.decide('teamleader1'))).message).toBe(own)
  expect((await refusal(accounts.refuse('teamleader1'))).message).toBe(own)
  expect(await accounts.waiting()).toMatchObject([
    { before: { iban: IBAN }, after: { iban: OTHER_IBAN, bic: BIC } },
  ])
  expect((await accounts.load())[0]?.waits).toMatch(/^Change requested by .+, 02\/11\/2026$/)
  await accounts.decide('teamleader2')
  expect(await accounts.load()).toMatchObject([{ key, iban: OTHER_IBAN, waits: null }])
})

test('a repeated request is not stored, a newer one replaces it, a refused one has no effect', async () => {
  const [row] = await accounts.load()
  const key = row?.key ?? ''
  await accounts.update(key, { bic: 'BILLLULL' })
  expect((await accounts.update(key, { bic: 'BILLLULL' }, 'finance2')).note).toMatch(
    /^this was already requested/,
  )
  await accounts.update(key, { bic: 'CELLLULL' }, 'finance2')
  expect(await accounts.waiting()).toMatchObject([{ after: { bic: 'CELLLULL' } }])
  await accounts.refuse()
  expect([await accounts.waiting(), (await accounts.load())[0]?.bic]).toEqual([[], BIC])
  expect((await accounts.update(key, { bic: BIC })).what).toBe('unchanged')
})

test('an account is deleted once a team leader approves it', async () => {
  const key = await accounts.addAccount({ iso3Currency: 'USD' })
  await accounts.remove(key)
  expect(await accounts.waiting()).toMatchObject([
    { before: { iso3Currency: 'USD', iban: IBAN }, after: { deleted: true } },
  ])
  expect((await accounts.load()).find((row) => row.key === key)?.waits).toMatch(/^Deletion requested/)
  await accounts.decide()
  expect((await accounts.load()).map(({ iso3Currency }) => iso3Currency)).toEqual(['EUR'])
})

test.each([
  [
    { iban: 'LU280019400644750001' },
    'iban',
    'is not an IBAN: country, length or check digits are wrong (ISO 13616)',
  ],
  [{ iban: 'LU2800194006447500' }, 'iban', 'is not an IBAN'],
  [{ iban: '12345678' }, 'iban', 'accounts in LU have one. Enter the IBAN of this account.'],
  [{ iban: 'NO NUMBER' }, 'iban', 'is not an IBAN'],
  [{ bic: '', iban: '12345678' }, 'clearing', 'Enter the clearing code or the Bic'],
  [{ clearing: 'USABA 021000021' }, 'clearing', 'an IBAN names the bank'],
  [{ bic: '', iban: '12345678', clearing: 'USABA 021000022' }, 'clearing', 'is not a system and'],
  [{ bic: '', iban: 'AE070331234567890123456' }, 'bic', 'accounts in AE are not reached without'],
  [{ chargeBearer: 'SLEV' }, 'chargeBearer', 'is not one of SHAR, DEBT, CRED'],
  [{ iban: '' }, 'iban', 'Enter the IBAN.'],
  [{ bic: 'BGLLLUL' }, 'bic', 'is not a BIC (8 or 11 letters and digits of ISO 9362)'],
  [{ bic: 'BGLLZZLL' }, 'bic', 'is not a BIC'],
  [{ bic: 'BGLLLULLXXXX' }, 'bic', 'is not a BIC'],
  [{ iso3Currency: 'XXX' }, 'iso3Currency', 'is not a currency'],
  [{ iso3Currency: 'CHF' }, 'iso3Currency', 'is not in the list'],
  [{ iso3Currency: '' }, 'iso3Currency', 'Enter the ccy.'],
])('%o is refused with a message for %s, and stores nothing', async (row, field, sentence) => {
  const counts = await site.rowCounts()
  const { code, options } = await refusal(
    accounts.create(account({ iban: 'DE02120300000000202051', ...row })),
  )
  expect([code, Object.keys(options.fields ?? {})]).toEqual(['invalid', [field]])
  expect(options.fields?.[field]).toContain(sentence)
  expect(await site.rowCounts()).toEqual(counts)
})

test('an entity cannot have one number twice, active or pending; other currencies and entities may', async () => {
  const [row] = await accounts.load()
  const there = await refusal(accounts.create(account({ iban: OTHER_IBAN })))
  expect(there.options.fields).toEqual({
    iban: 'There is already an account EUR LU12 0010 0012 3456 7891: change that one.',
  })
  await accounts.create(account())
  const taken = await refusal(accounts.update(row?.key ?? '', { iban: IBAN }))
  expect(taken.options.fields?.iban).toMatch(
    /^An account EUR LU28 .* is already pending, requested by Ines Carvalho/,
  )
  await accounts.create(account({ iso3Currency: 'USD' }))
  await accounts.create(account({ iban: OTHER_IBAN }), 'finance1', reference.settlingId)
  for (const _ of await accounts.waiting()) await accounts.decide()
  expect((await accounts.load()).map(({ iso3Currency, iban }) => `${iso3Currency} ${iban}`)).toEqual([
    `EUR ${OTHER_IBAN}`,
    `EUR ${IBAN}`,
    `USD ${IBAN}`,
  ])
  expect(await accounts.load(reference.settlingId)).toHaveLength(1)
  expect((await refusal(accounts.update(row?.key ?? '', { iban: IBAN }))).options.fields).toHaveProperty(
    'iban',
  )
})

test('a bank in another country than its account is a notice, not an error', async () => {
  const done = await accounts.create(account({ iban: 'DE02120300000000202051' }))
  expect(done.note).toBe(`${WAITS}. Please check: the bank is in LU, the account in DE`)
  await accounts.refuse()
})

test('a concurrent change is not overwritten, and the key of another entity is not found', async () => {
  const [row] = await accounts.load()
  const seen = row ?? { key: '' }
  await accounts.update(seen.key, { bic: 'BILLLULL' })
  await accounts.decide()
  const { code, options } = await refusal(accounts.update(seen.key, { bic: 'CELLLULL' }, 'finance2', seen))
  expect([code, options.details]).toMatchObject([
    'conflict',
    { stored: { bic: 'BILLLULL' }, opened: { bic: BIC } },
  ])
  const [other] = await accounts.load(reference.settlingId)
  expect((await refusal(accounts.update(other?.key ?? '', { bic: BIC }))).code).toBe('not-found')
  expect((await refusal(accounts.remove(other?.key ?? ''))).code).toBe('not-found')
})

test('an entity or currency with bank accounts cannot be deleted, and the event chain is intact', async () => {
  expect(await verifyAudit(site.read, 'unused')).toMatchObject({ broken: null })
  const events = await site.ownerSql`
    select log, status, who_name from workflow_event where data->>'kind' = 'bank account' order by id limit 2`
  const about = `Bank account EUR LU28 0019 4006 4475 0000 of ${SUPPLIER}`
  expect(events).toMatchObject([
    { log: `${about}: requested`, status: 'REQUESTED', who_name: 'Ines Carvalho' },
    { log: `${about}: approved`, status: 'APPROVED' },
  ])
})
