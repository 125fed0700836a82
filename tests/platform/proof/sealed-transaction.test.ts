import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase, type Transaction } from 'db/database'
import { COVERED } from 'db/evidence/covered'
import { WRITTEN_BY_TRIGGERS } from 'db/evidence/written-rows'
import { ForeignChange } from 'db/failures'
import { migrate } from 'db/migrate'
import { pendingChange } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { inSnapshot } from 'db/snapshot'
import { eq, sql } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { sealedSite } from 'tests/support/evidence/sealed-site'
import { opened } from 'tests/support/opened'
import { client } from 'tests/support/postgres/copy'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { giveOneTimePassword } from '~/areas/users/reset-access.server'
import { withStoredSecrets } from '~/http/server/open-services'
import { readSettings } from '~/http/server/settings'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { releaseActs, verifyChanges } from '~/platform/proof/verify-changes.server'
import { verifySums } from '~/platform/proof/verify-sums.server'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'

const site = await opened(sealedSite())
await site.addFund({ fundCode: 'SEAL01' })
const intruder = client(site.url)
afterAll(() => intruder.end())

const findings = async () => (await verifyChanges(site.readAside, site.signing.all)).findings
const migrateAgain = () =>
  migrate({ url: site.ownerUrl, folder: join(process.cwd(), 'db/migrations'), sign: site.signing.sign })
const rename = (name: string, request?: string) =>
  site.transaction((tx) => tx.update(fund).set({ name }).where(eq(fund.code, 'SEAL01')), request)

test('a change by SQL under the number of the next seal is not signed with it', async () => {
  const [user] = await site.admin`select id, last_name from app_user where user_name = 'accountant1'`
  await intruder.begin(async (tx) => {
    await tx`select set_config('fundesk.seal', (last_value + 1)::text, true),
      set_config('fundesk.seal_xact', pg_current_xact_id()::text, true) from change_seal_number`
    await tx`update app_user set last_name = 'An Intruder' where id = ${user?.id}`
  })
  await rename('After the intruder')
  const [forged] = await site.admin`select id, seal_id from data_change where rows like '%An Intruder%'`
  expect(await site.admin`select changes from change_seal where id = ${forged?.seal_id}`).toEqual([
    { changes: 1 },
  ])
  expect(await findings()).toEqual([
    `app_user ${user?.id}: change ${forged?.id} has no seal: it was not made by the application`,
    expect.stringMatching(
      new RegExp(
        `^app_user ${user?.id}, field last_name: it is "An Intruder", and change \\d+ .* made it "${user?.last_name}"$`,
      ),
    ),
  ])
  await site.untold(
    `update app_user set last_name = '${user?.last_name}' where id = ${user?.id}`,
    `delete from data_change where id = ${forged?.id}`,
  )
  expect(await findings()).toEqual([])
})

test('a number that an earlier transaction left on the connection is not used', async () => {
  const [before] = await site.admin`select max(id) as id from change_seal`
  await site.transaction(async (tx) => {
    await tx.execute(sql`select set_config('fundesk.seal', ${String(before?.id)}, false)`)
    await tx.update(fund).set({ name: 'On a shared connection' }).where(eq(fund.code, 'SEAL01'))
  })
  expect(await findings()).toEqual([])
})

test('tables of a schema that was put in front of ours are not read', async () => {
  await site.admin.unsafe(`
    create schema in_front; create table in_front.fund as select * from public.fund;
    update in_front.fund set name = 'In front';
    grant usage on schema in_front to public; grant select on in_front.fund to public;
    do $$ begin execute format('alter role fundesk_app in database %I set search_path = in_front, public', current_database()); end $$`)
  const another = connectDatabase({ url: site.url })
  const names = await another.read.select({ name: fund.name }).from(fund).where(eq(fund.code, 'SEAL01'))
  await another.close()
  await site.admin.unsafe(`drop schema in_front cascade;
    do $$ begin execute format('alter role fundesk_app in database %I reset search_path', current_database()); end $$`)
  expect(names).toEqual([{ name: 'On a shared connection' }])
})

