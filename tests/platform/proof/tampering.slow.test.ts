import { sealHash } from 'db/evidence/seal'
import { fund } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { livedIn } from 'tests/support/evidence/lived-in'
import { sealedSite } from 'tests/support/evidence/sealed-site'
import { tablesOf } from 'tests/support/evidence/tamper'
import { unnamed } from 'tests/support/evidence/unnamed'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { setContentStore } from '~/platform/files/content-store.server'
import { textHash } from '~/platform/proof/recorded-rows.server'
import { verifyChanges } from '~/platform/proof/verify-changes.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(sealedSite())
await livedIn(site)
await writeCheckpoint(site.transaction, site.signing.sign, site.clock())

const verify = (most?: number) => verifyChanges(site.readAside, site.signing.all, most)

test('an untouched site is intact', async () => {
  const report = await verify()
  expect(report.findings).toEqual([])
  expect(report.seals).toBeGreaterThan(5)
  expect((await verifyAudit(site.read, site.signing.all)).broken).toBeNull()
})

test('tampering in each table with rows, past the application, is reported with row and field', async () => {
  const tables = await tablesOf(site)
  const { missed, counts } = await unnamed(site, { rounds: tables.size, seed: 1 })
  expect(missed).toEqual([])
  expect(counts.size).toBe(tables.size)
  expect((await verify()).findings, 'what was put back is whole').toEqual([])
  // The long test has a month of all kinds of work.
  expect(tables.size).toBeGreaterThan(30)
}, 120_000)

test('a changed, deleted or invented change is reported, and a seal by another key', async () => {
  const [change] =
    await site.admin`select id, seal_id from data_change where table_name = 'fund_nav' order by id desc limit 1`
  const found = async (statement: string, back: string) => {
    await site.untold(statement)
    const { findings } = await verify()
    await site.untold(back)
    return findings.join('\n')
  }
  const [{ rows: was = '', hash = '' } = {}] =
    await site.admin`select rows, hash from data_change where id = ${change?.id}`
  const text = String(was).replaceAll("'", "''")
  const forged = String(was).replace('"nav_date": "2', '"nav_date": "3').replaceAll("'", "''")
  expect(
    await found(
      `update data_change set rows = '${forged}' where id = ${change?.id}`,
      `update data_change set rows = '${text}' where id = ${change?.id}`,
    ),
  ).toMatch(new RegExp(`fund_nav .*: change ${change?.id} was changed: its rows do not match its hash`))
  expect(
    await found(
      `update data_change set rows = '${forged}', hash = encode(sha256('${forged}'), 'hex') where id = ${change?.id}`,
      `update data_change set rows = '${text}', hash = '${hash}' where id = ${change?.id}`,
    ),
  ).toMatch(new RegExp(`the seal ${change?.seal_id} .* signs other changes than those that are there`))
  const [seal] = await site.admin`select signature from change_seal where id = ${change?.seal_id}`
  expect(
    await found(
      `update change_seal set signature = 'ed25519:${'0'.repeat(16)}:AAAA' where id = ${change?.seal_id}`,
      `update change_seal set signature = '${seal?.signature}' where id = ${change?.seal_id}`,
    ),
  ).toMatch(new RegExp(`the seal ${change?.seal_id} .* is not signed by this site`))
  expect((await verify()).findings).toEqual([])
})

test('a truncated tail, with tables set back, is detected by the checkpoint over the seals', async () => {
  const [seal] = await site.admin`select * from change_seal order by id desc limit 1`
  const changes = await site.admin`select * from data_change where seal_id = ${seal?.id}`
  expect(changes.length).toBeGreaterThan(0)
  await site.admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`delete from change_seal where id = ${seal?.id}`
  })
  expect((await verifyAudit(site.read, site.signing.all)).broken).toMatch(
    /covers \d+ seals of changes .* removed or added/,
  )
  await site.admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into change_seal ${sql(seal ?? {})}`
  })
  expect((await verifyAudit(site.read, site.signing.all)).broken).toBeNull()
})

const named = (name: string) =>
  site.transaction((tx) => tx.update(fund).set({ name }).where(eq(fund.code, 'EVID01')))
const whole = async () => [
  ...(await verify()).findings,
  ...(await verifyAudit(site.read, site.signing.all)).faults,
]

test('what came after the newest checkpoint and was cut off with its rows is not found', async () => {
  const [{ name } = {}] = await site.admin`select name from fund where code = 'EVID01'`
  await named('After the checkpoint')
  const [{ seal } = {}] = await site.admin`select max(id) as seal from change_seal`
  await site.untold(
    `update fund set name = '${name}' where code = 'EVID01'`,
    `delete from data_change where seal_id = ${seal}`,
    `delete from change_seal where id = ${seal}`,
  )
  expect(await whole()).toEqual([])
})

test('who has the key can sign a forged change', async () => {
  await named('By the application')
  const [change] = await site.admin`
    select c.id, c.seal_id, c.act, c.rows, s.at from data_change c join change_seal s on s.id = c.seal_id order by c.id desc limit 1`
  const rows = String(change?.rows).replace('By the application', 'By a forger')
  const hash = textHash(rows)
  const [id, sealId] = [Number(change?.id), Number(change?.seal_id)]
  const signed = sealHash(sealId, change?.at, [{ id, table: 'fund', act: change?.act, hash }])
  await site.untold(
    "update fund set name = 'By a forger' where code = 'EVID01'",
    `update data_change set rows = '${rows.replaceAll("'", "''")}', hash = '${hash}' where id = ${id}`,
    `update change_seal set hash = '${signed}', signature = '${site.signing.sign(signed)}' where id = ${sealId}`,
  )
  expect(await whole()).toEqual([])
})

test('changed or deleted file bytes, in the tables or in the store, are reported with the document', async () => {
  const [file] = await site.admin`
    select d.id, d.sha256, c.size from document d join document_content c using (sha256) order by d.id limit 1`
  const { id, sha256, size } = file as unknown as { id: string; sha256: string; size: number }
  const found = async () => (await verify()).findings
  const chunks = await site.admin`select * from document_chunk where sha256 = ${sha256}`
  const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes as Uint8Array))
  const changed = Buffer.from(bytes)
  changed[7] = (changed[7] ?? 0) ^ 1
  const start = `document ${id}: the bytes of its file (${sha256})`

  await site.admin`update document_chunk set bytes = ${changed} where sha256 = ${sha256} and seq = 0`
  expect(await found()).toEqual([expect.stringContaining(`${start} were changed: they are `)])
  await site.admin`delete from document_chunk where sha256 = ${sha256}`
  expect(await found()).toEqual([expect.stringContaining(`${start} are missing: `)])

  const store = new Map([[sha256, bytes]])
  setContentStore({
    address: 'a store',
    put: async () => {},
    bytes: async (name, from, to) => store.get(name)?.subarray(from, to + 1) ?? null,
    list: async function* () {},
    remove: async () => {},
    close: () => {},
  })
  try {
    expect(await found(), 'moved to the store, it is whole').toEqual([])
    store.set(sha256, changed)
    expect(await found()).toEqual([expect.stringContaining(`${start} were changed: they are `)])
    store.set(sha256, bytes.subarray(0, size - 1))
    expect(await found()).toEqual([expect.stringMatching(`were changed: they are .*, of ${size - 1} bytes`)])
  } finally {
    setContentStore(null)
  }
  for (const chunk of chunks) await site.admin`insert into document_chunk ${site.admin(chunk)}`
  expect(await found()).toEqual([])
})
