import { connectDatabase } from 'db/database'
import { joinOrStartEmbedded } from 'db/open'
import { payment } from 'db/schema/payments'
import { eq } from 'drizzle-orm'
import { spread } from './figures'
import { benchServer, project } from './server'

const PAGES = [
  ['accountant1', '/nav-controls'],
  ['finance1', '/invoices'],
  ['treasurer2', '/payments'],
  ['auditor1', '/bank-inbox'],
] as const

const amountOf = (at: number) => (at % 10 === 0 ? '2.50' : `${at % 977}.${String(at % 100).padStart(2, '0')}`)

/** A statement of one day, as a custodian sends it: every tenth entry is a charge, nothing explains the others. */
function statementOf(iban: string, entries: number): string {
  const entry = (at: number) => `<Ntry><Amt Ccy="EUR">${amountOf(at)}</Amt>
<CdtDbtInd>${at % 3 === 0 ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-10-30</Dt></BookgDt><ValDt><Dt>2026-10-30</Dt></ValDt><AcctSvcrRef>LARGE${at}</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>E2E-${at}</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Supplier ${at % 500}</Nm></Pty></Cdtr>
</RltdPties><RmtInf><Ustrd>${at % 10 === 0 ? 'CHARGES' : 'INVOICE'} ${at}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>LARGE</MsgId></GrpHdr>
<Stmt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${Array.from({ length: entries }, (_, at) => entry(at + 1)).join('\n')}</Stmt>
</BkToCstmrStmt></Document>`
}

/** Uploads a large statement to the built app with the demo data, while others open pages. */
export async function readLargeStatement(entries: number): Promise<void> {
  const server = await benchServer()
  const { data } = server
  const embedded = await joinOrStartEmbedded({
    checkout: project,
    env: { ...process.env, FUNDESK_DATA: data },
  })
  const database = connectDatabase({ url: embedded.url })
  try {
    const [paying] = await database.read
      .select({ iban: payment.debtorIban })
      .from(payment)
      .where(eq(payment.currency, 'EUR'))
      .limit(1)
    const treasurer = await server.logIn('treasurer1')
    const others = await Promise.all(
      PAGES.map(async ([user, path]) => ({ path, cookie: await server.logIn(user) })),
    )
    async function open({ path, cookie }: (typeof others)[number]): Promise<number> {
      const start = performance.now()
      const answer = await fetch(server.address + path, { headers: { cookie } })
      await answer.text()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      return performance.now() - start
    }
    async function opened(until: () => boolean): Promise<number[]> {
      const times: number[] = []
      while (!until())
        for (const each of others) {
          times.push(await open(each))
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      return times
    }
    let rounds = 0
    // The first pages of each process compile its code.
    await opened(() => rounds++ === 10)
    rounds = 0
    const alone = await opened(() => rounds++ === 20)

    const body = new FormData()
    body.append('files', new Blob([statementOf(paying?.iban ?? '', entries)]), 'large.xml')
    let isDone = false
    const start = performance.now()
    const upload = fetch(`${server.address}/api/payments/answers`, {
      method: 'POST',
      headers: { cookie: treasurer, 'Sec-Fetch-Site': 'same-origin', 'Idempotency-Key': crypto.randomUUID() },
      body,
    })
      .then(async (answer) => {
        const text = await answer.text()
        if (!answer.ok) throw new Error(`The upload answered ${answer.status}: ${text.slice(0, 300)}`)
        return JSON.parse(text).counts
      })
      .finally(() => {
        isDone = true
      })
    const meanwhile = await opened(() => isDone)
    const counts = await upload
    const took = ((performance.now() - start) / 1_000).toFixed(1)
    console.log(
      `a camt.053 of ${entries} entries is recorded: ${took} s (at most 20 s); ${JSON.stringify(counts)}`,
    )
    console.log(`pages of others before:    ${spread(alone)}`)
    console.log(`pages of others meanwhile: ${spread(meanwhile)} (p95 at most 100 ms)`)
  } finally {
    await database.close()
    await embedded.stop()
    await server.stop()
  }
}