test('what a foreign trigger adds to a transaction is refused, and nothing of it is stored', async () => {
  await site.admin.unsafe(`
    create function intrude() returns trigger language plpgsql as $$ begin
      update app_user set last_name = 'By a trigger' where user_name = 'accountant1'; return null; end $$;
    create trigger intrude after update on fund for each statement execute function intrude()`)
  await expect(rename('With a trigger')).rejects.toThrow(ForeignChange)
  await site.admin.unsafe(`
    create or replace function intrude() returns trigger language plpgsql as $$ begin
      if pg_trigger_depth() = 1 then update fund set name = 'By a trigger'; end if; return null; end $$`)
  await site.addFund({ fundCode: 'SEAL02' })
  await expect(rename('With a trigger')).rejects.toThrow(
    'The database changed rows of fund that Fundesk did not write, so nothing was stored.',
  )
  await site.admin.unsafe('drop function intrude cascade')
  await rename('Without a trigger')
  expect(await findings()).toEqual([])
})

test('what a foreign trigger adds in a part of the transaction, which has a number of its own, is refused too', async () => {
  await site.admin.unsafe(`
    create function intrude() returns trigger language plpgsql as $$ begin
      begin update app_user set last_name = 'In a part' where user_name = 'accountant1';
      exception when others then null; end; return null; end $$;
    create trigger intrude after update on fund for each statement execute function intrude()`)
  await expect(rename('With a part')).rejects.toThrow(
    'The database changed rows of app_user that Fundesk did not',
  )
  await site.admin.unsafe('drop function intrude cascade')
  await rename('Without a part')
  expect(await findings()).toEqual([])
})

test('a superuser reads the files of the keys through PostgreSQL only where it runs as the user of Fundesk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // As the data folder is, which the database user passes through to its own folders.
  chmodSync(folder, 0o711)
  const { signingKey } = withStoredSecrets(readSettings({ NODE_ENV: 'test', SITE: 'embedded' }), () => folder)
  const readFiles = () => site.admin`select pg_read_file(${join(folder, 'signing-key')}) as content`
  // The PostgreSQL that comes along runs as another user where root starts it, and as ours else.
  if (process.getuid?.() === 0) await expect(readFiles()).rejects.toThrow('Permission denied')
  else expect(await readFiles()).toEqual([{ content: signingKey }])
})

test('a setting of an account gives changes no other instant', async () => {
  const set = (setting: string) =>
    site.admin.unsafe(
      `do $$ begin execute format('alter database %I ${setting}', current_database()); end $$`,
    )
  await set("set fundesk.at = ''2020-01-01T00:00:00Z''")
  const another = connectDatabase({ url: site.url, sign: site.signing.sign, clock: site.clock })
  await another.transaction((tx) =>
    tx.update(fund).set({ name: 'At its instant' }).where(eq(fund.code, 'SEAL01')),
  )
  await another.close()
  await set('reset fundesk.at')
  const [seal] = await site.admin`select at from change_seal order by id desc limit 1`
  expect(seal?.at.getFullYear()).toBe(2026)
  expect(await findings()).toEqual([])
})

test('a value that a trigger replaces in a row that the application writes is sealed as its own', async () => {
  await site.admin.unsafe(`
    create function replace_name() returns trigger language plpgsql as $$ begin new.name := 'Replaced'; return new; end $$;
    create trigger replace_name before update on fund for each row execute function replace_name()`)
  await rename('Typed')
  await site.admin.unsafe('drop function replace_name cascade')
  expect(await site.read.select({ name: fund.name }).from(fund).where(eq(fund.code, 'SEAL01'))).toEqual([
    { name: 'Replaced' },
  ])
  expect(await findings()).toEqual([])
})

