import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientOptions } from 'db/connection'
import { connectDatabase } from 'db/database'
import postgres from 'postgres'
import { expect } from 'vitest'
import { openSigning } from '~/platform/workflow/signing.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import type { siteOf } from './instances'

/** Users who upload invoices to any instance of a site, and retry until one confirms that it is stored. */
export function peopleAtWork(site: Pick<Awaited<ReturnType<typeof siteOf>>, 'ask'>) {
  const answers = {
    acknowledged: 0,
    again: 0,
    unavailable: 0,
    gone: 0,
    /** From the first to the last refusal in a row, in milliseconds. */
    longestOutage: 0,
  }
  const comments: string[] = []
  /** What failed for a user. */
  const faults: string[] = []

  const pdf = (comment: string) =>
    new TextEncoder().encode(`%PDF-1.4\n1 0 obj\n(${comment})\nendobj\nstartxref\n0\n%%EOF`)

  /** Uploads an invoice, retries until an instance confirms it, then reads its page from any of them. */
  async function upload(user: string): Promise<void> {
    const comment = randomUUID()
    const key = randomUUID()
    let since: number | null = null
    for (let tries = 1; ; tries += 1) {
      const body = new FormData()
      body.append('comment', comment)
      body.append('files', new Blob([pdf(comment)], { type: 'application/pdf' }), 'invoice.pdf')
      const headers = { Accept: 'application/json', 'Idempotency-Key': key }
      // An instance may also fail after sending the head of its answer.
      const answer = await site
        .ask(user, '/api/uploadinvoice', { method: 'POST', headers, body })
        .then(async (got) => ({ status: got.status, headers: got.headers, text: await got.text() }))
        .catch(() => null)
      if (answer?.status === 201) {
        const { id } = JSON.parse(answer.text) as { id: number }
        answers.acknowledged += 1
        comments.push(comment)
        await shown(user, id)
        return
      }
      since ??= performance.now()
      answers.longestOutage = Math.max(answers.longestOutage, performance.now() - since)
      answers.again += 1
      if (answer === null) answers.gone += 1
      else if (answer.status === 503 && answer.headers.get('retry-after')) answers.unavailable += 1
      else faults.push(`upload: ${answer.status} ${answer.text.slice(0, 300)}`)
      if (tries > 600) throw new Error('An upload never came to an end')
      await sleep(50 + Math.random() * 100)
    }
  }

  /** What a user stored is visible to them at once, from any instance. */
  async function shown(user: string, id: number): Promise<void> {
    for (let tries = 1; tries <= 600; tries += 1) {
      const answer = await site
        .ask(user, `/drafts/${id}`, { headers: { Accept: 'text/html' } })
        .catch(() => null)
      if (answer?.status === 200) return
      if (answer && answer.status !== 503) {
        faults.push(`page of a draft: ${answer.status}`)
        return
      }
      await sleep(50 + Math.random() * 100)
    }
    faults.push('The page of a draft never came')
  }

  /** The users work during the outages, and finish what they started. */
  async function whileWorking(harm: () => Promise<void>): Promise<void> {
    let goesOn = true
    const before = answers.acknowledged
    const people = ['finance1', 'finance2', 'finance1', 'finance2'].map(async (user) => {
      do await upload(user)
      while (goesOn || answers.acknowledged < before + 4)
    })
    await harm().finally(() => {
      goesOn = false
    })
    await Promise.all(people)
  }

  return { answers, comments, faults, upload, whileWorking }
}

/** Runs a query as one of the accounts of a server, on a separate connection. */
export async function queryAt(address: string, question: string) {
  const sql = postgres({ ...clientOptions(address), max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(question)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Nothing acknowledged is lost or duplicated, and all sums, chains and files agree. */
export async function wholeState(
  at: { url: string; ownerUrl: string },
  { faults, comments }: Pick<ReturnType<typeof peopleAtWork>, 'faults' | 'comments'>,
  signingKey: string,
): Promise<void> {
  expect(faults.splice(0)).toEqual([])
  const sql = postgres({ ...clientOptions(at.ownerUrl), max: 1, onnotice: () => {} })
  const database = connectDatabase({ url: at.url })
  try {
    const drafts = await sql`select transaction_comment as comment, count(*)::int as n,
        (select count(*)::int from document where object_id = min(draft.id)) as files
      from draft where transaction_comment in ${sql(comments)} group by 1`
    expect(drafts.filter(({ n, files }) => n !== 1 || files !== 1)).toEqual([])
    expect(drafts).toHaveLength(comments.length)
    expect(
      await sql`select c.sha256 from document_content c
      where c.sha256 is distinct from (select encode(sha256(string_agg(bytes, ''::bytea order by seq)), 'hex')
        from document_chunk d where d.sha256 = c.sha256)`,
    ).toEqual([])
    expect(
      await sql`select * from (
      select v.tallied, v.value, r.currency, r.event_status, count(*)::numeric as n, sum(r.gross_hundredths) as gross
      from invoice_row r, invoice_values(r) v group by 1, 2, 3, 4) as counted
      full join (select tallied, value, currency, event_status, sum(invoices) as n, sum(gross_hundredths) as gross
        from invoice_tally group by 1, 2, 3, 4 having sum(invoices) <> 0) as kept
      using (tallied, value, currency, event_status)
      where counted.n is distinct from kept.n or counted.gross is distinct from kept.gross`,
    ).toEqual([])
    expect(
      await sql`select d.id from entity_process_date d where d.tasks <> (select count(*) from task t
      join workflow_instance w on w.object_id = t.id where t.entity_process_date_id = d.id)`,
    ).toEqual([])
    // The state of each object is that of its last event, and each event number occurs once.
    expect(
      await sql`select object_id from workflow_event group by object_id
      having max(seq) <> count(*) or min(seq) <> 1`,
    ).toEqual([])
    expect((await verifyAudit(database.read, openSigning(signingKey).all)).broken).toBeNull()
  } finally {
    await sql.end({ timeout: 1 })
    await database.close()
  }
}
