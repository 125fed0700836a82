import { and, eq, isNull, like } from 'drizzle-orm'
import { accountTarget, type RecordedAccount } from '~/areas/bank-accounts/account'
import { setDefaultEntity } from '~/areas/bank-accounts/default-entity.server'
import { accountNumbered, requestAccount } from '~/areas/bank-accounts/request-account.server'
import { approvePendingChange, refusePendingChange } from '~/platform/approvals/pending-change-decide.server'
import type { Day } from '~/platform/values/day'
import type { Database, Transaction } from '../../database'
import { pendingChange } from '../../schema/access'
import { idempotencyKey } from '../../schema/workflow'
import type { Party } from '../expenses/supplier-invoice'
import { demoContext, playOnce } from './demo-work'
import { instantOf } from './expenses/play-expenses'
import {
  ACCOUNTS,
  AUDITOR,
  type Cast,
  CUSTODIAN,
  castOf,
  DOMICILE,
  INDEX_HOUSE,
  iban,
  LAWYER,
  MANAGEMENT,
  type Moment,
  NORDLYS,
  PARTNER,
  PRICES,
} from './expenses/story'
import { SITTING_KEYS } from './story/sitting'

/** A request by one user, and a team leader's decision; `was` is the account that it changes. */
interface AccountStory {
  entity: string
  was?: RecordedAccount
  account: RecordedAccount
  requested: { at: Moment; who: string }
  /** Without it the change still waits. */
  decided?: { at: Moment; who: string; as: 'approved' | 'refused' }
}

const accountAt = (party: Party, iso3Currency = 'EUR'): RecordedAccount => {
  const account = ACCOUNTS.get(party)
  if (!account) throw new Error(`${party.name} has no account`)
  return { iso3Currency, ...account }
}
const luxembourg = (bban: string, iso3Currency = 'EUR'): RecordedAccount => ({
  iso3Currency,
  bic: 'FDSKLULL',
  iban: iban('LU', bban),
})

/** As when the site started: entered in turn, and approved together the next morning. */
const BEFORE: RecordedAccount = {
  iso3Currency: 'EUR',
  bic: 'FDSKDEFF',
  iban: iban('DE', '999000010087654321'),
}
const FIRST: [entity: string, account: RecordedAccount][] = [
  [AUDITOR.name, accountAt(AUDITOR)],
  [LAWYER.name, accountAt(LAWYER)],
  [INDEX_HOUSE.name, accountAt(INDEX_HOUSE)],
  [INDEX_HOUSE.name, accountAt(INDEX_HOUSE, 'USD')],
  [PRICES.name, BEFORE],
  [DOMICILE.name, accountAt(DOMICILE)],
  [CUSTODIAN.name, accountAt(CUSTODIAN)],
  [CUSTODIAN.name, accountAt(CUSTODIAN, 'USD')],
  ['Pinecrest Funds ICAV', { iso3Currency: 'USD', bic: 'FDSKIE2D', iban: iban('IE', 'FDSK99000087654321') }],
  ['Lindenhof Umbrella Fund', luxembourg('9930000000002201')],
  [MANAGEMENT.name, luxembourg('9920000000110001')],
  [MANAGEMENT.name, luxembourg('9920000000110002', 'USD')],
  [PARTNER.name, luxembourg('9920000000120001')],
  [NORDLYS.name, { iso3Currency: 'SEK', bic: 'FDSKSESS', iban: iban('SE', '99900000000000130019') }],
  [NORDLYS.name, luxembourg('9920000000130002')],
  ['Arvensis SICAV', luxembourg('9920000000140001')],
]
const minute = (at: number) => String(at).padStart(2, '0')

