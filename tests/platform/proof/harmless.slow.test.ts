import {
  disconnect,
  everyKindSite,
  tamperedCopy,
  verifiedHistory,
} from 'tests/support/evidence/every-kind-site'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'

const site = await opened(everyKindSite())
const { budget } = site.objects
await disconnect(site)

const ofChanges = (set: string) => [
  'set local session_replication_role = replica',
  `update data_change set ${set} where seal_id in (select seal_id from data_change where owners @> array['${budget}'])`,
  `update change_seal set ${set} where id in (select seal_id from data_change where owners @> array['${budget}'])`,
]

/** What changes nothing that was signed, so that docs/security.md says that it is not found. */
const HARMLESS: [what: string, ...statements: string[]][] = [
  ['the transaction of changes, with that of their seals', ...ofChanges("xact = '3'")],
  ['a sequence that begins again', 'alter sequence change_seal_number restart with 1'],
  ['a sequence that leaves numbers out', "select setval('change_seal_number', 900000)"],
  [
    'more rights for the account of the application',
    'grant all on all tables in schema public to fundesk_app',
  ],
  ['another owner of a function', 'alter function record_change() owner to current_user'],
  ['a notice to a user', "update user_notice set at = at - interval '1 day'"],
  ['where a table has its rows', 'cluster budget using budget_pkey'],
]

test.each(HARMLESS)('%s is no fault', async (_, ...statements) => {
  const copy = await tamperedCopy(site)
  try {
    await copy.run('structure', statements)
    expect(await verifiedHistory(copy, site)).toEqual({ code: 0, findings: [] })
  } finally {
    await copy.close()
  }
})
