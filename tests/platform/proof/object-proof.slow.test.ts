import { appUser } from 'db/schema/access'
import { bankAccount } from 'db/schema/bank-accounts'
import { legalEntity } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { livedIn } from 'tests/support/evidence/lived-in'
import { moneyMoved, runsOfTheirOwn } from 'tests/support/evidence/money-moved'
import { sealedSite } from 'tests/support/evidence/sealed-site'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { afterEach, expect, test } from 'vitest'
import { type ProvenObject, unprovenTables } from '~/platform/proof/object-proof.server'

const site = await opened(sealedSite())
const { fund, other } = await livedIn(site)
const money = await moneyMoved(site, await runsOfTheirOwn(site, await expenseReference(site)))
const [held] = await site.admin`select current_control_id as id from fund_nav where id = ${fund.navId}`
const nav: ProvenObject = { kind: 'nav', id: fund.navId, controlId: Number(held?.id) }
const [newest] = await site.admin`select max(at) as at, max(id) as id from change_seal`
const unproven = (object = nav) => unprovenTables(site.read, site.signing.all, object, null)

let undo: string[] = []
afterEach(async () => {
  await site.untold(...undo)
  undo = []
  expect(await unproven()).toEqual([])
})

test('an object whose rows are the signed ones is proven, now and at each earlier instant', async () => {
  expect(await unproven({ kind: 'nav', id: other.navId })).toEqual([])
  const seals =
    await site.admin`select at from change_seal where at <= ${newest?.at} order by id desc limit 20`
  for (const { at } of seals)
    expect(await unprovenTables(site.past(at), site.signing.all, nav, at), at.toISOString()).toEqual([])
})

test('of a NAV without the control that is shown, the current one is compared', async () => {
  const [{ id, comment } = {}] =
    await site.admin`select id, comment from rule_result where control_id = ${held?.id} order by id limit 1`
  undo = [`update rule_result set comment = '${comment}' where id = ${id}`]
  await site.untold(`update rule_result set comment = 'Forged' where id = ${id}`)
  expect(await unproven({ kind: 'nav', id: fund.navId })).toEqual(['rule_result'])
  expect(await unproven({ kind: 'nav', id: fund.navId, controlId: null })).toEqual([])
})

test('a changed row is found, also on the page as of an instant before', async () => {
  const [{ status } = {}] = await site.admin`select status from workflow_instance where object_id = ${nav.id}`
  undo = [`update workflow_instance set status = '${status}' where object_id = ${nav.id}`]
  await site.untold(`update workflow_instance set status = 'SENT' where object_id = ${nav.id}`)
  expect(await unproven()).toEqual(['workflow_instance'])
  expect(await unprovenTables(site.past(newest?.at), site.signing.all, nav, newest?.at)).toEqual([
    'workflow_instance',
  ])
})

test('of bank accounts, those that an entity has are compared: one that was changed, added or moved to it is found', async () => {
  const [{ id: one } = {}, { id: other } = {}] = await site.transaction((tx) =>
    tx
      .insert(legalEntity)
      .values(['Payee SA', 'Other SA'].map((name) => ({ name, kind: 'SUPPLIER' })))
      .returning({ id: legalEntity.id }),
  )
  const of = (id = 0) => unproven({ kind: 'bank accounts', id })
  expect(await of(one)).toEqual([])
  const [first] = await site.transaction((tx) =>
    tx
      .insert(bankAccount)
      .values(
        [one, other].map((legalEntityId = 0) => ({
          legalEntityId,
          iso3Currency: 'EUR',
          bic: 'BGLLLULL',
          iban: 'LU280019400644750000',
          creationDate: site.clock(),
          updateDate: site.clock(),
        })),
      )
      .returning({ id: bankAccount.id }),
  )
  expect([await of(one), await of(other)]).toEqual([[], []])
  const found = ['bank_account']

  await site.untold(`update bank_account set iban = 'LU120010001234567891' where id = ${first?.id}`)
  expect([await of(one), await of(other)]).toEqual([found, []])
  await site.untold(
    `update bank_account set iban = 'LU280019400644750000', iso3_currency = 'USD', legal_entity_id = ${other} where id = ${first?.id}`,
  )
  expect([await of(one), await of(other)]).toEqual([[], found])
  await site.untold(
    `update bank_account set iso3_currency = 'EUR', legal_entity_id = ${one} where id = ${first?.id}`,
  )
  expect([await of(one), await of(other)]).toEqual([[], []])
  undo = ['delete from bank_account where id = 900001']
  await site.untold(`insert into bank_account (id, legal_entity_id, iso3_currency, bic, iban, creation_date, update_date)
    overriding system value select 900001, legal_entity_id, 'USD', bic, iban, creation_date, update_date
    from bank_account where id = ${first?.id}`)
  expect([await of(one), await of(other)]).toEqual([found, []])
})