describe('what came past the triggers is found after the application has written it', () => {
  /** What the audit finds after some work; then what the work recorded is removed, and what it changed put back. */
  const findingsAfter = async (work: () => Promise<unknown>, ...undo: string[]) => {
    const [before] = await site.admin`select max(id) as id from change_seal`
    await work()
    const found = await findings()
    await site.untold(
      ...undo,
      `delete from data_change where seal_id > ${before?.id}`,
      `delete from change_seal where id > ${before?.id}`,
    )
    expect(await findings()).toEqual([])
    return found
  }
  const inTransaction = (statement: string) => site.transaction((tx) => tx.execute(statement))

  test('a value', async () => {
    const [was] = await site.admin`select id, name, provider from fund where code = 'SEAL01'`
    const found = await findingsAfter(async () => {
      await site.untold("update fund set provider = 'FORGED' where code = 'SEAL01'")
      await rename('Written later')
      await rename('And once more')
    }, `update fund set name = '${was?.name}', provider = '${was?.provider}' where code = 'SEAL01'`)
    expect(found).toEqual([
      expect.stringMatching(
        new RegExp(
          `^fund ${was?.id}: change \\d+ found it otherwise than change \\d+ left it: it was changed in between$`,
        ),
      ),
    ])
  })

  test('a value among several rows', async () => {
    const [was] = await site.admin`select code, display from reason order by code limit 1`
    const found = await findingsAfter(
      async () => {
        await site.untold(`update reason set display = 'Forged' where code = '${was?.code}'`)
        await inTransaction('update reason set sorting_order = sorting_order + 1')
      },
      'update reason set sorting_order = sorting_order - 1',
      `update reason set display = '${was?.display}' where code = '${was?.code}'`,
    )
    expect(found).toEqual([
      expect.stringMatching(
        /^reason \w+: change \d+ found it, or another of its \d+ rows, otherwise than earlier changes left them: it was changed in between$/,
      ),
    ])
  })

  test('a value of a row that is removed then', async () => {
    await inTransaction("insert into currency (code, name) values ('XXA', 'Known')")
    const found = await findingsAfter(async () => {
      await site.untold("update currency set name = 'Forged' where code = 'XXA'")
      await inTransaction("delete from currency where code = 'XXA'")
    }, "insert into currency (code, name) values ('XXA', 'Known')")
    expect(found).toEqual([
      expect.stringMatching(/^currency XXA, field name: it is "Forged", and change \d+ .* made it "Known"$/),
    ])
  })

  test('an inserted row', async () => {
    const found = await findingsAfter(async () => {
      await site.untold("insert into currency (code, name) values ('XXB', 'Slipped in')")
      await inTransaction("update currency set name = 'Corrected' where code = 'XXB'")
    }, "delete from currency where code = 'XXB'")
    expect(found).toEqual([
      expect.stringMatching(
        /^currency XXB: no change tells of it, and change \d+ changed it later: it was inserted$/,
      ),
    ])
  })

  test('a removed row', async () => {
    await inTransaction("insert into currency (code, name) values ('XXC', 'Known')")
    const found = await findingsAfter(async () => {
      await site.untold("delete from currency where code = 'XXC'")
      await inTransaction("insert into currency (code, name) values ('XXC', 'Known')")
    })
    expect(found).toEqual([
      expect.stringMatching(
        /^currency XXC: change \d+ says that it is there, and change \d+ added it: it was removed in between$/,
      ),
    ])
  })
})

test('a statement of more than a thousand rows says what it found in all its changes', async () => {
  await site.transaction((tx) =>
    tx.execute(
      "insert into exchange_rate (currency, date, rate) select 'EUR', date '2000-01-01' + day, 1 from generate_series(1, 2500) day",
    ),
  )
  await site.transaction((tx) => tx.execute('update exchange_rate set rate = rate + 1'))
  const [last] = await site.admin`select act, count(*)::int as changes from data_change
    where table_name = 'exchange_rate' and act like '~%' group by act`
  expect(last).toEqual({ act: expect.stringMatching(/^~ \d{4} \S{44}$/), changes: 3 })
  expect(await findings()).toEqual([])
  await site.untold("update exchange_rate set rate = 9 where date = '2004-01-01'")
  await site.transaction((tx) => tx.execute('update exchange_rate set rate = rate + 1'))
  expect(await findings()).toEqual([
    expect.stringMatching(
      /^exchange_rate EUR \S+: change \d+ found it, or another of its \d{4} rows, otherwise/,
    ),
  ])
  await site.untold(
    'delete from exchange_rate',
    "delete from data_change where seal_id in (select seal_id from data_change where table_name = 'exchange_rate')",
    'delete from change_seal where not exists (select from data_change where seal_id = change_seal.id)',
  )
})

test('the request of a transaction is sealed with its changes', async () => {
  const request = JSON.stringify({ user: 1, session: 'abc', method: 'POST', path: '/funds', content: null })
  await rename('By a request', request)
  const [note] = await site.admin`select * from data_change where table_name = 'request'`
  expect(note?.rows).toBe(request)
  expect(await findings()).toEqual([])
  await site.untold(
    `update data_change set rows = replace(rows, '"user":1', '"user":2') where id = ${note?.id}`,
  )
  expect(await findings()).toEqual([`request ${note?.id}: it was changed: its text does not match its hash`])
  await site.untold(`update data_change set rows = '${request}' where id = ${note?.id}`)

  await site.transaction(async () => {}, request)
  expect(await site.admin`select id from data_change where table_name = 'request'`).toHaveLength(1)
})

