import { type SQL, sql } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { filesOf } from 'tests/support/evidence/forge'
import { livedIn } from 'tests/support/evidence/lived-in'
import { packOf } from 'tests/support/evidence/packed'
import { sealedSite } from 'tests/support/evidence/sealed-site'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { verifyPack } from '~/areas/evidence/verifier/verify-pack'
import { toleranceValues } from '~/areas/navs/tolerances.server'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { fingerprint } from '~/platform/workflow/signing.server'

const site = await opened(sealedSite())
const lived = await livedIn(site)
const { fund } = lived
await setTolerance()
await site.control('accountant1', fund, (books) => {
  const totalAssets = books[0]?.tables[0]?.rows[0]
  if (totalAssets) totalAssets.value = { number: '1' }
})

/** N05 gets its own tolerance for the fund type: admin requests, admin2 approves. */
async function setTolerance() {
  const { fund } = lived
  const [found] =
    await site.admin`select type from fund f join fund_nav n on n.fund_id = f.id where n.id = ${fund.navId}`
  const after = {
    tolerance: 'N05.amount',
    level: 'fund type' as const,
    subject: String(found?.type),
    value: '0.05',
    validFrom: null,
    validTo: null,
  }
  const by = {
    actor: site.actor('admin'),
    now: site.clock(),
    timeZone: 'Europe/Luxembourg',
  }
  await site.transaction((tx) =>
    toleranceValues.request(contextOf({ tx, ...by }), { key: null, before: null, after }),
  )
  const [change] = await pendingChanges(site.read)
  await site.as('admin2', (context) => approvePendingChange(context, change?.id ?? 0))
}

/** The pack signed with the site’s own key, as an insider with full access could build it. */
async function signedPack() {
  const { fund } = lived
  await writeCheckpoint(site.transaction, site.signing.sign, site.clock())
  return packOf(site, 'nav', fund.navId)
}

const verified = async () => verifyPack(new Uint8Array(await signedPack()), site.signing.all.map(fingerprint))

test('the rules of each control run again with the stored results, and each tolerance names who set it', async () => {
  const { findings, facts } = await verified()
  expect(findings).toEqual([])
  expect(facts).toMatchObject({ again: 2, controls: 2 })
  expect(facts.comparisons).toBeGreaterThan(2 * 41)
  expect(facts.tolerances).toContainEqual(
    expect.stringMatching(
      /^N05\.amount Tolerance, 0\.05 \(amount\), fund type \w+: asked for by .+; approved by .+ UTC$/,
    ),
  )
  expect(facts.tolerances).toContainEqual(
    expect.stringMatching(/of the table of rules, nobody had changed it$/),
  )
})

/** Forgeries by statements that the application itself seals, with their undo and the expected finding. */
const FORGERIES: [what: string, statement: SQL, said: RegExp, back?: SQL][] = [
  [
    'a result that says OK',
    sql`update rule_result set result = 'OK', comment = '' where rule_id = 'N05'`,
    /^rule N05 of control \d+: its result is "OK", and it was computed as "NOK"$/,
  ],
  [
    'a result that says OK, with all that it was computed from',
    sql`update rule_result set result = 'OK', comment = '', breach_count = 0, impact = null, evidence = evidence ||
       '{"computedResult": "OK", "computedComment": "", "breaches": []}' where rule_id = 'N05'`,
    /^rule N05 of control \d+, result: it says "OK", and its figures give "NOK"$/,
  ],
  [
    'a comparison: the difference of a breach',
    sql`update rule_result set evidence = jsonb_set(evidence, '{breaches,0,difference}', '"0.06"')
       where rule_id = 'N05' and breach_count > 0`,
    /^rule N05 of control \d+, breaches\.0\.difference: it says "0\.06", and its figures give "-?[\d.]+"$/,
  ],
  [
    'the tolerance of a result',
    sql`update rule_result set evidence = jsonb_set(evidence, '{tolerances,0,value}', '"0.06"') where rule_id = 'N05'`,
    /^rule N05 of control \d+, tolerances\.0\.value: it says "0\.06", and its figures give "0\.05"$/,
  ],
  [
    'a figure that a rule read',
    sql`update balance_line set debtor = debtor + 1000000 where row = (select min(row) from balance_line)`,
    /^rule B01 of control \d+, result: it says "OK", and its figures give "NOK"$/,
    sql`update balance_line set debtor = debtor - 1000000 where row = (select min(row) from balance_line)`,
  ],
  [
    'a bar of the bridge',
    sql`update nav_bridge_driver set amount = amount + 0.01 where driver = 'flows'`,
    /^the bridge of control \d+, drivers\.\d+\.amount: it says "[-\d.]+", and its figures give "[-\d.]+"$/,
    sql`update nav_bridge_driver set amount = amount - 0.01 where driver = 'flows'`,
  ],
]

test.each(FORGERIES)('%s, signed by the site’s own key, is detected', async (_, statement, said, back) => {
  const run = (text: SQL) => site.transaction((tx) => tx.execute(text))
  const before = await site.admin`select to_jsonb(r)::text as image from rule_result r where rule_id = 'N05'`
  await run(statement)
  const { findings } = await verified()
  if (back) await run(back)
  for (const { image } of before)
    await run(sql`
      update rule_result r set result = was.result, comment = was.comment, impact = was.impact, evidence = was.evidence,
        breach_count = was.breach_count
      from jsonb_populate_record(null::rule_result, ${image}::text::jsonb) was where r.id = was.id`)
  expect(findings).toContainEqual(expect.stringMatching(said))
  expect((await verified()).findings, 'what was put back is whole').toEqual([])
})

test('tolerance authors are checked against the signed events', async () => {
  const pack = await signedPack()
  const used = JSON.parse(String(filesOf(pack).get('tolerances-used.json'))) as { decided: unknown }[]
  expect(used.filter(({ decided }) => decided !== null).length).toBeGreaterThan(0)
  expect(used.length).toBeGreaterThan(2 * 30)
  expect(String(filesOf(pack).get('tolerance-events.jsonl')).match(/change (requested|approved)/g)).toEqual([
    'change requested',
    'change approved',
  ])
})

test('of controls that an older version ran, the cells of breaches are compared alone, and the check says how many ran again', async () => {
  const run = (text: SQL) => site.transaction((tx) => tx.execute(text))
  await run(sql`update nav_control set engine_version = 0`)
  const { findings, facts } = await verified()
  expect(findings).toEqual([])
  expect(facts).toMatchObject({ again: 0, controls: 2 })
  expect(facts.comparisons).toBeGreaterThan(0)
  await run(
    sql`update rule_result set evidence = jsonb_set(evidence, '{tolerances,0,value}', '"0.06"') where rule_id = 'N05'`,
  )
  expect((await verified()).findings, 'a tolerance').toEqual([])
  await run(sql`
    update rule_result set evidence = jsonb_set(evidence, '{breaches,0,figures,0,value}', '"0.06"')
    where rule_id = 'N05' and breach_count > 0`)
  expect((await verified()).findings).toEqual([
    expect.stringMatching(/^rule N05 of control \d+: .+ in [A-Z]+\d+ is 1(\.0*)? in the figures, not 0\.06$/),
  ])
})