test('what a run takes off for a credit is compared on its page and on that of the credit, also once it was removed', async () => {
  const ofRun = () => unproven({ kind: 'payment run', id: money.run })
  const ofCredit = () => unproven({ kind: 'invoice', id: money.credit })
  expect([await ofRun(), await ofCredit()]).toEqual([[], []])
  const found = ['payment_credit']
  undo = [`update payment_credit set amount = 30 where credit_id = ${money.credit}`]
  await site.untold(`update payment_credit set amount = 20 where credit_id = ${money.credit}`)
  expect([await ofRun(), await ofCredit()]).toEqual([found, found])
  expect(
    await unprovenTables(
      site.past(newest?.at),
      site.signing.all,
      { kind: 'payment run', id: money.run },
      newest?.at,
    ),
  ).toEqual(found)
  await site.untold(...undo)
  undo = [
    'insert into payment_credit select * from removed_credit',
    'drop table removed_credit',
    `delete from payment_credit where credit_id = ${money.paid}`,
  ]
  await site.untold(
    'create table removed_credit as select * from payment_credit',
    `delete from payment_credit where credit_id = ${money.credit}`,
  )
  expect([await ofRun(), await ofCredit()]).toEqual([found, found])
  await site.untold(`insert into payment_credit select payment_id, ${money.paid}, amount from removed_credit`)
  expect([await ofRun(), await unproven({ kind: 'invoice', id: money.paid })]).toEqual([found, found])
})

test('the page of an invoice, and that of a credit, compare its payments, and not the others of their run', async () => {
  const of = () => Promise.all([money.paid, money.credit].map((id) => unproven({ kind: 'invoice', id })))
  expect(await of()).toEqual([[], []])
  undo = [`update payment set state = 'paid' where run_id = ${money.run}`]
  await site.untold(`update payment set state = 'rejected' where run_id = ${money.run}`)
  expect(await of()).toEqual([['payment'], ['payment']])
  await site.untold(...undo)
  undo = ['delete from payment where id = 900001']
  await site.untold(`insert into payment overriding system value
    select (jsonb_populate_record(p, '{"id": 900001, "invoice_id": ${nav.id}, "end_to_end_id": "FORGED"}')).*
    from payment p where run_id = ${money.run}`)
  expect(await of()).toEqual([[], []])
  expect(await unproven({ kind: 'payment run', id: money.run })).toEqual(['payment'])
})

test('an entry of a bank is compared with what explains it', async () => {
  const entry: ProvenObject = { kind: 'bank entry', id: money.entry }
  expect(await unproven(entry)).toEqual([])
  undo = [
    `update bank_entry set amount = 9 where id = ${money.entry}`,
    `update bank_posting set kind = 'charges' where entry_id = ${money.entry}`,
  ]
  await site.untold(
    `update bank_entry set amount = 90 where id = ${money.entry}`,
    `update bank_posting set kind = 'income' where entry_id = ${money.entry}`,
  )
  expect(await unproven(entry)).toEqual(['bank_entry', 'bank_posting'])
  expect(await unprovenTables(site.past(newest?.at), site.signing.all, entry, newest?.at)).toEqual([
    'bank_entry',
    'bank_posting',
  ])
})

