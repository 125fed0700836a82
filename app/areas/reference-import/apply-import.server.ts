import { batches } from 'db/bulk'
import type { Transaction } from 'db/database'
import { SHEET_NAMES } from '~/areas/lookups/sheets'
import { changeAtOnce } from '~/platform/approvals/change-at-once.server'
import { requestChanges } from '~/platform/approvals/pending-change-request.server'
import { changeLine } from '~/platform/tables/compare'
import { recordAct } from '~/platform/workflow/record-act.server'
import { afterImport } from './after-import.server'
import type { ImportPlan } from './import-plan'
import { needsSecondPerson } from './second-person'
import { asWaiting } from './waiting-accounts.server'
import { writeRows } from './write-rows.server'

export interface ImportedBy {
  /** Null for the command line. */
  actor: { id: number; fullName: string } | null
  now: Date
  /** Of the site: which day it is now. */
  timeZone: string
  file: string
  /** SHA-256 of the workbook. */
  sha256: string
}

const CHANGES_AN_EVENT = 1_000

/**
 * Stores a plan and its events; the plan must have been made in this transaction. Answers what followed from it, as
 * sentences.
 */
export async function applyImport(tx: Transaction, plan: ImportPlan, by: ImportedBy): Promise<string[]> {
  await recordImport(tx, plan, by)
  for (const sheet of SHEET_NAMES) {
    const changes = plan.changes.filter((change) => change.sheet === sheet)
    if (!needsSecondPerson(sheet)) {
      await writeRows(tx, sheet, changes, by)
      continue
    }
    // Entities that the workbook brings are there by now: their sheet comes first.
    const waiting = await asWaiting(tx)
    const wishes = changes.flatMap((change) => waiting(change) ?? [])
    if (plan.rightsAtOnce) for (const wish of wishes) await changeAtOnce(tx, wish, by.actor, by.now)
    else await requestChanges(tx, wishes, by.actor, by.now)
  }
  return afterImport(tx, plan.changes, by)
}

/** Every changed field goes into the history: one event, or several for a workbook of thousands of changes. */
async function recordImport(tx: Transaction, plan: ImportPlan, by: ImportedBy): Promise<void> {
  const parts = plan.changes.length === 0 ? [[]] : batches(plan.changes, CHANGES_AN_EVENT)
  for (const [index, changes] of parts.entries())
    await recordAct(
      tx,
      'reference',
      {
        name: 'import',
        status: 'IMPORTED',
        class: 'success',
        log: `Imported ${by.file}: ${plan.changes.length} changes${by.actor ? '' : ' (command line)'}`,
        data: {
          file: by.file,
          sha256: by.sha256,
          part: index + 1,
          parts: parts.length,
          changes: changes.map(changeLine),
        },
      },
      { who: by.actor, now: by.now },
    )
}
