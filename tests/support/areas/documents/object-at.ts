import type { Transaction } from 'db/database'
import { draft } from 'db/schema/drafts'
import { sql } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { startInstances } from '~/platform/workflow/start-instances.server'
import type { EventClass } from '~/platform/workflow/types'

interface Site {
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  clock: () => Date
}

/** An empty draft or invoice in the given state: documents need nothing else. */
export function objectAt(
  { transaction, clock }: Site,
  kind: 'draft' | 'invoice',
  queue: string,
  status: string,
  eventClass: EventClass = 'pending',
): Promise<number> {
  return transaction(async (tx) => {
    const now = clock()
    const objectId = kind === 'draft' ? await newDraft(tx, now) : await nextId(tx)
    const state = { queue, status, class: eventClass }
    await startInstances(contextOf({ tx, now }), { kind, objectIds: [objectId], state, log: '' })
    return objectId
  })
}

async function newDraft(tx: Transaction, now: Date): Promise<number> {
  const [row] = await tx
    .insert(draft)
    .values({ creationDate: now, updateDate: now })
    .returning({ id: draft.id })
  return row?.id ?? 0
}

async function nextId(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ id: string }>(sql`select nextval('object_id') as id`)
  return Number(row?.id)
}

export const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A PDF that readers open: one empty page. */
export const SMALL_PDF = bytesOf(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000101 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
164
%%EOF
`,
)