test('a removed row, and a row of another object that was moved to it, are found', async () => {
  const [control] =
    await site.admin`select id from nav_control where fund_nav_id = ${nav.id} order by id limit 1`
  undo = [`update nav_control set fund_nav_id = ${nav.id} where id = ${control?.id}`]
  await site.untold(`update nav_control set fund_nav_id = ${other.navId} where id = ${control?.id}`)
  expect(await unproven()).toEqual(['nav_control'])
  expect(await unproven({ kind: 'nav', id: other.navId })).toEqual(['nav_control'])
})

test('an event that says something else, and one that was removed, are found', async () => {
  const [event] = await site.admin`select * from workflow_event where object_id = ${nav.id} and seq = 1`
  undo = [`update workflow_event set log = '${event?.log}' where id = ${event?.id}`]
  await site.untold(`update workflow_event set log = 'Something else' where id = ${event?.id}`)
  expect(await unproven()).toEqual(['workflow_event'])
  expect(await unprovenTables(site.past(newest?.at), site.signing.all, nav, newest?.at)).toEqual([
    'workflow_event',
  ])
  await site.untold(...undo)
  undo = [
    `insert into workflow_event overriding system value select * from removed_event`,
    'drop table removed_event',
  ]
  await site.untold(
    `create table removed_event as select * from workflow_event where object_id = ${nav.id} order by seq desc limit 1`,
    'delete from workflow_event where id in (select id from removed_event)',
  )
  expect(await unproven()).toEqual(['workflow_event'])
})

test('figures and results of the control that a page shows are compared', async () => {
  const [{ id, comment } = {}] =
    await site.admin`select id, comment from rule_result where control_id = ${held?.id} order by id limit 1`
  const [line] =
    await site.admin`select row, value from nav_line where control_id = ${held?.id} order by row limit 1`
  undo = [
    `update rule_result set comment = '${comment}' where id = ${id}`,
    `update nav_line set value = ${line?.value} where control_id = ${held?.id} and row = ${line?.row}`,
  ]
  await site.untold(
    `update rule_result set comment = 'Agreed by telephone' where id = ${id}`,
    `update nav_line set value = value + 1 where control_id = ${held?.id} and row = ${line?.row}`,
  )
  expect(await unproven()).toEqual(['nav_line', 'rule_result'])
  expect(await unprovenTables(site.past(newest?.at), site.signing.all, nav, newest?.at)).toEqual([
    'nav_line',
    'rule_result',
  ])
})

test('a user is proven in the past too, though passwords are recorded as hashes alone', async () => {
  const user: ProvenObject = { kind: 'user', id: site.actor('accountant2').id }
  await site.transaction((tx) =>
    tx.update(appUser).set({ passwordHash: 'a hash' }).where(eq(appUser.id, user.id)),
  )
  expect(await unproven(user)).toEqual([])
  expect(await unprovenTables(site.past(newest?.at), site.signing.all, user, newest?.at)).toEqual([])
  undo = [`delete from user_queue where user_id = ${user.id} and queue = 'PAYMENT'`]
  await site.untold(`insert into user_queue (user_id, queue) values (${user.id}, 'PAYMENT')`)
  expect(await unproven(user)).toEqual(['user_queue'])
})