/** The bank accounts of the demo: requests and decisions, in date order. */
const ACCOUNT_STORIES: readonly AccountStory[] = [
  ...FIRST.map(
    ([entity, account], at): AccountStory => ({
      entity,
      account,
      requested: { at: `2026-07-16T13:${minute(at)}`, who: 'finance1' },
      decided: { at: '2026-07-17T06:30', who: 'teamleader1', as: 'approved' },
    }),
  ),
  {
    // The letter was not from them.
    entity: LAWYER.name,
    was: accountAt(LAWYER),
    account: { iso3Currency: 'EUR', bic: 'FDSKDEFF', iban: iban('DE', '999000010066600013') },
    requested: { at: '2026-09-10T08:12', who: 'finance2' },
    decided: { at: '2026-09-10T12:45', who: 'teamleader2', as: 'refused' },
  },
  {
    entity: PRICES.name,
    was: BEFORE,
    account: accountAt(PRICES),
    requested: { at: '2026-10-28T09:05', who: 'finance2' },
    decided: { at: '2026-10-29T08:20', who: 'teamleader1', as: 'approved' },
  },
  {
    entity: INDEX_HOUSE.name,
    was: accountAt(INDEX_HOUSE, 'USD'),
    account: { iso3Currency: 'USD', bic: 'FDSKIE2D', iban: iban('IE', 'FDSK99000055501234') },
    requested: { at: '2026-11-02T15:20', who: 'finance1' },
  },
]

/** A request or a decision. */
interface AccountDeed {
  key: string
  at: string
  who: string
  play: (tx: Transaction, cast: Cast) => Promise<void>
}

/**
 * Plays the story of the demo's bank accounts through the product's own functions, in date order: everything is in one
 * chain. Each deed is stored under its key, so that a stored deed is skipped.
 * @param before only deeds before this day
 */
export async function playAccounts(
  { database }: { database: Pick<Database, 'read' | 'transaction'> },
  before: Day = '9999-12-31',
): Promise<void> {
  const { key } = idempotencyKey
  const rows = await database.read
    .select({ key })
    .from(idempotencyKey)
    .where(like(key, `${SITTING_KEYS}bank accounts/%`))
  const done = new Set(rows.map((row) => row.key))
  const cast = await castOf(database, new Map())
  const deeds = [...ACCOUNT_STORIES.flatMap(deedsOf), OPENS_WITH].sort((a, b) => a.at.localeCompare(b.at))
  for (const { key: name, at, who, play } of deeds) {
    const by = { userId: cast.actor(who).id, now: instantOf(at) }
    if (!done.has(name) && at < before) await playOnce(database, { key: name, ...by }, (tx) => play(tx, cast))
  }
}

/** The page opens with the most recently changed supplier. */
const OPENS_WITH: AccountDeed = {
  key: `${SITTING_KEYS}bank accounts/default`,
  at: '2026-07-20T09:00',
  who: 'teamleader1',
  play: async (tx, cast) => {
    await setDefaultEntity(
      demoContext(tx, cast.actor('teamleader1'), instantOf('2026-07-20T09:00')),
      cast.entity(AUDITOR.name),
    )
  },
}

function deedsOf(story: AccountStory, number: number): AccountDeed[] {
  const start = `${SITTING_KEYS}bank accounts/${number}`
  const { requested, decided } = story
  return [
    { key: `${start}/asked`, ...requested, play: (tx, cast) => ask(tx, story, cast) },
    ...(decided
      ? [
          {
            key: `${start}/${decided.as}`,
            ...decided,
            play: (tx: Transaction, cast: Cast) => decide(tx, story, cast),
          },
        ]
      : []),
  ]
}

async function ask(tx: Transaction, story: AccountStory, cast: Cast): Promise<void> {
  const { requested, account } = story
  const { entityId, before } = await accountOf(tx, story, cast)
  const context = demoContext(tx, cast.actor(requested.who), instantOf(requested.at))
  await requestAccount(context, { entityId, before, after: account })
}

async function decide(tx: Transaction, story: AccountStory, cast: Cast): Promise<void> {
  const { decided, account } = story
  if (!decided) return
  const { entityId, before } = await accountOf(tx, story, cast)
  const target = accountTarget(entityId, before?.id ?? null, account)
  const [waiting] = await tx
    .select({ id: pendingChange.id })
    .from(pendingChange)
    .where(and(eq(pendingChange.target, target), isNull(pendingChange.decision)))
  if (!waiting) throw new Error(`No change of a bank account of ${story.entity} waits`)
  const context = demoContext(tx, cast.actor(decided.who), instantOf(decided.at))
  if (decided.as === 'approved') await approvePendingChange(context, waiting.id)
  else await refusePendingChange(context, waiting.id)
}

async function accountOf(tx: Transaction, { entity, was }: AccountStory, cast: Cast) {
  const entityId = cast.entity(entity)
  return { entityId, before: was ? await accountNumbered(tx, entityId, was) : null }
}