/** Records an act by one person, sealed under the request of another user or of the same one. */
const actOf = (who: { id: number; fullName: string }, sender: number, more = async (_: Transaction) => {}) =>
  site.transaction(
    async (tx) => {
      await more(tx)
      await recordAct(tx, userSubject(site.actor('auditor1').id), {
        name: 'enable user',
        to: inAdministration('ENABLED', 'success'),
        log: '',
        who,
        now: site.clock(),
      })
    },
    JSON.stringify({ user: sender, session: 'x', method: 'POST', path: '/admin/changes', content: null }),
  )

test('an event in the name of another person than the sender of its request is found, and both are named', async () => {
  const [sender, other] = [site.actor('admin'), site.actor('accountant1')]
  await actOf(sender, sender.id)
  // As a command or a job, which no request asked for.
  await site.transaction((tx) =>
    recordAct(tx, userSubject(sender.id), {
      name: 'enable user',
      to: inAdministration('ENABLED', 'success'),
      log: '',
      who: other,
      now: site.clock(),
    }),
  )
  // Another administrator requested it, and the sender approves it.
  const approves = (requestedBy: number) => async (tx: Transaction) => {
    const at = site.clock()
    const decision = { decision: 'approved', decidedBy: sender.id, decidedAt: at }
    const waited = { kind: 'reset', target: 'enable auditor1', before: null, after: { reset: 'enable' } }
    await tx.insert(pendingChange).values({ ...waited, requestedBy, requestedAt: at, ...decision })
  }
  await actOf(other, sender.id, approves(other.id))
  expect(await findings()).toEqual([])
  await actOf(other, sender.id)
  await actOf(other, sender.id, approves(site.actor('manager1').id))
  const forged = await site.admin`select id, object_id from workflow_event order by id desc limit 2`
  const seals = await site.admin`select id from change_seal order by id desc limit 2`
  expect(await findings()).toEqual(
    [1, 0].map(
      (at) =>
        `workflow_event ${forged[at]?.id} (user ${forged[at]?.object_id}): "enable user" is in the name of ${other.fullName} (user ${other.id}), and the request that its seal ${seals[at]?.id} signs is of ${sender.fullName} (user ${sender.id})`,
    ),
  )
  await site.untold(
    'delete from workflow_event where id in (select id from workflow_event order by id desc limit 2)',
    'delete from pending_change where id = (select max(id) from pending_change)',
    'delete from data_change where seal_id in (select id from change_seal order by id desc limit 2)',
    'delete from change_seal where id in (select id from change_seal order by id desc limit 2)',
  )
  expect(await findings()).toEqual([])
})

test('what a reset does in the name of its requester is no fault under the request of its approver', async () => {
  const [requester, approver] = [site.actor('admin'), site.actor('admin2')]
  const request = (user: number) =>
    JSON.stringify({ user, session: 'x', method: 'POST', path: '/', content: null })
  const at = site.clock()
  const wanted = { userId: site.actor('auditor1').id, passwordHash: 'a hash' }
  await site.transaction(
    (tx) => giveOneTimePassword(contextOf({ tx, actor: requester, now: at }), wanted),
    request(requester.id),
  )
  const [change] = await site.admin`select id::int from pending_change where decision is null`
  await site.transaction(
    (tx) => approvePendingChange(contextOf({ tx, actor: approver, now: site.clock() }), change?.id),
    request(approver.id),
  )
  const given = await site.admin`select user_id from workflow_event where name = 'give one-time password'`
  expect(given).toEqual([{ user_id: requester.id }])
  expect(await findings()).toEqual([])
})

test('another request than the one that was sent is not signed', async () => {
  const { id } = site.actor('admin')
  const [{ made } = {}] =
    await site.admin`select pg_get_functiondef('record_note(text, text)'::regprocedure) as made`
  await site.admin.unsafe(
    String(made).replace('BEGIN', `BEGIN note := replace(note, '"user":${id}', '"user":0');`),
  )
  await expect(rename('Sent by another', JSON.stringify({ user: id }))).rejects.toThrow(ForeignChange)
  await site.admin.unsafe(String(made).replace('BEGIN', 'BEGIN RETURN;'))
  await expect(rename('Sent without a sender', JSON.stringify({ user: id }))).rejects.toThrow(ForeignChange)
  await site.admin.unsafe(String(made))
  await rename('As it was sent', JSON.stringify({ user: id }))
  expect(await findings()).toEqual([])
})

test('rows that were inserted unseen are not taken over by recording their table again', async () => {
  await site.untold(
    "insert into currency (code, name) values ('XXX', 'Invented')",
    "delete from covered_table where name = 'currency'",
  )
  await migrateAgain()
  expect(await findings()).toEqual([
    expect.stringMatching(
      /^currency XXX: no change tells of it, and change \d+ recorded it later: it was inserted$/,
    ),
  ])
})