test('a value that was forged stays found when the application writes its row', async () => {
  const user: ProvenObject = { kind: 'user', id: site.actor('manager1').id }
  const [was] = await site.admin`select first_name, last_name from app_user where id = ${user.id}`
  const [seal] = await site.admin`select max(id) as id from change_seal`
  undo = [
    `update app_user set first_name = '${was?.first_name}', last_name = '${was?.last_name}' where id = ${user.id}`,
    `delete from data_change where seal_id > ${seal?.id}`,
    `delete from change_seal where id > ${seal?.id}`,
  ]
  await site.untold(`update app_user set first_name = 'Forged' where id = ${user.id}`)
  expect(await unproven(user)).toEqual(['app_user'])
  await site.transaction((tx) =>
    tx.update(appUser).set({ lastName: 'Written' }).where(eq(appUser.id, user.id)),
  )
  expect(await unproven(user)).toEqual(['app_user'])
  await site.transaction((tx) => tx.update(appUser).set({ lastName: 'Again' }).where(eq(appUser.id, user.id)))
  expect(await unproven(user)).toEqual(['app_user'])
})

test('an object whose changes were all removed is not proven', async () => {
  undo = [
    'insert into data_change overriding system value select * from removed_change',
    'drop table removed_change',
  ]
  await site.untold(
    `create table removed_change as select * from data_change where owners && array['${nav.id}', '${nav.controlId}']`,
    'delete from data_change where id in (select id from removed_change)',
  )
  expect(await unproven()).toContain('fund_nav')
})

test('a change that was forged with a seal of the forger, or under a seal of the site, is found', async () => {
  const [{ status } = {}] = await site.admin`select status from workflow_instance where object_id = ${nav.id}`
  const [image] = await site.admin`select line from (
    select unnest(string_to_array(rows, E'\\n')) as line from data_change where table_name = 'workflow_instance') lines
    where line like ${`%"object_id": ${nav.id},%`} limit 1`
  const forged = String(image?.line).replace(/"status": "[^"]*"/, '"status": "SENT"')
  for (const seal of ['9000000', String(newest?.id)]) {
    undo = [
      `update workflow_instance set status = '${status}' where object_id = ${nav.id}`,
      `delete from data_change where id = 9000000`,
      `delete from change_seal where id = 9000000`,
    ]
    await site.untold(
      `update workflow_instance set status = 'SENT' where object_id = ${nav.id}`,
      `insert into data_change (id, seal_id, table_name, act, owners, rows, hash, xact) overriding system value
        select 9000000, ${seal}, 'workflow_instance', '~', array['${nav.id}'], '${forged}',
          encode(sha256(convert_to('${forged}', 'UTF8')), 'hex'), xact from change_seal where id = ${newest?.id}`,
      `insert into change_seal (id, at, changes, hash, signature, xact)
        select 9000000, at, 1, hash, signature, xact from change_seal where id = ${newest?.id}`,
    )
    expect(await unproven(), seal).toEqual(['workflow_instance'])
    await site.untold(...undo)
  }
})

test('a change that was forged under a seal is found, however many changes the seal says that it has', async () => {
  const [{ status } = {}] = await site.admin`select status from workflow_instance where object_id = ${nav.id}`
  const [change] = await site.admin`
    select c.id, c.rows, c.hash, s.id as seal, s.changes from data_change c join change_seal s on s.id = c.seal_id
    where c.table_name = 'workflow_instance' and c.owners = array[${String(nav.id)}] order by c.id desc limit 1`
  const forged = String(change?.rows).replace(/"status": "[^"]*"/, '"status": "SENT"')
  undo = [
    `update workflow_instance set status = '${status}' where object_id = ${nav.id}`,
    `update data_change set rows = '${change?.rows}', hash = '${change?.hash}' where id = ${change?.id}`,
    `update change_seal set changes = ${change?.changes} where id = ${change?.seal}`,
  ]
  await site.untold(
    `update workflow_instance set status = 'SENT' where object_id = ${nav.id}`,
    `update data_change set rows = '${forged}', hash = encode(sha256(convert_to('${forged}', 'UTF8')), 'hex') where id = ${change?.id}`,
    `update change_seal set changes = 9999 where id = ${change?.seal}`,
  )
  expect(await unproven()).toContain('workflow_instance')
})
