import { idempotencyKey } from 'db/schema/workflow'
import { invoicePdf } from 'db/seed/expenses/invoice-pdf'
import { like } from 'drizzle-orm'
import { addProof } from '~/areas/documents/add-documents.server'
import { uploadDraft } from '~/areas/drafts/upload/upload-draft.server'
import type { FileWorkers } from '~/platform/files/worker/file-workers'
import { once } from '~/platform/workflow/once.server'
import type { Database } from '../../../database'
import { letterPdf } from '../../expenses/invoice-pdf'
import { SITTING_KEYS } from '../story/sitting'
import { instantOf, playDeed } from './play-deed'
import { EXPENSE_STORIES } from './stories'
import { type Cast, castOf, type Deed, type ExpenseStory } from './story'

interface Stage {
  database: Database
  /** Threads that read PDFs. */
  files: FileWorkers
  /** The demo's budgets by the keys of their stories: drafts are compared with them. */
  budgets: ReadonlyMap<string, number>
}

/**
 * Plays the stories of the suppliers' invoices of the demo through the product's own functions, as of the dates when
 * they happened. Each deed is stored under its key, so that a deed that is already stored is skipped.
 */
export async function playExpenses(stage: Stage): Promise<void> {
  const { read } = stage.database
  const { key } = idempotencyKey
  const rows = await read
    .select({ key })
    .from(idempotencyKey)
    .where(like(key, `${SITTING_KEYS}expenses/%`))
  const done = new Set(rows.map((row) => row.key))
  const cast = await castOf(stage.database, stage.budgets)
  for (const story of EXPENSE_STORIES) await playStory(stage, story, cast, done)
}

async function playStory(
  { database, files }: Pick<Stage, 'database' | 'files'>,
  { key: name, fileName, paper, eInvoice, uploaded, deeds }: ExpenseStory,
  cast: Cast,
  done: ReadonlySet<string>,
): Promise<void> {
  const start = `${SITTING_KEYS}expenses/${name}`
  const site = (at: string) => ({ database, files, clock: () => instantOf(at) })
  const file = { fileName, bytes: await invoicePdf(paper, eInvoice) }
  const upload = { file, comment: uploaded.comment }
  const { draftId } = await uploadDraft(site(uploaded.at), cast.actor(uploaded.who), upload, start)
  for (const [at, deed] of deeds.entries()) {
    const key = `${start}/${at}`
    const { id: userId } = cast.actor(deed.who)
    const now = instantOf(deed.at)
    if (!done.has(key))
      await database.transaction((tx) =>
        once(tx, { key, userId, action: 'demo', now }, () => playDeed(tx, deed, draftId, cast)),
      )
    if ('proof' in deed && !done.has(`${key}/proof`))
      await addProof(
        site(deed.at),
        cast.actor(deed.who),
        { draftId, files: [{ fileName: deed.proof, bytes: await proofOf(paper, deed) }] },
        `${key}/proof`,
      )
  }
}

/** The client's letter that the invoice may be paid. */
function proofOf(
  { buyer, seller, ref }: ExpenseStory['paper'],
  { at, validators }: Extract<Deed, { proof: string }>,
): Promise<Uint8Array> {
  return letterPdf({
    from: buyer.name,
    day: at.slice(0, 10),
    subject: `Invoice ${ref} of ${seller.name}`,
    text: 'We have checked the invoice named above and agree to its payment.',
    signed: validators.map(([name]) => name),
  })
}