test('a value that was changed while its column had another name is found', async () => {
  await site.untold('alter table fund rename name to other_name')
  await migrateAgain()
  await site.untold(
    'alter table fund rename other_name to name',
    "update fund set name = 'Forged' where code = 'SEAL01'",
  )
  await migrateAgain()
  const found = await findings()
  expect(found.filter((each) => each.startsWith('fund '))).toContainEqual(
    expect.stringMatching(/^fund \d+, field name: it is missing, and change \d+ \(seal \d+\) made it "/),
  )
})

test('a function of the database that was replaced hides nothing', async () => {
  await site.admin.unsafe(`
    create or replace function recorded_row(image jsonb, only_columns text[], hidden text[]) returns jsonb
    language sql immutable as $$ select image || '{"first_name": "As before"}' $$`)
  await site.untold("update app_user set first_name = 'Forged' where user_name = 'accountant2'")
  expect((await findings()).filter((each) => each.startsWith('app_user'))).toEqual([
    expect.stringMatching(/, field first_name: it is "Forged", and change/),
  ])
})

test('a snapshot sees one moment, and writes nothing', async () => {
  await inSnapshot(site.ownerUrl, async (read) => {
    const before = await read.$count(fund)
    await site.addFund({ fundCode: 'SEAL03' })
    expect(await read.$count(fund)).toBe(before)
    await expect(read.execute('delete from fund')).rejects.toThrow('read-only transaction')
  })
})

test('sums that triggers write are compared with the rows that they add up', async () => {
  const sums = () => verifySums(site.readAside, 10)
  expect(await sums()).toEqual([])
  await site.untold(
    `insert into invoice_tally (tallied, value, currency, event_status, invoices, gross_hundredths, taxes_hundredths,
      net_hundredths) values ('provider', 'Invented', 'EUR', 'PAID', 1, 100, 0, 100)`,
    `insert into price_row (nav_date, isin, currency, price_date, price, provider, name, type, fund_codes, funds, lines,
      median) values ('2026-10-31', 'LU0000000001', 'EUR', '2026-10-31', 1, 'FIA', 'Invented', 'Bond', 'X', 1, 1, 1)`,
  )
  expect(await sums()).toEqual([
    'invoice_tally provider Invented EUR PAID: it adds up to 1 invoices, 100 gross, 0 taxes, 100 net, and its rows to nothing',
    'price_row 2026-10-31 LU0000000001 EUR 2026-10-31 1: it adds up to 1 lines of 1 funds, and its rows to nothing',
  ])
})

test('the rows that a release changes and records are sealed, and its act is listed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(process.cwd(), 'db/migrations'), folder, { recursive: true })
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  journal.entries.push({
    idx: 9999,
    version: '7',
    when: 9_999_999_999_999,
    tag: '9999_next',
    breakpoints: true,
  })
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
  writeFileSync(
    join(folder, '9999_next.sql'),
    `update fund set name = 'By a release'; alter table fund add column note text`,
  )
  await migrate({ url: site.ownerUrl, folder, sign: site.signing.sign })
  expect((await releaseActs(site.read)).at(-1)).toMatchObject({ release: '9999_next', recorded: ['fund'] })
  expect((await findings()).filter((each) => each.includes('has no seal'))).toEqual([])
})

test('the list of tables that triggers write is that of the triggers', async () => {
  const functions = await site.admin<{ name: string; body: string }[]>`
    select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace
      and prolang = (select oid from pg_language where lanname = 'plpgsql')`
  const triggers = await site.admin<{ table: string; name: string }[]>`
    select c.relname as table, p.proname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal`
  const writtenBy = (name: string): string[] =>
    functions
      .filter((each) => each.name === name)
      .flatMap(({ body }) => [
        ...Array.from(
          body.matchAll(/(?:INSERT INTO|(?<!DO )UPDATE|DELETE FROM) (\w+)/g),
          ([, to]) => to ?? '',
        ),
        ...Array.from(body.matchAll(/PERFORM (\w+)\(/g), ([, called]) => writtenBy(called ?? '')).flat(),
      ])
  const found: Record<string, Set<string>> = {}
  for (const { table, name } of triggers)
    for (const written of writtenBy(name))
      if (written in COVERED) found[written] = (found[written] ?? new Set()).add(table)
  const sorted = Object.entries(found).map(([table, causes]) => [table, [...causes].sort()])
  expect(Object.fromEntries(sorted)).toEqual(WRITTEN_BY_TRIGGERS)
})
