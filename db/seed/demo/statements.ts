import { asc, eq } from 'drizzle-orm'
import { readSentFile } from '~/areas/payments/bank-files/read-bank-file'
import { explainEntry } from '~/areas/payments/bank-inbox/explain-entry.server'
import type { Settlement } from '~/areas/payments/bank-inbox/settlement'
import { closeMonth } from '~/areas/payments/bank-months/close-month.server'
import { recordAnswer } from '~/areas/payments/record-answer.server'
import { sum } from '~/platform/values/decimal'
import type { Database, Transaction } from '../../database'
import { bankEntry } from '../../schema/bank-inbox'
import { LAST_DAY } from './calendar'
import { demoContext, playOnce } from './demo-work'
import { instantOf } from './expenses/play-expenses'
import { type Cast, castOf, iban } from './expenses/story'
import { SITTING_KEYS } from './story/sitting'

interface Booked {
  day: string
  /** Less than zero where the account pays. */
  amount: string
  text: string
  counterparty?: string
  /** How a treasurer explained it; missing while it waits in the Bank inbox. */
  explained?: Settlement
}

/** A statement of an account (camt.053). */
interface StatementStory {
  key: string
  account: string
  /** The minute of its upload, in the morning of the demo's last day. */
  at: string
  opening: { day: string; amount: string }
  closingDay: string
  entries: Booked[]
  /** The month that is closed with it. */
  closes?: string
}

const MANAGEMENT_EUR = iban('LU', '9920000000110001')
const PARTNER_EUR = iban('LU', '9920000000120001')
const BANK = 'Sûre Custody Bank Luxembourg SCA'

/** A closed month and an open one of an account, and an account whose month still has entries to explain. */
const STATEMENT_STORIES: readonly StatementStory[] = [
  {
    key: 'october',
    account: MANAGEMENT_EUR,
    at: '08:42',
    opening: { day: '2026-10-01', amount: '412305.18' },
    closingDay: '2026-10-30',
    entries: [
      {
        day: '2026-10-05',
        amount: '-38.50',
        text: 'CHARGES SEP 2026 REF 87201',
        counterparty: BANK,
        explained: { kind: 'accept' },
      },
      {
        day: '2026-10-15',
        amount: '1118.42',
        text: 'CREDIT INTEREST 09/2026',
        counterparty: BANK,
        explained: { kind: 'income' },
      },
      {
        day: '2026-10-29',
        amount: '96400.00',
        text: 'MANAGEMENT FEE Q3 ARVENSIS SICAV',
        counterparty: 'Arvensis SICAV',
        explained: { kind: 'income' },
      },
    ],
    closes: '2026-10',
  },
  {
    key: 'november',
    account: MANAGEMENT_EUR,
    at: '08:50',
    opening: { day: '2026-11-02', amount: '509785.10' },
    closingDay: '2026-11-02',
    entries: [
      { day: '2026-11-02', amount: '-41.20', text: 'CHARGES OCT 2026 REF 88120', counterparty: BANK },
      { day: '2026-11-02', amount: '1204.18', text: 'CREDIT INTEREST 10/2026', counterparty: BANK },
      {
        day: '2026-11-02',
        amount: '-1287.00',
        text: '2026-1187',
        counterparty: 'Kellermann Steiner Avocats à la Cour',
      },
    ],
  },
  {
    key: 'october of another account',
    account: PARTNER_EUR,
    at: '08:55',
    opening: { day: '2026-10-01', amount: '58210.00' },
    closingDay: '2026-10-30',
    entries: [
      { day: '2026-10-23', amount: '-312.00', text: 'COMMERCIAL REGISTER FEE 2026' },
      { day: '2026-10-29', amount: '2450.00', text: 'REF 0000991' },
    ],
  },
]

/** Plays the statements of the demo’s banks through the product's own reader and commands, once each. */
export async function playStatements({
  database,
}: {
  database: Pick<Database, 'read' | 'transaction'>
}): Promise<void> {
  const cast = await castOf(database, new Map())
  for (const story of STATEMENT_STORIES) {
    const key = `${SITTING_KEYS}statements/${story.key}`
    const now = instantOf(`${LAST_DAY}T${story.at}`)
    await playOnce(database, { key, userId: cast.actor('treasurer1').id, now }, (tx) =>
      play(tx, story, cast, now),
    )
  }
}

async function play(tx: Transaction, story: StatementStory, cast: Cast, now: Date): Promise<void> {
  const fileName = `camt053-${story.account.slice(-4)}-${story.closingDay}.xml`
  const bytes = new TextEncoder().encode(xmlOf(story))
  const sent = { file: { fileName, bytes }, ...(await readSentFile({ name: fileName, bytes })) }
  const { answerId } = await recordAnswer(demoContext(tx, cast.actor('treasurer1'), now), sent)
  const entries = await tx
    .select({ id: bankEntry.id })
    .from(bankEntry)
    .where(eq(bankEntry.answerId, answerId))
    .orderBy(asc(bankEntry.id))
  for (const [at, { explained: how }] of story.entries.entries()) {
    const entryId = entries[at]?.id
    if (how === undefined || entryId === undefined) continue
    const context = demoContext(tx, cast.actor('treasurer2'), now)
    await explainEntry(context, { entryId, how, comment: '', seenEventId: null })
  }
  if (story.closes === undefined) return
  const key = { account: story.account, currency: 'EUR', month: story.closes }
  await closeMonth(demoContext(tx, cast.actor('treasurer1'), now), { key, closingSeen: null })
}

function xmlOf({ key, account, opening, closingDay, entries }: StatementStory): string {
  const closing = sum([opening.amount, ...entries.map(({ amount }) => amount)]).toFixed(2)
  const balance = (code: string, day: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${key.replaceAll(' ', '-').toUpperCase()}</MsgId><CreDtTm>${closingDay}T20:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', opening.day, opening.amount)}${balance('CLBD', closingDay, closing)}
${entries.map(entryXml).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
}

function entryXml({ day, amount, text, counterparty }: Booked, at: number): string {
  const isDebit = amount.startsWith('-')
  const side = isDebit ? 'Cdtr' : 'Dbtr'
  const party =
    counterparty === undefined
      ? ''
      : `<RltdPties><${side}><Pty><Nm>${counterparty.replaceAll('&', '&amp;')}</Nm></Pty></${side}></RltdPties>`
  return `<Ntry><Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${day}-${at + 1}</AcctSvcrRef>
<NtryDtls><TxDtls>${party}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
}
