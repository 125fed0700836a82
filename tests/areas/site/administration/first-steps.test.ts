import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { workOf } from '~/areas/access/user-work.server'
import { fundsBeforeControl } from '~/areas/reference-import/before-control.server'
import { runImport } from '~/areas/reference-import/run-import.server'
import { WHOLE } from '~/areas/reference-import/templates/guides'
import { templateFile } from '~/areas/reference-import/templates/template-file.server'
import { administrationCards } from '~/areas/site/administration/cards.server'
import { firstSteps } from '~/areas/site/administration/first-steps.server'
import { importsInto, NOW } from '../../../support/areas/reference-import/imports-into'

const site = await opened(testDatabase())
const { services } = await importsInto(site)
const at = contextOf({ read: site.read, now: NOW, timeZone: 'Europe/Luxembourg' })

const served = { version: '0.1.0', backupFolder: undefined, realNow: NOW, keys: [] }

const states = async () =>
  Object.fromEntries((await firstSteps(at)).map(({ title, state }) => [title, state]))
const about = async (title: string) => (await firstSteps(at)).find((step) => step.title === title)?.about

test('an empty site has its account plan, and everything else to do', async () => {
  expect(await states()).toEqual({
    Users: 'open',
    'Funds and share classes': 'open',
    'Account plan': 'done',
    'NAV calendar': 'open',
    'File formats': 'optional',
    'First control': 'open',
  })
  expect(await about('Users')).toMatch(/^No one in ACCOUNTANT, MANAGER, SENDING and TEAM LEADER may update/)
  expect(await fundsBeforeControl(at)).toEqual([])
})

test('after the examples of all templates only the control is to do', async () => {
  const { bytes } = await templateFile(WHOLE)
  await runImport(workOf(services, null), services, { name: 'all.xlsx', bytes }, { dryRun: false })
  expect(await states()).toEqual({
    Users: 'done',
    'Funds and share classes': 'done',
    'Account plan': 'done',
    'NAV calendar': 'done',
    'File formats': 'done',
    'First control': 'open',
  })
  expect(await about('Funds and share classes')).toBe('2 funds, 2 share classes.')
  expect(await fundsBeforeControl(at)).toEqual([
    { code: 'LIN01', name: 'Linden Funds – World Equities', missing: [], useful: [] },
    {
      code: 'LIN02',
      name: 'Linden Funds – Euro Bonds',
      missing: [],
      useful: ['a reference class and a benchmark (rule N10)'],
    },
  ])
})

test('a fund without class and date, and a queue without members, are named', async () => {
  await site.ownerSql`
    insert into fund (code, name, currency, type, regime, provider, client_validation)
    values ('NEW1', 'New fund', 'JPY', 'EQUITY', 'UCITS', 'FIA', true)`
  expect((await fundsBeforeControl(at)).find(({ code }) => code === 'NEW1')).toEqual({
    code: 'NEW1',
    name: 'New fund',
    missing: ['a share class that is active on 20/11/2026', 'a date in the NAV calendar'],
    useful: [
      'a reference class and a benchmark (rule N10)',
      'exchange rates of JPY (rule N13)',
      'a fee schedule (rule B10)',
    ],
  })
  expect(await about('Funds and share classes')).toBe('NEW1: no active share class.')
  expect(await about('NAV calendar')).toBe('NEW1: no NAV date.')
  // Its client answers, and the client desk has no member.
  expect(await about('Users')).toMatch(/^No one in CLIENT may update NAV Controls/)
})

test('one person in all queues is not enough for a NAV', async () => {
  await site.ownerSql`update fund set client_validation = false`
  expect(await about('Users')).toBe('5 users; every queue of a NAV has members.')
  await site.ownerSql`
    update user_queue set user_id = (select id from app_user where user_name = 'anna.keller')
    where queue in ('MANAGER', 'SENDING')`
  expect(await about('Users')).toBe('2 people may work on NAVs; with the four-eyes rule each needs 3.')
  expect((await states()).Users).toBe('open')
})

test('a class whose time is over before the first NAV date is missing', async () => {
  await site.ownerSql`update share_class set active_to = '2027-01-28' where code = 'LIN01-A'`
  const [fund] = await fundsBeforeControl(at)
  expect(fund?.missing).toEqual(['a share class that is active on 29/01/2027'])
})

test('the cards count what there is, and say what waits', async () => {
  const cards = await administrationCards(at, served)
  expect(cards['/admin/users']).toEqual({ count: '5', waits: '5 cannot log in yet' })
  expect(cards['/admin/authorisations']).toMatchObject({
    about: expect.stringMatching(/^5 users, \d+ functions$/),
  })
  expect(cards['/admin/changes']).toEqual({ count: '0' })
  expect(cards['/admin/import']?.about).toBe('last import 20/11/2026 10:00')
  expect(cards['/admin/lookups']?.about).toBe('rates to 29/01/2027, holidays to 25/12/2027')
  expect(cards['/admin/audit']).toEqual({
    count: expect.stringMatching(/^[1-9]\d* today$/),
    about: 'not verified yet',
  })
  expect(cards['/admin/system']).toEqual({ count: '0.1.0' })
  await site.ownerSql`
    insert into pending_change (kind, target, after, requested_at)
    values ('file format', 'EFA', '{}', ${new Date('2026-11-19T08:30:00Z')})`
  const later = await administrationCards(at, served)
  expect(later['/admin/changes']).toEqual({ count: '1', waits: 'oldest since 19/11/2026 09:30' })
  expect(later['/admin/formats']).toEqual({ count: '2', waits: '1 pending' })
})
